package board

import "tinyhouse/engine/geom"

// These functions are the only writers of a Position in play. Each updates the key.

// put places a piece on an empty square.
func (p *Position) put(c Color, k Kind, sq geom.Square) {
	p.kinds[k&7] |= 1 << (sq & 63)
	p.colors[c&1] |= 1 << (sq & 63)
	p.key ^= keys.Piece[c&1][k&7][sq&63]
}

// remove empties the square of a piece. A promoted mark stays.
func (p *Position) remove(c Color, k Kind, sq geom.Square) {
	p.kinds[k&7] &^= 1 << (sq & 63)
	p.colors[c&1] &^= 1 << (sq & 63)
	p.key ^= keys.Piece[c&1][k&7][sq&63]
}

// relocate moves a piece to an empty square.
func (p *Position) relocate(c Color, k Kind, from, to geom.Square) {
	both := geom.Set(1)<<(from&63) | geom.Set(1)<<(to&63)
	p.kinds[k&7] ^= both
	p.colors[c&1] ^= both
	p.key ^= keys.Piece[c&1][k&7][from&63] ^ keys.Piece[c&1][k&7][to&63]
}

// togglePromoted flips the promoted mark of sq.
func (p *Position) togglePromoted(sq geom.Square) {
	p.promoted ^= 1 << (sq & 63)
	p.key ^= keys.Promoted[sq&63]
}

func (p *Position) addToHand(c Color, k Kind) {
	n := p.hands[c&1].Count(k)
	p.hands[c&1] = p.hands[c&1].with(k, 1)
	p.key ^= keys.Hand[c&1][k&7][n&MaxUnits] ^ keys.Hand[c&1][k&7][(n+1)&MaxUnits]
}

// removeFromHand needs a piece of kind k in the hand.
func (p *Position) removeFromHand(c Color, k Kind) {
	n := p.hands[c&1].Count(k)
	p.hands[c&1] = p.hands[c&1].with(k, -1)
	p.key ^= keys.Hand[c&1][k&7][n&MaxUnits] ^ keys.Hand[c&1][k&7][(n-1)&MaxUnits]
}

func (p *Position) setEnPassant(sq geom.Square) {
	p.key ^= keys.EnPassant[p.ep] ^ keys.EnPassant[sq]
	p.ep = sq
}

func (p *Position) setCastling(r Rights) {
	p.key ^= keys.Castling[p.castling&15] ^ keys.Castling[r&15]
	p.castling = r
}

func (p *Position) switchTurn() {
	p.turn ^= 1
	p.key ^= keys.Turn
}
