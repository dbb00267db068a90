// Package setup makes positions from descriptions that may be unsound, such as the fields of a FEN.
package setup

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Spec describes a position that need not be legal.
type Spec struct {
	Pieces    [geom.MaxSquares]board.Piece
	Occupied  geom.Set // the squares on which Pieces counts
	Hands     [2][board.MaxKinds]int
	Turn      board.Color
	Castling  board.Rights
	EnPassant geom.Square // or NoSquare
	Clock     int         // plies
	Fullmove  int         // from 1; 0 is read as 1
}

// Put places a piece.
func (s *Spec) Put(sq geom.Square, piece board.Piece) {
	s.Pieces[sq] = piece
	s.Occupied = s.Occupied.With(sq)
}

// maxCounter limits both counters, so that no real game overflows them.
const maxCounter = 20000

// New returns the position that s describes. The error is a board.Fault with every reason why
// there is none. An en passant square that no pawn can use is dropped.
func New(g *board.Game, s *Spec) (board.Position, error) {
	if f := representable(g, s); f != 0 {
		return board.Position{}, f
	}
	b := board.NewBuilder(s.Turn, geom.NoSquare, [2]board.Hand{})
	for sq := range s.Occupied.All() {
		piece := s.Pieces[sq]
		b.Place(piece.Color, piece.Kind, geom.Of(sq))
		if piece.Promoted {
			b.TogglePromoted(geom.Of(sq))
		}
	}
	for c := range s.Hands {
		for k, n := range s.Hands[c] {
			b.AddToHand(board.Color(c), board.Kind(k), n)
		}
	}
	b.SetCounters(s.Clock, max(s.Fullmove, 1))
	b.SetCastling(s.Castling)
	f := g.Faults(&b.Position)
	if s.EnPassant != geom.NoSquare {
		us := s.Turn & 1
		if !afterDoubleStep(g, &b.Position, s.EnPassant) {
			f |= board.BadEnPassant
		} else if g.PawnSteps(us).AttackedBy(s.EnPassant)&b.Of(us, g.Pawn()) != 0 {
			b.SetEnPassant(s.EnPassant)
		}
	}
	if f != 0 {
		return board.Position{}, f
	}
	return b.Finish(), nil
}

// representable returns the faults that keep s from being held in a Position at all.
func representable(g *board.Game, s *Spec) board.Fault {
	var f board.Fault
	if !s.Occupied.SubsetOf(g.Squares()) {
		f |= board.OffBoard
	}
	units := s.Occupied.Len()
	for sq := range (s.Occupied & g.Squares()).All() {
		if piece := s.Pieces[sq]; !g.HasKind(piece.Kind) || piece.Color > board.Black {
			f |= board.NoSuchKind
		}
	}
	for c := range s.Hands {
		for k, n := range s.Hands[c] {
			switch {
			case n != 0 && (!g.HasKind(board.Kind(k)) || k == int(board.King) || !g.HasDrops()):
				f |= board.HandForbidden
			case n < 0 || n > board.MaxUnits:
				f |= board.TooMany
			default:
				units += n
			}
		}
	}
	if units > board.MaxUnits {
		f |= board.TooMany
	}
	if s.Clock < 0 || s.Clock > maxCounter || s.Fullmove < 0 || s.Fullmove > maxCounter {
		f |= board.BadClock
	}
	if s.Castling > board.AllRights {
		f |= board.BadCastling
	}
	return f
}

// afterDoubleStep reports whether a pawn of the side not to move may just have passed over sq.
func afterDoubleStep(g *board.Game, p *board.Position, sq geom.Square) bool {
	them := p.Turn().Other()
	t := g.PawnSteps(them)
	if g.Pawn() == 0 || !g.Variant().Pawn.EnPassant || !t.Passed.Has(sq) {
		return false
	}
	now, before := geom.Of(sq).Rotate(t.Up), geom.Of(sq).Rotate(-t.Up)
	return p.Of(them, g.Pawn())&now != 0 && (before|geom.Of(sq))&p.Occupied() == 0
}
