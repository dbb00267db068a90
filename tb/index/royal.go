package index

import (
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Settled pairs: what belongs here tells where the pair that leads has settled the game,
// whatever else is on the board.
//
// It can where a side has lost with its only man of a kind, the vital one. Two such men
// settle the game if the one to move attacks the other, and so takes it and wins in one ply;
// or if the other has reached its goal: then either the game is over, or it stands
// there under attack and is taken.

// vitalOf returns the kind that a side must not lose; ok is false where there is none, where
// taking it may be against the rules, where other men can become one, or where a game may also
// be won by having no move or by other men at their goal.
func vitalOf(g *board.Game) (vital board.Kind, ok bool) {
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

// settlePairs finds the pairs of vital men that settle the game.
func (ix *Indexer) settlePairs() {
	vital, ok := vitalOf(ix.g)
	if !ok {
		return
	}
	ix.vital = vital
	end := &ix.g.Variant().End
	for us := range board.Color(2) {
		var goal geom.Set
		if end.Flag == ix.g.Letter(vital) {
			goal = end.FlagZone[us.Other()]
		}
		for ours := range ix.squares.All() {
			// On a full board only what nothing can block attacks beyond the next square.
			settled := (ix.g.Attacks(us, vital, false, ours, ix.squares) | goal) & ix.squares &^ geom.Of(ours)
			for theirs := range settled.All() {
				if us == board.White {
					ix.settled[us][ours] |= geom.Of(theirs)
				} else {
					ix.settled[us][theirs] |= geom.Of(ours)
				}
			}
		}
	}
}

// Royal returns the kind of which a side must not lose its only man; ok is false if there is
// none by which a pair can settle the game.
func (ix *Indexer) Royal() (k board.Kind, ok bool) { return ix.vital, ix.vital != 0 }

// HasRoyalPair reports whether vital men lead in s, so that they can settle the game: one of each
// side and none in hand. No move leads from there to where they do not, but those that end
// the game.
func (ix *Indexer) HasRoyalPair(s *Signature) bool {
	k := ix.vital
	return k != 0 && s.Count(board.White, k, false) == 1 && s.Count(board.Black, k, false) == 1 &&
		s.hands[board.White].Count(k)+s.hands[board.Black].Count(k) == 0
}

// Run is numbers that follow each other and have the same pair in the lead.
type Run struct {
	End          uint64      // the number after the last
	White, Black geom.Square // the pair; NoSquare where none leads
	Tie          bool        // some of the positions may be their own mirror images, or have two numbers
}

// RunAt returns the run of a number below Full.
func (t *Layout) RunAt(number uint64) Run {
	b := t.blockAt(number)
	r := Run{End: b.base + b.size, White: geom.NoSquare, Black: geom.NoSquare, Tie: b.frame.folds || b.frame.rival != 0}
	if t.leads {
		place := (number - b.base) / b.each
		p := b.frame.pairs[b.first+int(place)]
		r.End = b.base + (place+1)*b.each
		r.White, r.Black = p.white, p.black
		r.Tie = b.frame.rival != 0 || b.frame.lead[p.number()]>>leadTie&1 != 0
	}
	return r
}
