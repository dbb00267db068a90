package unmove

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// anywhere is the set of all squares. As marked squares of pieces it says that all of them are
// promoted.
const anywhere = ^geom.Set(0)

// side describes the reverse moves of one colour.
type side struct {
	pieces  []pieces
	zone    geom.Set // where pieces promote
	victims []victim // the pieces that its moves can have captured
	pawn    *victim  // among the victims; nil without
	steps   board.PawnSteps
	home    geom.Set // where its pawns can be
}

// pieces are the pieces of one kind and form, promoted or not.
type pieces struct {
	kind    board.Kind
	marked  geom.Set // anywhere if they are promoted, otherwise none
	plain   *retreat // nil for pawns
	arrives geom.Set // targets of moves without promotion
	leaves  geom.Set // and their origins
	turning *retreat // of the form that promotes to this one shogi-style, or nil
	born    geom.Set // where a pawn may have promoted to these
	drops   geom.Set // where they may have been dropped
}

// victim is a kind and form of pieces that may have been captured.
type victim struct {
	kind   board.Kind
	marked geom.Set   // as in pieces
	home   geom.Set   // where it may have been
	held   board.Kind // its kind in the captor's hand
	by     Change
}

// newSide compiles the reverse moves of c.
func newSide(g *board.Game, c board.Color) side {
	v := g.Variant()
	s := side{zone: v.Promote.Zone[c], steps: *g.PawnSteps(c), home: g.PawnHome(c)}
	for k := range board.Kind(g.Kinds()) {
		switch {
		case k == board.King && !g.HasKing():
		case k == g.Pawn() && k != 0:
			s.pieces = append(s.pieces, pieces{kind: k, arrives: s.steps.Keeps, drops: g.DropZone(c, k)})
		default:
			s.pieces = append(s.pieces, newPieces(g, c, k, &s)...)
		}
		for _, marked := range []geom.Set{0, anywhere} {
			if k != board.King && (marked == 0 || promotable(g, k)) {
				s.victims = append(s.victims, newVictim(g, c, k, marked))
			}
		}
	}
	for i := range s.victims {
		if s.victims[i].kind == g.Pawn() {
			s.pawn = &s.victims[i]
		}
	}
	return s
}

// promotable reports whether pieces of kind k can be marked as promoted.
func promotable(g *board.Game, k board.Kind) bool {
	return g.HasPromotedForm(k) || g.HasCaptures() && slices.Contains(g.PawnSteps(board.White).To, k)
}

// newPieces compiles the pieces of kind k, which is not the pawn, in their one or two forms.
func newPieces(g *board.Game, c board.Color, k board.Kind, s *side) []pieces {
	base := newRetreat(g, c, k, false)
	plain := pieces{kind: k, plain: base, arrives: base.mobile, leaves: anywhere, drops: g.DropZone(c, k)}
	up := pieces{kind: k, marked: anywhere, plain: base, arrives: base.mobile, leaves: anywhere}
	born := &plain
	if g.HasCaptures() {
		born = &up
	}
	if slices.Contains(s.steps.To, k) {
		born.born = s.steps.Zone
	}
	if g.HasPromotedForm(k) {
		up.plain = newRetreat(g, c, k, true)
		up.arrives, up.turning = up.plain.mobile, base
		if g.Variant().Promote.PieceMandatory {
			plain.arrives &^= s.zone
			plain.leaves &^= s.zone
		}
	}
	if promotable(g, k) {
		return []pieces{plain, up}
	}
	return []pieces{plain}
}

// newVictim compiles the victims of c of kind k, promoted or not.
func newVictim(g *board.Game, c board.Color, k board.Kind, marked geom.Set) victim {
	v := victim{kind: k, marked: marked, home: g.Squares(), held: k, by: captureOf(k, marked != 0)}
	if k == g.Pawn() {
		v.home = g.PawnHome(c.Other())
	}
	if marked != 0 {
		v.held = g.Demoted(k)
	}
	return v
}

// fileLimit is the rule that a drop leaves at most count unpromoted pieces of a kind on a file.
type fileLimit struct {
	kind  board.Kind // 0: no such rule
	count int
	file  [geom.MaxSquares]geom.Set // by each of its squares
}

func newFileLimit(g *board.Game) fileLimit {
	d := g.Variant().Drop
	k, ok := g.KindOf(d.NoDoubled)
	if !ok || d.NoDoubled == 0 {
		return fileLimit{}
	}
	l := fileLimit{kind: k, count: max(d.NoDoubledCount, 1)}
	for sq := range g.Squares().All() {
		l.file[sq] = g.Geometry().FileSet(int(sq) % g.Geometry().Width)
	}
	return l
}
