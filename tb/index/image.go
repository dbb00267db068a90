package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Image is a combination of the symmetries of the rules, which change nothing in play. Each is its own
// inverse.
type Image uint8

// The symmetries; Same is neither.
const (
	Turn   Image = 1 << iota // colours exchanged, and the board turned with them
	Mirror                   // files reversed
	Same   Image = 0
)

// Images returns the images of p that may have least keys: p turned, if Black is to move and the
// rules turn, and the same mirrored, if the rules mirror. With a right to castle both are p as it is,
// since the symmetries leave castling out.
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

// SquareIn returns the image of a square; that of NoSquare is NoSquare.
func (ix *Indexer) SquareIn(im Image, sq geom.Square) geom.Square { return ix.maps[im&3].Map[sq] }

// SetIn returns the image of s, in a step for each square.
func (ix *Indexer) SetIn(im Image, s geom.Set) geom.Set {
	if im == Same {
		return s
	}
	return ix.maps[im&3].Set(s)
}
