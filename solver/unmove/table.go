package unmove

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// This file compiles a game to the tables that reverse moves are read from.

// every is the set of all squares, on the board or not; as the marks of a man it says that
// the man is marked as promoted wherever it stands.
const every = ^geom.Set(0)

// side is what the moves of one colour can have been.
type side struct {
	men     []man
	zone    geom.Set // where men promote
	victims []victim // what its moves can have captured
	pawn    *victim  // the pawn among them, if there is one
	steps   board.PawnSteps
	home    geom.Set // where its pawns can stand
}

// man is the men of one kind, marked as promoted or not.
type man struct {
	kind    board.Kind
	marks   geom.Set // every if they are marked, none if not
	plain   *retreat // nil for pawns
	arrives geom.Set // where a move that promotes nothing may have ended
	leaves  geom.Set // and where it may have started
	turning *retreat // of the form that turned over into this one, or nil
	born    geom.Set // where a pawn may have become this
	drops   geom.Set // where it may have been dropped
}

// victim is a man that may have been captured.
type victim struct {
	kind  board.Kind
	marks geom.Set   // as in man
	home  geom.Set   // where it may have stood
	held  board.Kind // what it is in the captor's hand
	by    Change
}

// newSide compiles the moves of c.
func newSide(g *board.Game, c board.Color) side {
	v := g.Variant()
	s := side{zone: v.Promote.Zone[c], steps: *g.PawnSteps(c), home: g.PawnHome(c)}
	for k := range board.Kind(g.Kinds()) {
		switch {
		case k == board.King && !g.HasKing():
		case k == g.Pawn() && k != 0:
			s.men = append(s.men, man{kind: k, arrives: s.steps.Keeps, drops: g.DropZone(c, k)})
		default:
			s.men = append(s.men, newMen(g, c, k, &s)...)
		}
		for _, marks := range []geom.Set{0, every} {
			if k != board.King && (marks == 0 || promotable(g, k)) {
				s.victims = append(s.victims, newVictim(g, c, k, marks))
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

// promotable reports whether men of kind k can be marked as promoted.
func promotable(g *board.Game, k board.Kind) bool {
	return g.HasPromotedForm(k) || g.HasCaptures() && slices.Contains(g.PawnSteps(board.White).To, k)
}

// newMen compiles the men of kind k, no pawn, in their one or two forms.
func newMen(g *board.Game, c board.Color, k board.Kind, s *side) []man {
	base := newRetreat(g, c, k, false)
	plain := man{kind: k, plain: base, arrives: base.mobile, leaves: every, drops: g.DropZone(c, k)}
	up := man{kind: k, marks: every, plain: base, arrives: base.mobile, leaves: every}
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
		return []man{plain, up}
	}
	return []man{plain}
}

// newVictim compiles the men of kind k of the opponent of c, marked or not.
func newVictim(g *board.Game, c board.Color, k board.Kind, marks geom.Set) victim {
	v := victim{kind: k, marks: marks, home: g.Squares(), held: k, by: captureOf(k, marks != 0)}
	if k == g.Pawn() {
		v.home = g.PawnHome(c.Other())
	}
	if marks != 0 {
		v.held = g.Demoted(k)
	}
	return v
}

// lone is the rule that a file holds only so many men of a kind after a drop.
type lone struct {
	kind  board.Kind // 0: no such rule
	count int
	file  [geom.MaxSquares]geom.Set // by each of its squares
}

func newLone(g *board.Game) lone {
	d := g.Variant().Drop
	k, ok := g.KindOf(d.NoDoubled)
	if !ok || d.NoDoubled == 0 {
		return lone{}
	}
	l := lone{kind: k, count: max(d.NoDoubledCount, 1)}
	for sq := range g.Squares().All() {
		l.file[sq] = g.Geometry().FileSet(int(sq) % g.Geometry().Width)
	}
	return l
}

// endsEarly reports whether games can end while there are legal moves left.
func endsEarly(v *rules.Variant) bool { return v.End.Flag != 0 || v.End.Extinct != "" }
