// Package verify checks tables and certificates by moves played forward, and surveys tables. It
// imports none of the solvers: no retrograde analysis, no moves taken back, no proof-number search.
//
// # What it shares with the solvers
//
//   - the rules and the moves: engine/rules, engine/board and, to name positions, engine/notation;
//   - the numbering of positions, with the symmetries and the signatures that play can reach: tb/index;
//   - the files: tb/table, tb/certificate and what these import;
//   - the reading of material: package solver.
//
// A mistake in the numbering would be in the table and in a check by numbers alike. So Table also
// looks up positions that package solver/internal/placements lists: it knows neither numbers nor
// signatures, reads the material itself, and finds the symmetries by playing. A mistake in the rules
// themselves stays; their tests compare them with a second implementation and other programs.
//
// # What a check of a table proves
//
// Every number of a position must have a value, which must be the best that the moves of the
// position reach: for each move the value of the position after it, one ply further away, by the
// rules where the game ends there and from the table elsewhere. A position without a move must
// have the value of the rules in 0 plies. Then, for play without a move limit, all values are
// right:
//
//	won, lost   by induction over the plies. A win in n has a move to a loss in n-1 and
//	            none to a shorter one; all moves of a loss in n lead to wins in at most
//	            n-1, one of them in n-1. In 0 plies the rules decide.
//	drawn       no move leads to a lost position and one leads to a drawn one. So each side
//	            can keep the game among the drawn positions, and endless play is a draw.
//
// A move to a position without a value in the table is an error, so a table without errors has
// all positions that play can reach from its own. Table also checks that these include all
// signatures of its material.
//
// # The positions of the material
//
// The check above reads one position for each number, the one that the number decodes to. That all
// positions of the material have a value, and each its own, follows from those that package
// placements lists. Each must have a number under which only images of it are found; and the table
// must count as many positions under each number as are found under it.
//
//	small spaces    all positions; they are those with up to some 67 million placements, legal or
//	                not. So the positions that the table counts are exactly those of the rules
//	others          a million random placements, and 250,000 positions of random games from such
//	                placements and from the start; the same in every run. With Options.Sample, no
//	                more of either than numbers are read
//
// The positions of a sample, and of small spaces all or one of several, are compared with their
// successors, too: where the numbering wrongly has a symmetry, that shows it even if play did not.
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

// Options configure how files are read.
type Options struct {
	Threads  int                      // at least 1; less means 1
	Sample   int                      // numbers or records to read, about, spread evenly; 0: all
	Memory   int64                    // bytes for layouts and unpacked values of tables; 0: 2 GiB. Less takes longer, and is an error if the layouts take more
	Progress func(done, total uint64) // called by one goroutine at a time; may be nil
}

// Report is the result of the check of a table.
type Report struct {
	Positions uint64  // checked: both sides to move, all images
	Errors    uint64  // wrong values and counts, positions and signatures that are missing
	First     []Fault // the first errors in the order of the table, at most maxFaults

	Placements uint64 // positions that the rules allow, which were looked up
	Complete   bool   // they are all that the rules allow
	Games      uint64 // positions of random games, which were looked up, too
}

// maxFaults is the number of errors that a report describes.
const maxFaults = 10

// FaultKind is a kind of error in a table.
type FaultKind uint8

// The kinds of errors in tables.
const (
	WrongValue       FaultKind = iota // the value should be Want, which Move, unless it is NoMove, reaches
	NoSuccessor                       // the table has no value of the position after Move
	MissingSignature                  // the table lacks the signature of the position, which is of its material
	NotFound                          // the table has no value of the position, which is of its material
	SharedNumber                      // the position has the number of another one, which is no image of it
	WrongCount                        // under the number of the position, the table counts Counted positions, the rules Found
)

// Fault is an error in a table.
type Fault struct {
	Kind     FaultKind
	Position board.Position
	Stored   dtm.Value // may be invalid
	Want     score.Exact
	Move     board.Move

	Counted, Found uint64

	signature int
	number    uint64
}

// Table checks the values of t, and that t has all signatures of its material. The report counts
// wrong values; the error says what stopped the check: a game that cannot be solved, a table
// that cannot be read, or ctx.
func Table(ctx context.Context, t *table.File, o Options) (Report, error) {
	if err := solver.Solvable(t.Game()); err != nil {
		return Report{}, err
	}
	if err := t.Check(ctx); err != nil {
		return Report{}, err
	}
	s, err := newScan(ctx, t, o)
	if err != nil {
		return Report{}, err
	}
	missing, err := s.missing(ctx)
	if err != nil {
		return Report{}, err
	}
	r := Report{Errors: uint64(len(missing)), First: missing}
	l, err := newListing(s)
	if err != nil {
		return Report{}, err
	}
	if err := l.run(ctx, &r); err != nil {
		return Report{}, err
	}
	if err := l.checkNumbers(ctx, &r); err != nil {
		return Report{}, err
	}
	slices.SortFunc(r.First, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.signature, b.signature), cmp.Compare(a.number, b.number))
	})
	r.First = r.First[:min(len(r.First), maxFaults)]
	return r, nil
}
