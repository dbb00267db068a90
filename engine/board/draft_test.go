package board_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
)

// TestDraft takes positions of random games apart and puts them together again.
func TestDraft(t *testing.T) {
	for _, name := range []string{"tinyhouse", "crazyhouse", "dobutsu", "peasants"} {
		g := enginetest.Game(t, name)
		enginetest.Walk(t, g, rand.New(rand.NewPCG(1, 1)), 60, func(p *board.Position) {
			d := board.Blank(p.Turn(), p.EnPassant(), [2]board.Hand{})
			for c := range board.Color(2) {
				for k := range board.Kind(g.Kinds()) {
					d.Lay(c, k, p.Of(c, k)|geom.Of(5)&^p.Occupied())
					d.Lift(c, k, geom.Of(5)&^p.Occupied())
					d.Give(c, k, p.Hand(c).Count(k)+1)
					d.Give(c, k, -1)
				}
			}
			d.Mark(p.Promoted())
			q := d.Seal()
			if p.Castling() == 0 && q.Key() != p.Key() || q.Promoted() != p.Promoted() || g.Exposed(&q) {
				t.Fatalf("%s: %s became %s", name, notation.FEN(g, p), notation.FEN(g, &q))
			}
		})
	}
}

// TestExposed gives the move to a side whose opponent is in check.
func TestExposed(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	d := board.Blank(board.White, geom.NoSquare, [2]board.Hand{})
	wazir, _ := g.KindOf('w')
	d.Lay(board.White, board.King, geom.Of(0))
	d.Lay(board.Black, board.King, geom.Of(15))
	d.Lay(board.White, wazir, geom.Of(14))
	if !g.Exposed(&d.Position) {
		t.Error("a wazir beside the king is not seen")
	}
	d.SetTurn(board.Black)
	if g.Exposed(&d.Position) {
		t.Error("the side to move may be in check")
	}
}
