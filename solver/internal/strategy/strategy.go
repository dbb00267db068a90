// Package strategy builds strategies that prove a value, and exports them as the records of a
// certificate: for each position in which the side with the strategy is to move, its move.
//
//	win graph        proves a win: distances to the end fall with every move (win.go)
//	draw strategy    proves that a side does not lose: every reply to its moves leads to a
//	                 position of the strategy or to an end of the game that it does not lose (draw.go)
//	enumeration      proves either, from exact values (enumeration.go)
//
// Both kinds are graphs, not trees: a position is in one once, whatever line leads there, so they
// need no care about repetition. They are built from what package dfpn has left in its table, which
// forgets; what is missing is searched again. Records rest on the rules alone: a value from a
// table of positions or from the analysis of pawns is replaced by moves.
package strategy

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/dfpn"
)

// Emit receives a record: the side to move of p has at least value v, a win or a draw, by move m.
type Emit = func(p *board.Position, m board.Move, v score.Exact) error

// ErrMemory says that the positions of a proof do not fit into memory.
var ErrMemory = fmt.Errorf("proof: %w for the positions of a proof", solver.ErrMemory)

var (
	errLost = errors.New("proof: a position of the proof has no known move")
	errLong = errors.New("proof: the win takes too many moves for a certificate")
)

// export emits one record for each position of a strategy: the roots, and every position that a
// reply leads to after the chosen move. Choose returns the move of a position and the value that
// it guarantees; isNew reports whether a position, or an equal one, has not come up before.
func export(ctx context.Context, g *board.Game, roots []board.Position, isNew func(*board.Position) bool,
	choose func(*board.Position) (board.Move, score.Exact, error), emit Emit) error {
	var open []board.Position
	add := func(p *board.Position) {
		if isNew(p) {
			open = append(open, *p)
		}
	}
	for i := range roots {
		add(&roots[i])
	}
	var replies board.List
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		m, v, err := choose(&p)
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = emit(&p, m, v)
		}
		if err != nil {
			return err
		}
		var after, next board.Position
		g.Apply(&after, &p, m)
		g.Moves(&after, &replies)
		for _, r := range replies.All() {
			g.Apply(&next, &after, r)
			if !g.Ended(&next).Over() {
				add(&next)
			}
		}
	}
	return nil
}

// newClasses returns a function that reports whether it sees a position, or a mirror image of it,
// for the first time.
func newClasses(s *dfpn.Shared, attacking bool) func(*board.Position) bool {
	seen := map[uint64]bool{}
	return func(p *board.Position) bool {
		id := s.Hasher.Class(p, attacking)
		if seen[id] {
			return false
		}
		seen[id] = true
		return true
	}
}

// replace returns m, the move of a position known, if p is the same but for its counters. Positions
// of pawns may have the same key and different moves; then it returns a move of p that is good.
func replace(g *board.Game, known, p *board.Position, m board.Move, good func(board.Move) bool) (board.Move, error) {
	if p.Key() == known.Key() && p.Color(board.White) == known.Color(board.White) && p.Turn() == known.Turn() {
		return m, nil
	}
	var moves board.List
	g.Moves(p, &moves)
	for _, m := range moves.All() {
		if good(m) {
			return m, nil
		}
	}
	return board.NoMove, errLost
}
