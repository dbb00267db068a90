// Command solve times the strong solver: whole runs of the program, with their peak memory.
//
//	solve BINARY ROUNDS WORK...
//
// A work is VARIANT:MATERIAL:SECONDS, where material may be empty (the start's) and seconds
// are another program's for the same work, or empty. Every work runs with one thread and with
// two, ROUNDS times each, in turns; medians are printed.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "solve:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("want BINARY ROUNDS WORK..., have %q", args)
	}
	rounds, err := strconv.Atoi(args[1])
	if err != nil || rounds < 1 {
		return fmt.Errorf("%q rounds", args[1])
	}
	for _, text := range args[2:] {
		fields := strings.Split(text, ":")
		if len(fields) != 3 {
			return fmt.Errorf("%q: want VARIANT:MATERIAL:SECONDS", text)
		}
		w := work{binary: args[0], variant: fields[0], material: fields[1], peer: fields[2]}
		if err := w.measure(rounds); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// work is one thing to solve.
type work struct {
	binary, variant, material, peer string
}

// sample is one run.
type sample struct {
	time      time.Duration
	bytes     int64 // peak memory
	positions uint64
	plies     int
	table     int64
}

func (w *work) measure(rounds int) error {
	samples := map[int][]sample{}
	for range rounds {
		for threads := 1; threads <= 2; threads++ {
			s, err := w.once(threads)
			if err != nil {
				return err
			}
			samples[threads] = append(samples[threads], s)
		}
	}
	for threads := 1; threads <= 2; threads++ {
		w.report(threads, samples[threads])
	}
	return nil
}

// once solves into a folder that goes away again.
func (w *work) once(threads int) (sample, error) {
	dir, err := os.MkdirTemp("", "solve")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	args := []string{"solve", "--variant", w.variant, "--threads", strconv.Itoa(threads), "--out", filepath.Join(dir, "t.tht"), "--json", "--log-level", "error"}
	switch {
	case strings.Contains(w.material, "v"):
		args = append(args, "--material", w.material)
	case w.material != "":
		args = append(args, "--units", w.material)
	}
	cmd := exec.Command(w.binary, args...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	out, err := cmd.Output()
	if err != nil {
		return sample{}, err
	}
	s := sample{time: time.Since(start), bytes: peak(cmd.ProcessState)}
	return s, s.read(out)
}

// read takes the figures from the program's summary.
func (s *sample) read(out []byte) error {
	var r struct {
		Positions uint64
		Longest   *struct{ Plies int }
		Table     struct{ Bytes int64 }
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return fmt.Errorf("%w in %.200q", err, out)
	}
	s.positions, s.table = r.Positions, r.Table.Bytes
	if r.Longest != nil {
		s.plies = r.Longest.Plies
	}
	return nil
}

func (w *work) report(threads int, samples []sample) {
	slices.SortFunc(samples, func(a, b sample) int { return int(a.time - b.time) })
	s := samples[len(samples)/2]
	name := strings.TrimSpace(w.variant + " " + w.material)
	fmt.Printf("%s, %d threads: %.1f s (median of %d), %d positions, %.0f ns each, %d rounds, %.0f ms each, peak %d MB, table %.3f bytes a position",
		name, threads, s.time.Seconds(), len(samples), s.positions, float64(s.time.Nanoseconds())/float64(s.positions),
		s.plies+1, s.time.Seconds()*1000/float64(s.plies+1), s.bytes>>20, float64(s.table)/float64(s.positions))
	if peer, err := strconv.ParseFloat(w.peer, 64); err == nil && threads == 1 {
		fmt.Printf(", %.2f times the speed of the other program (%.0f s)", peer/s.time.Seconds(), peer)
	}
	fmt.Println()
}
