package board

import "tinyhouse/engine/internal/zobrist"

// keys are the random words of position keys.
var keys = zobrist.Keys

// keyFromScratch computes the key that the functions of edit.go update.
func (p *Position) keyFromScratch() uint64 {
	key := keys.Castling[p.castling&15] ^ keys.EnPassant[p.ep]
	if p.turn == Black {
		key ^= keys.Turn
	}
	for c := range p.colors {
		for k := range p.kinds {
			for sq := range p.Of(Color(c), Kind(k)).All() {
				key ^= keys.Piece[c][k][sq]
			}
			key ^= keys.Hand[c][k][p.hands[c].Count(Kind(k))&MaxUnits]
		}
	}
	for sq := range p.promoted.All() {
		key ^= keys.Promoted[sq]
	}
	return key
}
