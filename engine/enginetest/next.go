package enginetest

import "tinyhouse/engine/board"

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
