package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// sample is one run of the solver.
type sample struct {
	took      time.Duration
	positions uint64
	bytes     int64 // of the table
}

// measure times works with one thread and with two, in turns.
func (t *tools) measure(works []work) error {
	for _, w := range works {
		samples := map[int][]sample{}
		for range t.repeats {
			for threads := 1; threads <= 2; threads++ {
				s, err := t.timeOnce(w, threads)
				if err != nil {
					return fmt.Errorf("%v: %w", w, err)
				}
				samples[threads] = append(samples[threads], s)
			}
		}
		for threads := 1; threads <= 2; threads++ {
			report(w, threads, samples[threads])
		}
	}
	return nil
}

// timeOnce solves a work into a temporary folder.
func (t *tools) timeOnce(w work, threads int) (sample, error) {
	dir, err := os.MkdirTemp("", "solving")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	path, begin := filepath.Join(dir, "t.tht"), time.Now()
	s, err := t.summarize(w.solve(path, "--threads", strconv.Itoa(threads))...)
	if err != nil {
		return sample{}, err
	}
	took := time.Since(begin)
	info, err := os.Stat(path)
	if err != nil {
		return sample{}, err
	}
	return sample{took, s.Positions, info.Size()}, nil
}

// report prints the median run.
func report(w work, threads int, samples []sample) {
	slices.SortFunc(samples, func(a, b sample) int { return int(a.took - b.took) })
	s := samples[len(samples)/2]
	fmt.Printf("%v, %d threads: %.1f s (median of %d), %d positions, %.0f ns each, table %.3f bytes a position\n",
		w, threads, s.took.Seconds(), len(samples), s.positions,
		float64(s.took.Nanoseconds())/float64(s.positions), float64(s.bytes)/float64(s.positions))
}
