// Package perft counts the leaves of the tree of legal moves, to check and to time move generators.
// Source: chessprogramming wiki, Perft.
package perft

import (
	"context"

	"tinyhouse/engine/board"
)

// MaxDepth is the largest depth of a count, beyond any that ends in a game with a choice of moves. It
// limits the memory, which is proportional to the depth.
const MaxDepth = 1000

// Count returns the number of sequences of depth legal moves from p, 1 for depth 0. It does not list
// the moves of the last ply. A larger depth than MaxDepth is a panic.
func Count(g *board.Game, p *board.Position, depth int) uint64 {
	w := newWalker(context.Background(), g, depth)
	return w.count(p, depth)
}

// Divide calls yield with every legal move of p and the number of leaves below it, which add up to
// Count. depth must be from 1 to MaxDepth. The error is that of ctx, which ends Divide soon.
func Divide(ctx context.Context, g *board.Game, p *board.Position, depth int, yield func(board.Move, uint64)) error {
	w := newWalker(ctx, g, depth)
	var l board.List
	var next board.Position
	g.Moves(p, &l)
	for _, m := range l.All() {
		g.Apply(&next, p, m)
		nodes := w.count(&next, depth-1)
		if w.err != nil {
			return w.err
		}
		yield(m, nodes)
	}
	return nil
}

// walker has a list of moves for each ply, so that a count allocates nothing.
type walker struct {
	g     *board.Game
	lists []board.List
	ctx   context.Context
	err   error // of ctx; counts are wrong from then on
}

func newWalker(ctx context.Context, g *board.Game, depth int) *walker {
	if depth > MaxDepth {
		panic("perft: a depth above MaxDepth")
	}
	return &walker{g: g, ctx: ctx, lists: make([]board.List, max(depth, 1))}
}

// checkDepth is the depth at which count checks the context. Below it are less than a second of work,
// and so many leaves that the check costs nothing.
const checkDepth = 4

func (w *walker) count(p *board.Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(w.g.Count(p))
	case depth == checkDepth && w.err == nil:
		w.err = w.ctx.Err()
	}
	if w.err != nil {
		return 0
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
