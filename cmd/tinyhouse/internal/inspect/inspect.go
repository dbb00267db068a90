// Package inspect says what tables and certificates hold, as people and scripts read it: of a
// position and its moves, of best play, of a whole file, and of what is wrong with one. Each
// has a form for JSON, by the tags of its fields, and one for people, its Text.
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

// Move is a move, its value for who plays it, and how to write it.
type Move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	solver.Value

	Move  board.Move  `json:"-"`
	Exact score.Exact `json:"-"`
}

// Moves returns the legal moves of p, a position of the table's own game, with their values, in the
// order of the generator. A move that leads out of the table is an error.
func Moves(t *table.File, p *board.Position) ([]Move, error) {
	var l board.List
	var next board.Position
	g := t.Game()
	g.Moves(p, &l)
	var all []Move
	for _, m := range l.All() {
		g.Apply(&next, p, m)
		after, err := Value(t, &next)
		if err != nil {
			return nil, err
		}
		v := after.Prev()
		all = append(all, Move{notation.Move(g, p, m), notation.SAN(g, p, m), solver.ValueOf(v), m, v})
	}
	return all, nil
}

// errNotHeld is for positions of other material.
var errNotHeld = errors.New("not in the table")

// Value returns the value of a position.
func Value(t *table.File, p *board.Position) (score.Exact, error) {
	if o := t.Game().Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, nil
	}
	v, ok, err := t.Probe(p)
	switch {
	case err != nil || ok:
	case p.Castling() != 0:
		err = fmt.Errorf("%s: %w %s: no table holds positions with a right to castle", notation.FEN(t.Game(), p), errNotHeld, t.Name())
	default:
		err = fmt.Errorf("%s: %w %s, which holds %s and less", notation.FEN(t.Game(), p), errNotHeld, t.Name(), t.Material())
	}
	return v, err
}
