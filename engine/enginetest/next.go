package enginetest

import (
	"slices"

	"tinyhouse/engine/board"
)

// Moves returns the legal moves of p, in the order of Next.
func Moves(g *board.Game, p *board.Position) []board.Move {
	var l board.List
	g.Moves(p, &l)
	return slices.Clone(l.All())
}

// Next returns the positions after the moves of p, in their order.
func Next(g *board.Game, p *board.Position) []board.Position {
	var l board.List
	g.Moves(p, &l)
	all := make([]board.Position, l.Len())
	for i, m := range l.All() {
		g.Apply(&all[i], p, m)
	}
	return all
}
