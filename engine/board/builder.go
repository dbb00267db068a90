package board

import "tinyhouse/engine/geom"

// Builder is a position under construction, for code that knows what it builds to be sound. It does
// not check the rules, and the key is wrong until Finish. Moves, counts, attacks and endings do not
// read the key.
type Builder struct{ Position }

// NewBuilder returns an empty board with the side to move, an en passant square that must fit the
// pieces to come, and both hands.
func NewBuilder(turn Color, ep geom.Square, hands [2]Hand) Builder {
	return Builder{Position{turn: turn & 1, ep: ep, hands: hands, fullmove: 1}}
}

// Place puts pieces of a colour and kind on empty squares.
func (b *Builder) Place(c Color, k Kind, squares geom.Set) {
	b.kinds[k&7] |= squares
	b.colors[c&1] |= squares
}

// Remove empties squares of a colour and kind. Promoted marks stay.
func (b *Builder) Remove(c Color, k Kind, squares geom.Set) {
	b.kinds[k&7] &^= squares
	b.colors[c&1] &^= squares
}

// TogglePromoted flips the promoted marks of squares.
func (b *Builder) TogglePromoted(squares geom.Set) { b.promoted ^= squares }

// AddToHand adds n pieces to a hand; n may be negative.
func (b *Builder) AddToHand(c Color, k Kind, n int) { b.hands[c&1] = b.hands[c&1].with(k, n) }

// SetTurn sets the side to move.
func (b *Builder) SetTurn(c Color) { b.turn = c & 1 }

// SetEnPassant sets the square that a pawn has just passed over, or NoSquare.
func (b *Builder) SetEnPassant(sq geom.Square) { b.ep = sq }

// SetCastling sets the castling rights.
func (b *Builder) SetCastling(r Rights) { b.castling = r }

// SetCounters sets the plies without progress and the number of the next move.
func (b *Builder) SetCounters(clock, fullmove int) {
	b.clock, b.fullmove = uint16(clock), uint16(fullmove)
}

// ResetCounters sets counters and castling rights to those of a new position.
func (b *Builder) ResetCounters() { b.clock, b.fullmove, b.castling = 0, 1, 0 }

// Finish computes the key and returns the position.
func (b *Builder) Finish() Position {
	b.key = b.keyFromScratch()
	return b.Position
}
