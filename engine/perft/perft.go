// Package perft counts the leaves of the tree of legal moves: the measure by which move
// generators are checked against each other, and timed. Source: chessprogramming wiki, Perft.
package perft

import "tinyhouse/engine/board"

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

// Divide calls yield with every legal move of p and the leaves below it, until it returns
// false; their sum is Count. Depth is at least 1.
func Divide(g *board.Game, p *board.Position, depth int, yield func(board.Move, uint64) bool) {
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		if !yield(m, Count(g, &next, depth-1)) {
			return
		}
	}
}
