package board

import (
	"slices"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// compileForms builds the movers of every kind of c but the pawn's.
func (g *Game) compileForms(c Color) {
	for k := range Kind(g.kinds) {
		g.turned[k] = k
		piece := g.piece(k)
		if piece == nil || piece.Role == rules.PawnRole {
			continue
		}
		f := g.newForm(c, k, piece.Atoms)
		switch {
		case piece.Role == rules.RoyalKing:
			g.king[c] = f
			continue
		case piece.Promoted != 0:
			g.shogi = true
			g.turned[k], _ = g.KindOf(piece.Promoted)
			up := g.newForm(c, k, g.variant.Piece(piece.Promoted).Atoms)
			f.flip, f.or = ^geom.Set(0), 0
			up.flip, up.or = 0, 0
			f.to = &up
			g.forms[c] = append(g.forms[c], up)
		}
		g.forms[c] = append(g.forms[c], f)
	}
	for _, f := range g.forms[c] {
		g.promotes = g.promotes || f.to != nil || f.mobile != g.squares
	}
	slices.SortStableFunc(g.forms[c], func(a, b form) int { return int(a.class) - int(b.class) })
}

// newForm compiles one form; its promotion is left to the caller.
func (g *Game) newForm(c Color, k Kind, atoms []rules.Atom) form {
	f := form{kind: k, color: c, or: ^geom.Set(0), mobile: g.squares}
	f.capture = reach.New(g.geo, reach.Captures(atoms, c == Black))
	f.quiet = f.capture
	if slices.ContainsFunc(atoms, func(a rules.Atom) bool { return a.Capture != a.Quiet }) {
		f.quiet = reach.New(g.geo, reach.Quiets(atoms, c == Black))
	}
	f.class = f.classify()
	if g.variant.Drop.MobileOnly {
		f.mobile = f.quiet.Mobile(g.squares)
	}
	return f
}

func (f *form) classify() class {
	m := f.capture
	bare := m.Leap == [65]geom.Set{}
	switch {
	case f.quiet != m:
		return mixed
	case len(m.Lames) == 0 && len(m.Slides) == 0:
		return leaps
	case bare && len(m.Lames) == 1 && len(m.Slides) == 0:
		return lamely
	case bare && len(m.Lames) == 0 && len(m.Slides) == 1:
		return slides
	case bare && len(m.Lames) == 0 && len(m.Slides) == 2:
		return slides2
	}
	return mixed
}

// targets returns where a piece of form f on sq can go, own pieces left out, king safety
// not looked at.
func (f *form) targets(sq geom.Square, occ, own geom.Set) geom.Set {
	t := f.capture.From(sq, occ)
	if f.quiet != f.capture {
		t = t&occ | f.quiet.From(sq, occ)&^occ
	}
	return t &^ own
}

// squares returns where the pieces of form f among own stand.
func (f *form) squares(p *Position, own geom.Set) geom.Set {
	return p.kinds[f.kind&7] & own & (p.promoted ^ f.flip | f.or)
}
