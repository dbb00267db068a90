package board

import "tinyhouse/engine/geom"

// Draft is a position under construction, for code that makes positions wholesale and
// knows them to be sound: the numbering of tables and the reverse moves. What belongs here
// writes sets and hands without looking at the rules and without keeping the key, which is
// wrong until Seal. Moves, counts, attacks and endings do not read the key.
type Draft struct{ Position }

// Blank returns an empty board with the side to move, an en passant square that must fit
// the men still to come, and what both sides hold.
func Blank(turn Color, ep geom.Square, hands [2]Hand) Draft {
	return Draft{Position{turn: turn & 1, ep: ep, hands: hands, fullmove: 1}}
}

// Lay puts men of a colour and kind on empty squares.
func (d *Draft) Lay(c Color, k Kind, men geom.Set) {
	d.kinds[k&7] |= men
	d.colors[c&1] |= men
}

// Lift takes men of a colour and kind off their squares; promoted marks stay.
func (d *Draft) Lift(c Color, k Kind, men geom.Set) {
	d.kinds[k&7] &^= men
	d.colors[c&1] &^= men
}

// Mark turns the promoted marks of squares on or off.
func (d *Draft) Mark(men geom.Set) { d.promoted ^= men }

// Give adds n men to a hand; n may be negative.
func (d *Draft) Give(c Color, k Kind, n int) { d.hands[c&1] = d.hands[c&1].with(k, n) }

// SetTurn sets the side to move.
func (d *Draft) SetTurn(c Color) { d.turn = c & 1 }

// SetEnPassant sets the square just passed over by a pawn, or NoSquare.
func (d *Draft) SetEnPassant(sq geom.Square) { d.ep = sq }

// Reset takes the counters and castling rights back to those of a position set up anew.
func (d *Draft) Reset() { d.clock, d.fullmove, d.castling = 0, 1, 0 }

// Seal computes the key and returns the position.
func (d *Draft) Seal() Position {
	d.key = d.keyFromScratch()
	return d.Position
}

// Exposed reports whether the king of the side not to move is attacked, which no position
// of a game allows.
func (g *Game) Exposed(p *Position) bool {
	them := p.turn&1 ^ 1
	king := p.Of(them, King)
	return g.hasKing && king != 0 && g.attacked(p, them^1, king.First(), p.Occupied())
}
