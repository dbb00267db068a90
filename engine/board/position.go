package board

import "tinyhouse/engine/geom"

// Position is the state of a game that the rules need, without the positions before. It is a plain
// value: copy it, compare it with ==. The package comment shows the representation and the
// invariants.
type Position struct {
	kinds    [MaxKinds]geom.Set
	colors   [2]geom.Set
	promoted geom.Set
	hands    [2]Hand
	key      uint64
	fullmove uint16
	clock    uint16
	ep       geom.Square
	castling Rights
	turn     Color
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// Key returns the Zobrist key of all but the counters.
func (p *Position) Key() uint64 { return p.key }

// Occupied returns the squares with a piece on them.
func (p *Position) Occupied() geom.Set { return p.colors[White] | p.colors[Black] }

// Color returns the squares of the pieces of c.
func (p *Position) Color(c Color) geom.Set { return p.colors[c] }

// Kind returns the squares of the pieces of kind k of either colour.
func (p *Position) Kind(k Kind) geom.Set { return p.kinds[k] }

// Of returns the squares of the pieces of colour c and kind k.
func (p *Position) Of(c Color, k Kind) geom.Set { return p.colors[c] & p.kinds[k] }

// Promoted returns the squares of the promoted pieces that the rules treat differently: former
// pawns in games where captured pieces change hands, and pieces promoted shogi-style.
func (p *Position) Promoted() geom.Set { return p.promoted }

// Hand returns the hand of c.
func (p *Position) Hand(c Color) Hand { return p.hands[c] }

// Castling returns the castling rights of both sides.
func (p *Position) Castling() Rights { return p.castling }

// EnPassant returns the square behind a pawn that has just stepped twice, where an enemy
// pawn attacks it; otherwise NoSquare.
func (p *Position) EnPassant() geom.Square { return p.ep }

// Clock returns the number of plies since the last capture, pawn move or drop.
func (p *Position) Clock() int { return int(p.clock) }

// Fullmove returns the number of the move to be played, 1 at the start of a game.
func (p *Position) Fullmove() int { return int(p.fullmove) }

// KindAt returns the kind of the piece on sq, King for an empty square. It has no branch.
func (p *Position) KindAt(sq geom.Square) Kind {
	odd := p.kinds[1] | p.kinds[3] | p.kinds[5] | p.kinds[7]
	two := p.kinds[2] | p.kinds[3] | p.kinds[6] | p.kinds[7]
	four := p.kinds[4] | p.kinds[5] | p.kinds[6] | p.kinds[7]
	sq &= 63
	return Kind(odd>>sq&1 | two>>sq&1<<1 | four>>sq&1<<2)
}

// At returns the piece on sq; ok is false on an empty square or off the board.
func (p *Position) At(sq geom.Square) (piece Piece, ok bool) {
	if !p.Occupied().Has(sq) {
		return Piece{}, false
	}
	c := White
	if p.colors[Black].Has(sq) {
		c = Black
	}
	return Piece{Color: c, Kind: p.KindAt(sq), Promoted: p.promoted.Has(sq)}, true
}

// Hand holds the pieces of a side to drop: the count of kind k is bits 8k to 8k+7.
type Hand uint64

// Count returns how many pieces of kind k are in hand.
func (h Hand) Count(k Kind) int { return int(h >> (8 * k) & 255) }

// Len returns how many pieces are in hand.
func (h Hand) Len() int {
	n := 0
	for ; h != 0; h >>= 8 {
		n += int(h & 255)
	}
	return n
}

// with returns h with n more pieces of kind k; n may be negative.
func (h Hand) with(k Kind, n int) Hand { return h + Hand(n)<<(8*k) }

// Rights is a set of castling rights.
type Rights uint8

// The castling rights. The king side has the higher files.
const (
	WhiteKingSide Rights = 1 << iota
	WhiteQueenSide
	BlackKingSide
	BlackQueenSide

	AllRights Rights = 1<<iota - 1
)

// right returns the right of c to castle on side 0 (king's) or 1 (queen's).
func right(c Color, side int) Rights { return WhiteKingSide << (2*int(c) + side) }
