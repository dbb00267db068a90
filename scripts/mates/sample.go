package main

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Figures: what belongs here sums up what runs have taken.

// sample is one run of one program on one problem.
type sample struct {
	solved  bool // the claim is proved
	denied  bool // another value is claimed
	seconds float64
	nodes   uint64
}

// middle returns the median of some runs, where those that are not solved take longest.
func middle(runs []sample) sample {
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b sample) int {
		if a.solved != b.solved {
			return map[bool]int{true: -1, false: 1}[a.solved]
		}
		return cmp.Compare(a.seconds, b.seconds)
	})
	m := sorted[len(sorted)/2]
	for _, run := range runs {
		m.denied = m.denied || run.denied
	}
	return m
}

// least is the time that shorter ones count as in ratios: below it is only noise.
const least = 0.001

// cost returns the seconds that a run counts with, which is the limit where it found nothing.
func (s *sample) cost(limit time.Duration) float64 {
	if !s.solved {
		return limit.Seconds()
	}
	return max(s.seconds, least)
}

// total is what one program has done on some problems.
type total struct {
	solved  int
	cost    float64 // seconds, those not solved at the limit
	seconds float64 // as they were
	nodes   uint64
	median  float64 // of the costs
}

// sum adds up the runs of one program.
func sum(runs []sample, limit time.Duration) (t total) {
	var costs []float64
	for _, s := range runs {
		if s.solved {
			t.solved++
		}
		costs = append(costs, s.cost(limit))
		t.cost += s.cost(limit)
		t.seconds += s.seconds
		t.nodes += s.nodes
	}
	if len(costs) > 0 {
		slices.Sort(costs)
		t.median = costs[len(costs)/2]
	}
	return t
}

// speed returns nodes per second.
func (t *total) speed() float64 { return float64(t.nodes) / max(t.seconds, least) }

// ratio returns how many times as long the runs of a take as those of b, as the geometric
// mean over the problems that both solve, or over all, and how many these are.
func ratio(a, b []sample, limit time.Duration, all bool) (mean float64, n int) {
	logs := 0.0
	for i := range a {
		if all || a[i].solved && b[i].solved {
			logs += math.Log(a[i].cost(limit) / b[i].cost(limit))
			n++
		}
	}
	return math.Exp(logs / float64(max(n, 1))), n
}
