// Package verify reads whole tables with nothing but the rules: moves played forward, one
// ply deep. It shares the core with the solvers and nothing else, and may not import them,
// so it can judge what they made. Table checks every value; Survey counts and collects.
//
// # What a check proves
//
// Every number of a table that stands for a position must have a value, and that must be
// the best that its moves can reach: of each move the value of the position after it, from
// the rules where the game ends there and from the table elsewhere, one ply further away.
// A position without a move has the value of the rules in 0 plies. From this follows, for
// play without a move limit, that all values are right:
//
//	won, lost   by induction over the plies. A win in n has a move to a loss in n-1 and
//	            none to a shorter one; all moves of a loss in n lead to wins in at most
//	            n-1, one of them in n-1. In 0 plies the rules themselves have decided.
//	drawn       no move leads to a lost position and one leads to a drawn one. So the
//	            drawn positions are a closed set: whoever is in it can stay in it for
//	            ever, and no opponent who stays as well can be made to leave. Endless
//	            play is a draw.
//
// A move to a position of which the table has no value is an error, so a table without
// errors holds all that play can reach from what it holds. That this is everything the
// table claims to be about follows from a look at the slices of its material.
package verify

import (
	"cmp"
	"context"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// Options are how to read a table.
type Options struct {
	Threads  int                      // at least 1; 0 is 1
	Sample   int                      // look at about so many numbers, spread evenly; 0: at all
	Memory   int64                    // bytes for unpacked values; 0: 2 GiB. With less it takes longer
	Progress func(done, total uint64) // told how many numbers are done; nil: nobody. Never called twice at a time
}

// Report is what a check found.
type Report struct {
	Positions uint64  // looked at: both sides to move, all images
	Errors    uint64  // values that are wrong, and slices that are missing
	First     []Fault // the first errors in the order of the table, at most maxFaults
}

// maxFaults is how many errors are described.
const maxFaults = 10

// FaultKind says what is wrong.
type FaultKind uint8

// The kinds of faults.
const (
	WrongValue   FaultKind = iota // the moves say Want, and Move, unless it is NoMove, attains it
	NoSuccessor                   // the table has no value of the position after Move
	MissingSlice                  // the position belongs to the material, its slice is not in the table
)

// Fault is an error in a table.
type Fault struct {
	Kind     FaultKind
	Position board.Position
	Stored   dtm.Value // which need not be the value of anything
	Want     score.Exact
	Move     board.Move

	slice  int
	number uint64
}

// Table checks every value of t, or a sample of them, and that t holds all of its
// material. Errors in the values are counted in the report; the error says what kept the
// check from its end: a game that cannot be solved, a table that cannot be read, or ctx.
func Table(ctx context.Context, t *table.File, o Options) (Report, error) {
	if err := solver.Solvable(t.Game()); err != nil {
		return Report{}, err
	}
	if err := t.Check(); err != nil {
		return Report{}, err
	}
	s, err := newScan(ctx, t, o)
	if err != nil {
		return Report{}, err
	}
	missing, err := s.missing()
	if err != nil {
		return Report{}, err
	}
	checkers := make([]*checker, s.threads)
	err = s.run(ctx, func(i int) visitor {
		checkers[i] = &checker{scan: s}
		return checkers[i]
	})
	if err != nil {
		return Report{}, err
	}
	r := Report{Errors: uint64(len(missing)), First: missing}
	for _, c := range checkers {
		r.Positions += c.positions
		r.Errors += c.errors
		r.First = append(r.First, c.first...)
	}
	slices.SortFunc(r.First, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.slice, b.slice), cmp.Compare(a.number, b.number))
	})
	r.First = r.First[:min(len(r.First), maxFaults)]
	return r, nil
}
