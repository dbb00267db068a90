package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Images: what belongs here lets others see positions through the symmetries of the rules,
// and number subsets of squares, without the numbering of positions.

// Image is a way to see a position that changes nothing in play: some of the symmetries that
// the rules have. Each is its own inverse.
type Image uint8

// The symmetries; Same is neither.
const (
	Turn   Image = 1 << iota // colours exchanged, and the board turned with them
	Mirror                   // files reversed
	Same   Image = 0
)

// Images returns the images of p that may have least keys: p turned, if Black is to move and
// the rules turn, and the same mirrored, if the rules have the mirror. With a right to castle
// it is p as it is, twice: the symmetries were not compared for castling.
func (ix *Indexer) Images(p *board.Position) (a, b Image) {
	if p.Castling() != 0 {
		return Same, Same
	}
	a = Image(ix.swaps(p))
	if b = a; ix.mirror {
		b ^= Mirror
	}
	return a, b
}

// SquareIn returns where an image has a square; NoSquare stays.
func (ix *Indexer) SquareIn(im Image, sq geom.Square) geom.Square { return ix.maps[im&3].to[sq] }

// SetIn returns where an image has the squares of s, a step for each of them.
func (ix *Indexer) SetIn(im Image, s geom.Set) geom.Set {
	if im == Same {
		return s
	}
	return ix.maps[im&3].set(s)
}

// Choose returns in how many ways k squares are chosen from n, up to 64; 0 if k is below 0 or
// above n.
func Choose(n, k int) uint64 { return choose(n, k) }

// Rank returns the number of s, below Choose, among the subsets of u of its size; s must be
// one. It costs a popcount for each square of s.
func Rank(s, u geom.Set) uint64 { return rank(s, u) }

// Unrank is the inverse of Rank: subset number r of those of u with k squares.
func Unrank(r uint64, k int, u geom.Set) geom.Set { return unrank(r, k, u) }
