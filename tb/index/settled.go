package index

import (
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
// taking it may be against the rules, or where a game may also be won by having no move or
// by other men at their goal.
func vitalOf(g *board.Game) (vital board.Kind, ok bool) {
	v, end := g.Variant(), &g.Variant().End
	if g.HasKing() || v.Drop.MobileOnly || len(end.Extinct) != 1 || end.ExtinctCount != 0 ||
		end.ExtinctIs != rules.Loss || end.Stalemate == rules.Win || end.Flag != 0 && end.Flag != end.Extinct[0] {
		return 0, false
	}
	k, ok := g.KindOf(end.Extinct[0])
	ok = ok && k != 0 && k != g.Pawn() && !g.Turns(k)
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
			settled := (ix.g.Reach(us, vital, false, ours, ix.squares) | goal) & ix.squares &^ geom.Of(ours)
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

// Vital returns the kind of which a side must not lose its only man; ok is false if there is
// none by which a pair can settle the game.
func (ix *Indexer) Vital() (k board.Kind, ok bool) { return ix.vital, ix.vital != 0 }

// Settling returns the squares on which the vital man of the side not to move settles the
// game, where the other's is on ours and us is to move.
func (ix *Indexer) Settling(us board.Color, ours geom.Square) geom.Set {
	if us == board.White {
		return ix.settled[us][ours&63]
	}
	var s geom.Set
	for white, blacks := range ix.settled[us&1] {
		if blacks.Has(ours) {
			s |= 1 << white
		}
	}
	return s
}
