package board

import (
	"slices"

	"tinyhouse/engine/geom"
)

// Setup is a position as written down, not necessarily one that can be: only New makes a
// Position of it.
type Setup struct {
	Pieces    [geom.MaxSquares]Piece
	Occupied  geom.Set // where Pieces counts
	Hands     [2][MaxKinds]int
	Turn      Color
	Castling  Rights
	EnPassant geom.Square // NoSquare: none
	Clock     int         // plies
	Fullmove  int         // from 1; 0 is read as 1
}

// Put places a piece.
func (s *Setup) Put(sq geom.Square, piece Piece) {
	s.Pieces[sq] = piece
	s.Occupied = s.Occupied.With(sq)
}

// Fault is a set of reasons why a set-up is no position of a game.
type Fault uint32

// The reasons.
const (
	OffBoard      Fault = 1 << iota // a piece beside the board
	NoSuchKind                      // a kind the game has not
	KingCount                       // not one king a side
	OpponentCheck                   // the side that has just moved left its king attacked
	PawnRank                        // a pawn where no pawn of its colour can ever stand
	BadPromotion                    // a promoted mark on a piece that no promotion makes
	HandForbidden                   // pieces in hand in a game without drops, or a king in hand
	TooMany                         // more pieces than a position holds
	BadCastling                     // a castling right without king and rook in place
	BadEnPassant                    // an en passant square without the double step behind it
	BadClock                        // a counter out of range
	lastFault
)

var faultTexts = [...]string{
	"a piece is off the board",
	"a piece is not one of this game",
	"each side needs exactly one king",
	"the side not to move is in check",
	"a pawn stands where none can ever stand",
	"a piece is marked as promoted that cannot be",
	"a piece is in hand that cannot be",
	"there are too many pieces",
	"a castling right lacks its king or rook",
	"the en passant square does not fit",
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

// maxClock bounds both counters, so that they cannot overflow in any real game.
const maxClock = 20000

// New returns the position that s describes. The error is a Fault with every reason why
// there is none. An en passant square that no pawn can use is dropped.
func (g *Game) New(s *Setup) (Position, error) {
	p := Position{ep: geom.NoSquare, turn: s.Turn & 1}
	if f := g.placeable(s); f != 0 {
		return Position{}, f
	}
	for sq := range s.Occupied.All() {
		piece := s.Pieces[sq]
		p.kinds[piece.Kind] |= geom.Of(sq)
		p.colors[piece.Color] |= geom.Of(sq)
		if piece.Promoted {
			p.promoted |= geom.Of(sq)
		}
	}
	for c := range s.Hands {
		for k, n := range s.Hands[c] {
			p.hands[c] = p.hands[c].with(Kind(k), n)
		}
	}
	p.clock, p.fullmove = uint16(s.Clock), uint16(max(s.Fullmove, 1))
	p.castling = s.Castling
	f := g.faults(&p)
	if s.EnPassant != geom.NoSquare {
		if !g.afterDoubleStep(&p, s.EnPassant) {
			f |= BadEnPassant
		} else if g.pawns[p.turn].attackedBy(s.EnPassant)&p.Of(p.turn, g.pawn) != 0 {
			p.ep = s.EnPassant
		}
	}
	if f != 0 {
		return Position{}, f
	}
	p.key = p.keyFromScratch()
	return p, nil
}

// placeable looks for faults that keep s from being held in a Position at all.
func (g *Game) placeable(s *Setup) Fault {
	var f Fault
	if !s.Occupied.SubsetOf(g.squares) {
		f |= OffBoard
	}
	units := s.Occupied.Len()
	for sq := range (s.Occupied & g.squares).All() {
		if piece := s.Pieces[sq]; !g.exists(piece.Kind) || piece.Color > Black {
			f |= NoSuchKind
		}
	}
	for c := range s.Hands {
		for k, n := range s.Hands[c] {
			switch {
			case n != 0 && (!g.exists(Kind(k)) || k == int(King) || !g.drops):
				f |= HandForbidden
			case n < 0 || n > MaxUnits:
				f |= TooMany
			default:
				units += n
			}
		}
	}
	if units > MaxUnits {
		f |= TooMany
	}
	if s.Clock < 0 || s.Clock > maxClock || s.Fullmove < 0 || s.Fullmove > maxClock {
		f |= BadClock
	}
	if s.Castling > WhiteKingSide|WhiteQueenSide|BlackKingSide|BlackQueenSide {
		f |= BadCastling
	}
	return f
}

// exists reports whether the game has kind k.
func (g *Game) exists(k Kind) bool { return int(k) < g.kinds && (k != King || g.hasKing) }

// faults looks for the faults of a position that is held in p.
func (g *Game) faults(p *Position) Fault {
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

// inPlace reports whether king and rook stand where castling k starts.
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

// afterDoubleStep reports whether a pawn of the side not to move may just have passed
// over sq.
func (g *Game) afterDoubleStep(p *Position, sq geom.Square) bool {
	them := p.turn.Other()
	t := &g.pawns[them]
	if g.pawn == 0 || !g.variant.Pawn.EnPassant || !t.Passed.Has(sq) {
		return false
	}
	now, before := geom.Of(sq).Rotate(t.Up), geom.Of(sq).Rotate(-t.Up)
	return p.Of(them, g.pawn)&now != 0 && (before|geom.Of(sq))&p.Occupied() == 0
}
