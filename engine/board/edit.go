package board

import "tinyhouse/engine/geom"

// The functions of this file and setEnPassant, setCastling beside the keys are the only
// writers of a position's sets, hands and key; each keeps the key.

// put places a piece on an empty square.
func (p *Position) put(c Color, k Kind, sq geom.Square) {
	p.kinds[k&7] |= 1 << (sq & 63)
	p.colors[c&1] |= 1 << (sq & 63)
	p.key ^= keys.piece[c&1][k&7][sq&63]
}

// lift takes a piece off its square; its promoted mark, if any, must go separately.
func (p *Position) lift(c Color, k Kind, sq geom.Square) {
	p.kinds[k&7] &^= 1 << (sq & 63)
	p.colors[c&1] &^= 1 << (sq & 63)
	p.key ^= keys.piece[c&1][k&7][sq&63]
}

// shift moves a piece from its square to an empty one.
func (p *Position) shift(c Color, k Kind, from, to geom.Square) {
	both := geom.Set(1)<<(from&63) | geom.Set(1)<<(to&63)
	p.kinds[k&7] ^= both
	p.colors[c&1] ^= both
	p.key ^= keys.piece[c&1][k&7][from&63] ^ keys.piece[c&1][k&7][to&63]
}

// mark turns the promoted mark of sq on or off.
func (p *Position) mark(sq geom.Square) {
	p.promoted ^= 1 << (sq & 63)
	p.key ^= keys.promoted[sq&63]
}

// give adds a piece to a hand.
func (p *Position) give(c Color, k Kind) {
	n := p.hands[c&1].Count(k)
	p.hands[c&1] = p.hands[c&1].with(k, 1)
	p.key ^= keys.hand[c&1][k&7][n&MaxUnits] ^ keys.hand[c&1][k&7][(n+1)&MaxUnits]
}

// take removes a piece from a hand that has one.
func (p *Position) take(c Color, k Kind) {
	n := p.hands[c&1].Count(k)
	p.hands[c&1] = p.hands[c&1].with(k, -1)
	p.key ^= keys.hand[c&1][k&7][n&MaxUnits] ^ keys.hand[c&1][k&7][(n-1)&MaxUnits]
}

// pass hands the move to the other side.
func (p *Position) pass() {
	p.turn ^= 1
	p.key ^= keys.turn
}
