// Package solver holds what all solvers share: the material that a table is about, and the
// summary of its values. It knows none of them: what solves, and how, is in the packages
// below it.
package solver

import (
	"fmt"
	"strings"

	"tinyhouse/engine/score"
)

// Result sums up the values of all positions of some material, for the side to move.
type Result struct {
	Variant    string
	Positions  uint64 // legal ones, both sides to move
	Wins       uint64
	Losses     uint64
	Draws      uint64
	Longest    score.Exact  // a longest forced win or loss; a draw where there is none
	LongestFEN string       // a position of that value, empty where there is none
	Start      *score.Exact // of the start position, nil where it is not among the positions
}

// Add counts n positions of one value. It calls fen, which returns the FEN of one of them,
// if the value is longer than all before it: of positions equally long the first stays.
func (r *Result) Add(value score.Exact, n int, fen func() string) {
	r.Positions += uint64(n)
	switch value.Outcome {
	case score.Win:
		r.Wins += uint64(n)
	case score.Loss:
		r.Losses += uint64(n)
	default:
		r.Draws += uint64(n)
		return
	}
	if r.LongestFEN == "" || value.Plies > r.Longest.Plies {
		r.Longest, r.LongestFEN = value, fen()
	}
}

// String returns the summary, a line for each figure; "-" stands for a longest win where
// nothing can be forced, and for a start that is not among the positions.
func (r *Result) String() string {
	longest, start := "-", "-"
	if r.LongestFEN != "" {
		longest = fmt.Sprint(r.Longest.Plies, " ", r.LongestFEN)
	}
	if r.Start != nil {
		start = r.Start.String()
	}
	var b strings.Builder
	for _, line := range [...]struct {
		name  string
		value any
	}{
		{"variant", r.Variant},
		{"positions", r.Positions},
		{"wins", r.Wins},
		{"losses", r.Losses},
		{"draws", r.Draws},
		{"longest", longest},
		{"start", start},
	} {
		fmt.Fprintf(&b, "%s: %v\n", line.name, line.value)
	}
	return b.String()
}
