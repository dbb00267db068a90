package board

import (
	"slices"

	"tinyhouse/engine/geom"
)

// Fault is a set of reasons why a position is not legal. It is an error.
type Fault uint32

// The reasons.
const (
	OffBoard      Fault = 1 << iota // a piece beside the board
	NoSuchKind                      // a kind that the game lacks
	KingCount                       // a side does not have exactly one king
	OpponentCheck                   // the side not to move is in check
	PawnRank                        // a pawn where none of its colour can ever stand
	BadPromotion                    // a promoted mark on a piece that no promotion makes
	HandForbidden                   // pieces in hand in a game without drops, or a king in hand
	TooMany                         // more than MaxUnits pieces
	BadCastling                     // a castling right without its king or rook
	BadEnPassant                    // an en passant square without the double step behind it
	BadClock                        // a counter out of range
)

var faultTexts = [...]string{
	"a piece is off the board",
	"a piece is not one of this game",
	"each side needs exactly one king",
	"the side not to move is in check",
	"a pawn stands where no pawn of its colour can ever stand",
	"a piece is marked as promoted that no promotion makes",
	"a hand holds a piece that it cannot hold",
	"there are too many pieces",
	"a castling right lacks its king or rook",
	"no double step leads to the en passant square",
	"a move counter is out of range",
}

// Error lists the reasons.
func (f Fault) Error() string {
	text, sep := "board: ", ""
	for i, t := range faultTexts {
		if f>>i&1 != 0 {
			text += sep + t
			sep = "; "
		}
	}
	return text
}

// Faults returns the faults of a position whose sets are consistent: kings, pawns, castling
// rights, promoted marks and, if there is nothing else, checks.
func (g *Game) Faults(p *Position) Fault {
	var f Fault
	for _, c := range []Color{White, Black} {
		if g.hasKing && p.Of(c, King).Len() != 1 {
			f |= KingCount
		}
		if g.pawn != 0 && !p.Of(c, g.pawn).SubsetOf(g.PawnHome(c)) {
			f |= PawnRank
		}
		for side := range g.castles[c] {
			k := &g.castles[c][side]
			if p.castling&right(c, side) != 0 && !g.inPlace(p, c, k) {
				f |= BadCastling
			}
		}
	}
	if !p.promoted.SubsetOf(g.promotable(p)) {
		f |= BadPromotion
	}
	if f == 0 && g.checkers(p, p.turn.Other()) != 0 {
		f |= OpponentCheck
	}
	return f
}

// inPlace reports whether king and rook of c stand where castling k starts.
func (g *Game) inPlace(p *Position, c Color, k *castle) bool {
	rook, ok := g.KindOf(g.variant.Castle.Rook)
	return g.castling && ok && p.Of(c, King).Has(k.kingFrom) && p.Of(c, rook).Has(k.rookFrom)
}

// promotable returns the squares of p whose pieces may carry the promoted mark.
func (g *Game) promotable(p *Position) geom.Set {
	var s geom.Set
	for k := range Kind(g.kinds) {
		piece := g.piece(k)
		switch {
		case piece == nil:
		case piece.Promoted != 0:
			s |= p.kinds[k]
		case g.captures && slices.Contains(g.pawns[White].To, k):
			s |= p.kinds[k]
		}
	}
	return s
}
