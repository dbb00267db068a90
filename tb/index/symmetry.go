package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/symmetry"
)

// squareMap maps squares to their images. Castling does not count for the symmetries: no position with a
// right to castle is numbered, and no move gives one.
type squareMap struct{ symmetry.Map }

// Turned returns p with the colours exchanged, which has the same number where the rules have the
// colour turn. Its counters are those of a new game.
func (ix *Indexer) Turned(p *board.Position) board.Position {
	m := ix.maps[1]
	d := board.NewBuilder(p.Turn().Other(), m.Map[p.EnPassant()], [2]board.Hand{p.Hand(board.Black), p.Hand(board.White)})
	for c := range board.Color(2) {
		for k := range board.Kind(ix.kinds) {
			d.Place(c.Other(), k, m.Set(p.Of(c, k)))
		}
	}
	d.TogglePromoted(m.Set(p.Promoted()))
	return d.Finish()
}
