package board

import "tinyhouse/engine/geom"

// Builder is a position under construction, for code that makes positions wholesale and
// knows them to be sound: the numbering of tables and the reverse moves. What belongs here
// writes sets and hands without looking at the rules and without keeping the key, which is
// wrong until Finish. Moves, counts, attacks and endings do not read the key.
type Builder struct{ Position }

// NewBuilder returns an empty board with the side to move, an en passant square that must fit
// the men still to come, and what both sides hold.
func NewBuilder(turn Color, ep geom.Square, hands [2]Hand) Builder {
	return Builder{Position{turn: turn & 1, ep: ep, hands: hands, fullmove: 1}}
}

// Place puts men of a colour and kind on empty squares.
func (d *Builder) Place(c Color, k Kind, men geom.Set) {
	d.kinds[k&7] |= men
	d.colors[c&1] |= men
}

// Remove takes men of a colour and kind off their squares; promoted marks stay.
func (d *Builder) Remove(c Color, k Kind, men geom.Set) {
	d.kinds[k&7] &^= men
	d.colors[c&1] &^= men
}

// TogglePromoted turns the promoted marks of squares on or off.
func (d *Builder) TogglePromoted(men geom.Set) { d.promoted ^= men }

// AddToHand adds n men to a hand; n may be negative.
func (d *Builder) AddToHand(c Color, k Kind, n int) { d.hands[c&1] = d.hands[c&1].with(k, n) }

// SetTurn sets the side to move.
func (d *Builder) SetTurn(c Color) { d.turn = c & 1 }

// SetEnPassant sets the square just passed over by a pawn, or NoSquare.
func (d *Builder) SetEnPassant(sq geom.Square) { d.ep = sq }

// ResetCounters takes the counters and castling rights back to those of a position set up anew.
func (d *Builder) ResetCounters() { d.clock, d.fullmove, d.castling = 0, 1, 0 }

// Finish computes the key and returns the position.
func (d *Builder) Finish() Position {
	d.key = d.keyFromScratch()
	return d.Position
}

// OpponentInCheck reports whether the king of the side not to move is attacked, which no position
// of a game allows.
func (g *Game) OpponentInCheck(p *Position) bool {
	them := p.turn&1 ^ 1
	king := p.Of(them, King)
	return g.hasKing && king != 0 && g.attacked(p, them^1, king.First(), p.Occupied())
}
