package board

import "tinyhouse/engine/geom"

// MaxUnits is the largest number of pieces, on the board and in both hands, of a position.
const MaxUnits = 127

// keySeed makes the keys the same in every run and on every machine.
const keySeed = 0x7468_6c69_7474_6c65

// zobrist holds the random words that make up a key. Source: chessprogramming wiki,
// Zobrist Hashing. One table serves all games.
type zobrist struct {
	piece    [2][MaxKinds][64]uint64
	promoted [64]uint64
	hand     [2][MaxKinds][MaxUnits + 1]uint64 // by count; none is 0
	castling [16]uint64
	ep       [65]uint64 // NoSquare is 0
	turn     uint64
}

var keys = newZobrist()

func newZobrist() *zobrist {
	z, r := new(zobrist), splitmix(keySeed)
	for c := range z.piece {
		for k := range z.piece[c] {
			r.fill(z.piece[c][k][:])
			r.fill(z.hand[c][k][1:])
		}
	}
	r.fill(z.promoted[:])
	r.fill(z.castling[1:])
	r.fill(z.ep[:64])
	z.turn = r.next()
	return z
}

// splitmix is the generator of Steele, Lea and Flood (2014), "Fast splittable
// pseudorandom number generators".
type splitmix uint64

func (r *splitmix) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *splitmix) fill(words []uint64) {
	for i := range words {
		words[i] = r.next()
	}
}

// keyFromScratch computes the key that the editing functions keep up to date.
func (p *Position) keyFromScratch() uint64 {
	key := keys.castling[p.castling&15] ^ keys.ep[p.ep]
	if p.turn == Black {
		key ^= keys.turn
	}
	for c := range p.colors {
		for k := range p.kinds {
			for sq := range p.Of(Color(c), Kind(k)).All() {
				key ^= keys.piece[c][k][sq]
			}
			key ^= keys.hand[c][k][p.hands[c].Count(Kind(k))&MaxUnits]
		}
	}
	for sq := range p.promoted.All() {
		key ^= keys.promoted[sq]
	}
	return key
}

// setEnPassant and setCastling keep the key beside the two small fields.
func (p *Position) setEnPassant(sq geom.Square) {
	p.key ^= keys.ep[p.ep] ^ keys.ep[sq]
	p.ep = sq
}

func (p *Position) setCastling(r Rights) {
	p.key ^= keys.castling[p.castling&15] ^ keys.castling[r&15]
	p.castling = r
}
