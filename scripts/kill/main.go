// Command kill kills the strong solver at random moments and lets it go on each time, with
// other threads and other memory, and compares the table in the end with one made in one go.
//
//	kill BINARY TIMES WORK...
//
// A work is VARIANT:MATERIAL, where material may be empty (the start's). It exits with 1 if
// a table differs or anything is left behind.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "kill:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("want BINARY TIMES WORK..., have %q", args)
	}
	times, err := strconv.Atoi(args[1])
	if err != nil || times < 1 {
		return fmt.Errorf("%q times", args[1])
	}
	for _, work := range args[2:] {
		if err := try(args[0], times, work); err != nil {
			return fmt.Errorf("%s: %w", work, err)
		}
	}
	return nil
}

// victim is a solution that is killed again and again.
type victim struct {
	binary, variant, material string
	folder                    string
	want                      []byte        // the table
	took                      time.Duration // in one go
	log                       tally
}

// try kills one work so many times, and tells how it went.
func try(binary string, times int, work string) error {
	variant, material, _ := strings.Cut(work, ":")
	folder, err := os.MkdirTemp("", "kill")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	v := &victim{binary: binary, variant: variant, material: material, folder: folder}
	start := time.Now()
	if err := v.command("--threads", "2").Run(); err != nil {
		return fmt.Errorf("in one go: %w", err)
	}
	v.took = time.Since(start)
	if v.want, err = os.ReadFile(v.table()); err != nil {
		return err
	}
	fmt.Printf("%s in one go: %.1f s, %d bytes\n", work, v.took.Seconds(), len(v.want))
	for v.log.kills < times {
		if err := v.round(); err != nil {
			return err
		}
	}
	if err := v.goOn(); err != nil {
		return err
	}
	fmt.Printf("%s: %v; the same bytes in the end\n", work, &v.log)
	return nil
}

func (v *victim) table() string { return filepath.Join(v.folder, "t.tht") }

// command returns the solution as a process that has yet to start.
func (v *victim) command(flags ...string) *exec.Cmd {
	args := append([]string{"solve", "--variant", v.variant, "--out", v.table(), "--log-level", "warn"}, flags...)
	switch {
	case strings.Contains(v.material, "v"):
		args = append(args, "--material", v.material)
	case v.material != "":
		args = append(args, "--units", v.material)
	}
	cmd := exec.Command(v.binary, args...)
	cmd.Stderr = os.Stderr
	return cmd
}

// memories are how much memory the solver is given: for everything, for a part, and
// for nothing, so that all states and records lie on disk.
var memories = []string{"4G", "4G", "40M", "1K"}

// round starts the solution, which goes on from where it is, and kills it at a random moment.
// A solution that comes to its end before is compared, and the next one begins anew; so is
// one that was killed while it wrote the table.
func (v *victim) round() error {
	found := v.where()
	if found.writing {
		v.log.finished++
		return v.goOn()
	}
	i := v.log.kills
	memory, threads := memories[rand.IntN(len(memories))], strconv.Itoa(1+rand.IntN(3))
	cmd := v.command("--threads", threads, "--memory", memory, "--checkpoint-every", "50ms")
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("the process to be killed: %w", err)
		}
		v.log.finished++
		return v.compare()
	case <-v.moment(i):
	}
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	if <-ended == nil {
		v.log.finished++
		return v.compare()
	}
	at := v.where()
	v.log.add(found, at)
	fmt.Printf("kill %d: %s threads, memory %s, from %v, killed at %v\n", v.log.kills, threads, memory, found, at)
	return nil
}

// moment returns a channel that closes when the i-th kill is due: after up to a third of
// the time that all takes; now and then while the table is being written, if it comes to
// that.
func (v *victim) moment(i int) <-chan struct{} {
	due := make(chan struct{})
	go func() {
		defer close(due)
		begin, wait := time.Now(), time.Duration(rand.Float64()*float64(v.took)/3)
		if i%7 != 5 {
			time.Sleep(wait)
			return
		}
		for !v.where().writing && time.Since(begin) < 3*v.took {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(wait / 4)
	}()
	return due
}

// goOn lets the solution come to its end.
func (v *victim) goOn() error {
	if err := v.command().Run(); err != nil {
		return fmt.Errorf("in the end: %w", err)
	}
	return v.compare()
}

// compare checks the table, removes it, and looks for files that should not be there.
func (v *victim) compare() error {
	got, err := os.ReadFile(v.table())
	if err != nil {
		return err
	}
	if !bytes.Equal(got, v.want) {
		return fmt.Errorf("another table after %d kills: %d bytes, want %d", v.log.kills, len(got), len(v.want))
	}
	if err := os.Remove(v.table()); err != nil {
		return err
	}
	left, err := os.ReadDir(v.folder)
	if err != nil || len(left) > 0 {
		return fmt.Errorf("left behind: %v, %v", left, err)
	}
	return nil
}
