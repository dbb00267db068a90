package board_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
)

// TestBuilder builds the positions of random games piece by piece.
func TestBuilder(t *testing.T) {
	for _, name := range []string{"tinyhouse", "crazyhouse", "dobutsu", "peasants"} {
		g := enginetest.Game(t, name)
		enginetest.Walk(t, g, rand.New(rand.NewPCG(1, 1)), 60, func(p *board.Position) {
			d := board.NewBuilder(p.Turn(), p.EnPassant(), [2]board.Hand{})
			for c := range board.Color(2) {
				for k := range board.Kind(g.Kinds()) {
					d.Place(c, k, p.Of(c, k)|geom.Of(5)&^p.Occupied())
					d.Remove(c, k, geom.Of(5)&^p.Occupied())
					d.AddToHand(c, k, p.Hand(c).Count(k)+1)
					d.AddToHand(c, k, -1)
				}
			}
			d.TogglePromoted(p.Promoted())
			q := d.Finish()
			if p.Castling() == 0 && q.Key() != p.Key() || q.Promoted() != p.Promoted() || g.OpponentInCheck(&q) {
				t.Fatalf("%s: %s became %s", name, notation.FEN(g, p), notation.FEN(g, &q))
			}
		})
	}
}

// TestOpponentInCheck checks both sides to move with one king in check.
func TestOpponentInCheck(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	d := board.NewBuilder(board.White, geom.NoSquare, [2]board.Hand{})
	wazir, _ := g.KindOf('w')
	d.Place(board.White, board.King, geom.Of(0))
	d.Place(board.Black, board.King, geom.Of(15))
	d.Place(board.White, wazir, geom.Of(14))
	if !g.OpponentInCheck(&d.Position) {
		t.Error("a wazir beside the king is not seen")
	}
	d.SetTurn(board.Black)
	if g.OpponentInCheck(&d.Position) {
		t.Error("the side to move may be in check")
	}
}
