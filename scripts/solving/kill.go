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
	"time"
)

// victim is a solution that is killed and resumed.
type victim struct {
	*tools
	work
	folder string
	want   []byte        // the table made without a break
	took   time.Duration // without a break

	kills, resumed, writing, finished int
}

// kill kills each work t.repeats times.
func (t *tools) kill(works []work) error {
	for _, w := range works {
		if err := t.killWork(w); err != nil {
			return fmt.Errorf("%v: %w", w, err)
		}
	}
	return nil
}

// killWork solves a work once without a break, then with kills, and compares the tables.
func (t *tools) killWork(w work) error {
	folder, err := os.MkdirTemp("", "kill")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	v := &victim{tools: t, work: w, folder: folder}
	begin := time.Now()
	if _, err := t.output(w.solve(v.table(), "--threads", "2")...); err != nil {
		return err
	}
	v.took = time.Since(begin)
	if v.want, err = os.ReadFile(v.table()); err != nil {
		return err
	}
	if err := os.Remove(v.table()); err != nil {
		return err
	}
	for v.kills < t.repeats {
		if err := v.round(); err != nil {
			return err
		}
	}
	if err := v.finish(); err != nil {
		return err
	}
	fmt.Printf("%v: %d kills, %d of them after a resume, %d while writing the table; %d runs finished in between; the same bytes each time\n",
		w, v.kills, v.resumed, v.writing, v.finished)
	return nil
}

func (v *victim) table() string { return filepath.Join(v.folder, "t.tht") }

// exists reports whether a file next to the table matches pattern.
func (v *victim) exists(pattern string) bool {
	found, _ := filepath.Glob(v.table() + pattern)
	return len(found) > 0
}

// memories are the limits of the runs: all states in memory, some on disk, all on disk.
var memories = []string{"4G", "4G", "40M", "1K"}

// round starts or resumes the solution and kills it at a random moment. It compares the table
// of a run that finishes before.
func (v *victim) round() error {
	resumes := v.exists(".checkpoint/manifest.json")
	cmd := exec.Command(v.binary, v.solve(v.table(), "--threads", strconv.Itoa(1+rand.IntN(3)),
		"--memory", memories[rand.IntN(len(memories))], "--checkpoint-every", "50ms")...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	select {
	case err = <-ended:
		if err != nil {
			return err
		}
	case <-v.moment():
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		err = <-ended
	}
	if err == nil {
		v.finished++
		return v.compare()
	}
	v.kills++
	if resumes {
		v.resumed++
	}
	if v.exists(".*.tmp") {
		v.writing++
	}
	return nil
}

// moment returns a channel that closes within a third of the time of a whole run or, one time
// in seven, while the table is being written.
func (v *victim) moment() <-chan struct{} {
	due := make(chan struct{})
	atWriting := v.kills%7 == 5
	go func() {
		defer close(due)
		begin, wait := time.Now(), time.Duration(rand.Float64()*float64(v.took)/3)
		for atWriting && !v.exists(".*.tmp") && time.Since(begin) < 3*v.took {
			time.Sleep(time.Millisecond)
			wait = wait % (100 * time.Millisecond)
		}
		time.Sleep(wait)
	}()
	return due
}

// finish lets the solution run to its end.
func (v *victim) finish() error {
	if _, err := v.output(v.solve(v.table())...); err != nil {
		return err
	}
	return v.compare()
}

// compare checks the table, removes it and looks for files that are left behind.
func (v *victim) compare() error {
	got, err := os.ReadFile(v.table())
	if err != nil {
		return err
	}
	if !bytes.Equal(got, v.want) {
		return fmt.Errorf("another table after %d kills: %d bytes, want %d", v.kills, len(got), len(v.want))
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
