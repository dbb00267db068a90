package board

import "tinyhouse/engine/geom"

// Move is a move in 16 bits. Only this file knows their layout:
//
//	15    14..12  11..6  5..0
//	drop  kind    from   to
//
// A move on the board has kind 0, or the kind that a pawn promotes to; a shogi-style promotion has
// the kind of the moving piece. Castling goes from the king's square to its own rook's. A drop has
// the kind dropped, and from = to.
type Move uint16

// NoMove is no legal move: it stays on the first square.
const NoMove Move = 0

const dropBit Move = 1 << 15

// NewMove returns the move of a piece between two squares.
func NewMove(from, to geom.Square) Move { return Move(from)<<6 | Move(to) }

// NewPromotion returns a move that promotes to kind k.
func NewPromotion(from, to geom.Square, k Kind) Move { return NewMove(from, to) | Move(k)<<12 }

// NewDrop returns the drop of a piece of kind k.
func NewDrop(k Kind, to geom.Square) Move { return dropBit | NewPromotion(to, to, k) }

// To returns the target square; of castling, the square of the rook.
func (m Move) To() geom.Square { return geom.Square(m & 63) }

// From returns the square of departure; of a drop, the target square.
func (m Move) From() geom.Square { return geom.Square(m >> 6 & 63) }

// Kind returns the kind promoted to or dropped, 0 for any other move.
func (m Move) Kind() Kind { return Kind(m >> 12 & 7) }

// IsDrop reports whether m is a drop.
func (m Move) IsDrop() bool { return m&dropBit != 0 }

// IsPromotion reports whether m promotes.
func (m Move) IsPromotion() bool { return m&^(1<<12-1) != 0 && m < dropBit }
