package index

import (
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// In some games without kings a side loses with its only piece of a kind, the royal kind. A pair of
// royal pieces is trivial, whatever else is on the board, if the one to move attacks the other, and
// so captures it and wins in one ply; or if the other has reached its goal: then the game is over,
// or the piece is under attack there and is captured.

// royalOf returns the royal kind. There is none (ok is false) if the capture of the last piece of
// the kind may be illegal, if other pieces can promote to the kind, or if a side may also win by
// stalemate or by another piece at its goal.
func royalOf(g *board.Game) (royal board.Kind, ok bool) {
	v, end := g.Variant(), &g.Variant().End
	if g.HasKing() || v.Drop.MobileOnly || len(end.Extinct) != 1 || end.ExtinctCount != 0 ||
		end.ExtinctIs != rules.Loss || end.Stalemate == rules.Win || end.Flag != 0 && end.Flag != end.Extinct[0] {
		return 0, false
	}
	k, ok := g.KindOf(end.Extinct[0])
	ok = ok && k != 0 && k != g.Pawn() && !g.HasPromotedForm(k) && strings.IndexByte(string(v.Promote.To), end.Extinct[0]) < 0
	for other := range board.Kind(g.Kinds()) {
		piece := v.Piece(g.Letter(other))
		ok = ok && (piece == nil || piece.Promoted != end.Extinct[0])
	}
	return k, ok
}

// findTrivialPairs finds the trivial pairs of royal pieces.
func (ix *Indexer) findTrivialPairs() {
	royal, ok := royalOf(ix.g)
	if !ok {
		return
	}
	ix.royal = royal
	end := &ix.g.Variant().End
	for us := range board.Color(2) {
		var goal geom.Set
		if end.Flag == ix.g.Letter(royal) {
			goal = end.FlagZone[us.Other()]
		}
		for ours := range ix.squares.All() {
			// What attacks on a full board attacks on any board.
			trivial := (ix.g.Attacks(us, royal, false, ours, ix.squares) | goal) & ix.squares &^ geom.Of(ours)
			for theirs := range trivial.All() {
				if us == board.White {
					ix.trivial[us][ours] |= geom.Of(theirs)
				} else {
					ix.trivial[us][theirs] |= geom.Of(ours)
				}
			}
		}
	}
}

// Royal returns the kind of the royal pieces. If the game has none that leading pairs use, ok is
// false.
func (ix *Indexer) Royal() (k board.Kind, ok bool) { return ix.royal, ix.royal != 0 }

// HasRoyalPair reports whether the royal pieces are the leading pair of s: each side has one, and
// none is in hand. No move leads from such a signature to another kind, except moves that end the
// game.
func (ix *Indexer) HasRoyalPair(s *Signature) bool {
	k := ix.royal
	return k != 0 && s.Count(board.White, k, false) == 1 && s.Count(board.Black, k, false) == 1 &&
		s.hands[board.White].Count(k)+s.hands[board.Black].Count(k) == 0
}

// Run is consecutive numbers with the same leading pair.
type Run struct {
	End          uint64      // the number after the last
	White, Black geom.Square // the pair; NoSquare without a leading pair
	Tie          bool        // some positions may be their own mirror images or have two numbers
}

// RunAt returns the run of a number below Full.
func (l *Layout) RunAt(number uint64) Run {
	b := l.segmentAt(number)
	r := Run{End: b.base + b.size, White: geom.NoSquare, Black: geom.NoSquare, Tie: b.section.folds || b.section.otherAttacker != 0}
	if l.leads {
		place := (number - b.base) / b.each
		p := b.section.pairs[b.first+int(place)]
		r.End = b.base + (place+1)*b.each
		r.White, r.Black = p.white, p.black
		r.Tie = b.section.otherAttacker != 0 || b.section.lead[p.number()]>>leadTie&1 != 0
	}
	return r
}
