// Package perft counts the leaves of the tree of legal moves: the measure by which move
// generators are checked against each other, and timed. Source: chessprogramming wiki, Perft.
package perft

import (
	"context"

	"tinyhouse/engine/board"
)

// Count returns the number of sequences of depth legal moves from p; 1 for depth 0. The
// last ply is counted, not listed.
func Count(g *board.Game, p *board.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := walker{g: g, lists: make([]board.List, depth)}
	return w.count(p, depth)
}

// walker has one list of moves a ply, so that a count allocates nothing.
type walker struct {
	g     *board.Game
	lists []board.List
}

func (w *walker) count(p *board.Position, depth int) uint64 {
	if depth == 1 {
		return uint64(w.g.Count(p))
	}
	var nodes uint64
	var next board.Position
	l := &w.lists[depth-1]
	w.g.Moves(p, l)
	for _, m := range l.All() {
		w.g.Apply(&next, p, m)
		if depth == 2 {
			nodes += uint64(w.g.Count(&next))
		} else {
			nodes += w.count(&next, depth-1)
		}
	}
	return nodes
}

// Divide calls yield with every legal move of p and the leaves below it; their sum is
// Count. Depth is at least 1. It returns nil, or soon after ctx is done its error.
func Divide(ctx context.Context, g *board.Game, p *board.Position, depth int, yield func(board.Move, uint64)) error {
	return each(g, p, func(m board.Move, next *board.Position) error {
		nodes, err := countUntil(ctx, g, next, depth-1)
		if err == nil {
			yield(m, nodes)
		}
		return err
	})
}

// atOnce is the depth that is counted without a look at the context: below a second in
// any game.
const atOnce = 3

// countUntil is Count that returns the error of ctx soon after it is done.
func countUntil(ctx context.Context, g *board.Game, p *board.Position, depth int) (nodes uint64, err error) {
	if depth <= atOnce {
		return Count(g, p, depth), ctx.Err()
	}
	err = each(g, p, func(_ board.Move, next *board.Position) error {
		n, err := countUntil(ctx, g, next, depth-1)
		nodes += n
		return err
	})
	return nodes, err
}

// each calls f with every legal move of p and the position after it, up to the first error.
func each(g *board.Game, p *board.Position, f func(board.Move, *board.Position) error) error {
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		if err := f(m, &next); err != nil {
			return err
		}
	}
	return nil
}
