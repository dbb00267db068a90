package board

import (
	"slices"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// movement is how the pieces of one kind and colour move, promoted shogi-style or not.
type movement struct {
	kind     Kind
	color    Color
	class    class
	flip, or geom.Set // its pieces are those of kinds[kind] & (promoted^flip | or)
	capture  *reach.Table
	quiet    *reach.Table // the same as capture for most
	mobile   geom.Set     // where it may stand: everywhere, unless the variant forbids immobile pieces
	to       *movement    // of the shogi-style promoted form, or nil
}

// class selects the loop that counts the moves of a movement.
type class uint8

const (
	leaps     class = iota // one table lookup
	lameLeaps              // one magic lookup
	slides                 // one pair of lines
	slides2                // two pairs of lines
	mixed                  // anything
)

// compileMovements compiles every kind of c but the pawn.
func (g *Game) compileMovements(c Color) {
	for k := range Kind(g.kinds) {
		g.promotedKind[k] = k
		piece := g.piece(k)
		if piece == nil || piece.Role == rules.PawnRole {
			continue
		}
		f := g.newMovement(c, k, piece.Atoms)
		switch {
		case piece.Role == rules.RoyalKing:
			g.king[c] = f
			continue
		case piece.Promoted != 0:
			g.shogi = true
			g.promotedKind[k], _ = g.KindOf(piece.Promoted)
			up := g.newMovement(c, k, g.variant.Piece(piece.Promoted).Atoms)
			f.flip, f.or = ^geom.Set(0), 0
			up.flip, up.or = 0, 0
			f.to = &up
			g.movements[c] = append(g.movements[c], up)
		}
		g.movements[c] = append(g.movements[c], f)
	}
	for _, f := range g.movements[c] {
		g.promotes = g.promotes || f.to != nil || f.mobile != g.squares
	}
	slices.SortStableFunc(g.movements[c], func(a, b movement) int { return int(a.class) - int(b.class) })
}

// newMovement compiles a movement without its promotion.
func (g *Game) newMovement(c Color, k Kind, atoms []rules.Atom) movement {
	f := movement{kind: k, color: c, or: ^geom.Set(0), mobile: g.squares}
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

func (f *movement) classify() class {
	m := f.capture
	noLeaps := m.Leap == [65]geom.Set{}
	switch {
	case f.quiet != m:
		return mixed
	case len(m.Lames) == 0 && len(m.Slides) == 0:
		return leaps
	case noLeaps && len(m.Lames) == 1 && len(m.Slides) == 0:
		return lameLeaps
	case noLeaps && len(m.Lames) == 0 && len(m.Slides) == 1:
		return slides
	case noLeaps && len(m.Lames) == 0 && len(m.Slides) == 2:
		return slides2
	}
	return mixed
}

// targets returns the pseudo-legal targets of a piece on sq.
func (f *movement) targets(sq geom.Square, occ, own geom.Set) geom.Set {
	t := f.capture.From(sq, occ)
	if f.quiet != f.capture {
		t = t&occ | f.quiet.From(sq, occ)&^occ
	}
	return t &^ own
}

// pieces returns the squares of own whose pieces have movement f.
func (f *movement) pieces(p *Position, own geom.Set) geom.Set {
	return p.kinds[f.kind&7] & own & (p.promoted ^ f.flip | f.or)
}
