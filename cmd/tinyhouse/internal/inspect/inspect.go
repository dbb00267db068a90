// Package inspect describes the contents of tables and certificates for the commands probe, stats
// and verify. Each result has a form for scripts, JSON by the tags of its fields, and one for
// users, its String.
package inspect

import (
	"errors"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/table"
)

// Move is a move and its value for the side that plays it.
type Move struct {
	Step
	solver.Value

	Move  board.Move  `json:"-"`
	Exact score.Exact `json:"-"`
}

// Moves returns the legal moves of p, a position of the table's own game, with their values, in the
// order of the move generator. A move that leads out of the table is an error.
func Moves(t *table.File, p *board.Position) ([]Move, error) {
	moves, err := boundedMoves(tableSource{t}, p)
	var all []Move
	for _, m := range moves {
		v := m.bounds.Lower
		all = append(all, Move{stepOf(t.Game(), p, m.move), solver.ValueOf(v), m.move, v})
	}
	return all, err
}

// tableSource is a table as a source, whose bounds are exact.
type tableSource struct{ *table.File }

// Bounds returns the value of a position as bounds.
func (t tableSource) Bounds(p *board.Position) (score.Bounds, error) {
	v, err := Value(t.File, p)
	return score.Bounds{Lower: v, Upper: v}, err
}

// errNotInTable is for positions of other material.
var errNotInTable = errors.New("not in the table")

// Value returns the value of a position. A position that is not in the table is an error.
func Value(t *table.File, p *board.Position) (score.Exact, error) {
	if o := t.Game().Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, nil
	}
	v, ok, err := t.Probe(p)
	switch {
	case err != nil || ok:
	case p.Castling() != 0:
		err = fmt.Errorf("%s: %w %s: no table holds positions with a right to castle", notation.FEN(t.Game(), p), errNotInTable, t.Name())
	default:
		err = fmt.Errorf("%s: %w %s, which holds %s and less", notation.FEN(t.Game(), p), errNotInTable, t.Name(), printable(t.Material()))
	}
	return v, err
}
