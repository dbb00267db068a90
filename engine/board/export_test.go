package board

import "tinyhouse/engine/geom"

// Reach returns what the piece on sq, king and pawns included, could capture there if all
// it reaches were enemies: attacks seen from the attacker, to compare with those seen from
// the target.
func (g *Game) Reach(p *Position, sq geom.Square) geom.Set {
	piece, _ := p.At(sq)
	switch piece.Kind {
	case King:
		return g.king[piece.Color].capture.reach(sq, p.Occupied())
	case g.pawn:
		t := &g.pawns[piece.Color]
		at := geom.Of(sq)
		return (at & t.canLeft).Rotate(t.left) | (at & t.canRight).Rotate(t.right)
	}
	return g.formOn(p, piece.Color, sq).capture.reach(sq, p.Occupied())
}

// Danger returns all squares attacked by c, found at once; ok is false in games where the
// core does not use that.
func (g *Game) Danger(p *Position, c Color) (s geom.Set, ok bool) {
	if !g.small {
		return 0, false
	}
	return g.danger(p, c, p.Occupied()), true
}
