package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// tally counts what an attack did. It may be used by any number of goroutines.
type tally struct {
	*harness
	name   string
	begin  time.Time
	took   time.Duration
	mu     sync.Mutex
	faults int
	count  [columns]int
}

// column is a column of the report.
type column int

const (
	tried    column = iota
	refused         // with an error that says why
	accepted        // and right
	killed          // runs
	// What must not happen.
	false_
	lost // killed runs that cannot be resumed, or end with another result
	hung
	crashed
	greedy // took more memory than allowed
	columns
)

var headings = [columns]string{"tried", "refused", "accepted", "killed", "false", "lost", "hung", "crashed", "greedy"}

// add counts n events.
func (t *tally) add(c column, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count[c] += n
}

// maxShown is how many faults of an attack are described.
const maxShown = 20

// fault counts and describes something that must not happen.
func (t *tally) fault(c column, format string, args ...any) {
	t.add(c, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.faults++; t.faults <= maxShown {
		fmt.Fprintf(t.log, "%s: %s: %s\n", t.name, headings[c], fmt.Sprintf(format, args...))
	}
}

// broken reports whether something happened that must not.
func (t *tally) broken() bool {
	for c := false_; c < columns; c++ {
		if t.count[c] > 0 {
			return true
		}
	}
	return false
}

// row returns the counts as a line.
func (t *tally) row() string {
	line := fmt.Sprintf("%-24s", t.name)
	for _, n := range t.count {
		line += fmt.Sprintf("%10d", n)
	}
	return line + fmt.Sprintf("%9.0f", t.took.Seconds())
}

// report prints all counts. The error says which attacks broke something.
func report(out io.Writer, all []*tally) error {
	line := fmt.Sprintf("%-24s", "attack")
	for _, h := range headings {
		line += fmt.Sprintf("%10s", h)
	}
	fmt.Fprintln(out, line+"  seconds")
	sum := &tally{name: "all"}
	var bad []string
	for _, t := range all {
		fmt.Fprintln(out, t.row())
		for c, n := range t.count {
			sum.count[c] += n
		}
		sum.took += t.took
		if t.broken() {
			bad = append(bad, t.name)
		}
	}
	fmt.Fprintln(out, sum.row())
	if len(bad) > 0 {
		return fmt.Errorf("broken by %q", bad)
	}
	return nil
}

// each calls f with 0 to n-1, t.jobs at a time, and returns the first error.
func (t *tally) each(n int, f func(i int) error) error {
	var (
		wait  sync.WaitGroup
		next  atomic.Int64
		mu    sync.Mutex
		first error
	)
	for range max(t.jobs, 1) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := f(i); err != nil {
					mu.Lock()
					if first == nil {
						first = err
					}
					mu.Unlock()
					next.Store(int64(n))
				}
			}
		})
	}
	wait.Wait()
	return first
}
