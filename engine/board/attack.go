package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// Attacks come in two sorts. Leaps cannot be blocked: one row of a guard holds, kind by
// kind, where attackers of a square stand. Sliders and lame leapers attack along a ray:
// the attack is there while every square in between is empty. Attacks are
// looked at from the target, because a lame leaper's are not symmetric: a horse's leg is
// beside the horse.

// on returns the squares of a guard's row on which its pieces stand, of either colour.
func (gu *guard) on(p *Position, sq geom.Square) geom.Set {
	r := &gu.plain[sq&63]
	if !gu.turns {
		return r[0]&p.kinds[0] | r[1]&p.kinds[1] | r[2]&p.kinds[2] | r[3]&p.kinds[3] |
			r[4]&p.kinds[4] | r[5]&p.kinds[5] | r[6]&p.kinds[6] | r[7]&p.kinds[7]
	}
	up := &gu.promoted[sq&63]
	var s geom.Set
	for k := range r {
		s |= p.kinds[k] & (r[k]&^p.promoted | up[k]&p.promoted)
	}
	return s
}

// HasRays reports whether there are attacks that a piece in between stops.
func (g *Game) HasRays() bool { return len(g.rays[White])+len(g.rays[Black]) > 0 }

// men returns the squares of pieces that attack sq along r if they are of its colour and
// nothing is in the way.
func (r *ray) men(p *Position, sq geom.Square) geom.Set {
	return r.from[sq&63] & p.kinds[r.kind&7] & (p.promoted ^ r.flip | r.or)
}

// Attackers returns the pieces of c that attack sq when only the squares of occ are
// occupied; only those on occ count.
func (g *Game) Attackers(p *Position, c Color, sq geom.Square, occ geom.Set) geom.Set {
	theirs := p.colors[c&1] & occ
	s := g.guards[c&1].on(p, sq)
	rays := g.rays[c&1]
	for i := range rays {
		r := &rays[i]
		for maybe := r.men(p, sq) & theirs; maybe != 0; maybe &= maybe - 1 {
			if from := maybe.First() & 63; r.between[sq&63][from]&occ == 0 {
				s |= 1 << from
			}
		}
	}
	return s & theirs
}

// attacked reports whether a piece of c attacks sq, as attackers does, but stops at the
// first.
func (g *Game) attacked(p *Position, c Color, sq geom.Square, occ geom.Set) bool {
	theirs := p.colors[c&1] & occ
	if g.guards[c&1].on(p, sq)&theirs != 0 {
		return true
	}
	rays := g.rays[c&1]
	for i := range rays {
		r := &rays[i]
		for maybe := r.men(p, sq) & theirs; maybe != 0; maybe &= maybe - 1 {
			if r.between[sq&63][maybe.First()&63]&occ == 0 {
				return true
			}
		}
	}
	return false
}

// danger returns every square that a piece of c attacks when the squares of occ are
// occupied. On a small board this is quicker than asking for the attackers of each.
func (g *Game) danger(p *Position, c Color, occ geom.Set) geom.Set {
	theirs := p.colors[c&1]
	crew := &g.crews[c&1]
	d := crew.king[(p.kinds[King]&theirs).First()&63]
	if men := p.kinds[g.pawn&7] & theirs; men != 0 && g.pawn != 0 {
		t := &g.pawns[c&1]
		d |= (men & t.CanLeft).Rotate(t.Left) | (men & t.CanRight).Rotate(t.Right)
	}
	for i := range crew.leapers {
		l := &crew.leapers[i]
		men := p.kinds[l.kind&7] & theirs
		d |= l.leap[men.First()]
		for men &= men - 1; men != 0; men &= men - 1 {
			d |= l.leap[men.First()]
		}
	}
	for i := range crew.lamers {
		l := &crew.lamers[i]
		men := p.kinds[l.kind&7] & theirs
		d |= l.lame.From(men.First(), occ)
		for men &= men - 1; men != 0; men &= men - 1 {
			d |= l.lame.From(men.First(), occ)
		}
	}
	for i := range crew.sliders {
		l := &crew.sliders[i]
		for men := p.kinds[l.kind&7] & theirs; men != 0; men &= men - 1 {
			d |= l.reach(men.First(), occ)
		}
	}
	for _, f := range crew.mixed {
		for men := p.kinds[f.kind&7] & theirs; men != 0; men &= men - 1 {
			d |= f.capture.From(men.First(), occ)
		}
	}
	return d
}

// Checkers returns the pieces that attack the king of the side to move; none in a game
// without kings.
func (g *Game) Checkers(p *Position) geom.Set { return g.checkers(p, p.turn) }

// InCheck reports whether the king of the side to move is attacked.
func (g *Game) InCheck(p *Position) bool { return g.Checkers(p) != 0 }

func (g *Game) checkers(p *Position, c Color) geom.Set {
	king := p.Of(c, King)
	if !g.hasKing || king == 0 {
		return 0
	}
	return g.Attackers(p, c.Other(), king.First(), p.Occupied())
}

// compileAttacks fills the guard and the rays of c.
func (g *Game) compileAttacks(c Color) {
	gu := &g.guards[c]
	gu.turns = g.shogi
	for k := range Kind(g.kinds) {
		piece := g.piece(k)
		if piece == nil {
			continue
		}
		own := ray{kind: k, or: ^geom.Set(0)}
		if piece.Promoted != 0 {
			own.flip, own.or = ^geom.Set(0), 0
			g.addAttacks(c, ray{kind: k}, g.variant.Piece(piece.Promoted).Atoms, &gu.promoted)
		}
		g.addAttacks(c, own, piece.Atoms, &gu.plain)
		if piece.Promoted == 0 {
			for sq := range gu.plain {
				gu.promoted[sq][k] = gu.plain[sq][k]
			}
		}
	}
}

// addAttacks adds the capturing atoms of one form, which r names: leaps to the rows of a
// guard, the others to the rays of that form.
func (g *Game) addAttacks(c Color, r ray, atoms []rules.Atom, rows *[64][MaxKinds]geom.Set) {
	for _, a := range reach.Captures(atoms, c == Black) {
		for from := range g.squares.All() {
			for _, l := range reach.Paths(g.geo, from, a) {
				at := &rows[l.To][r.kind]
				if l.Between != 0 {
					r.between = g.wayFor(from, l)
					at = &g.rayOf(c, r).from[l.To]
				}
				*at = at.With(from)
			}
		}
	}
}

// rayOf returns the ray of c for the form and the way of like, made when there is none.
func (g *Game) rayOf(c Color, like ray) *ray {
	for i := range g.rays[c] {
		r := &g.rays[c][i]
		if r.kind == like.kind && r.or == like.or && r.flip == like.flip && r.between == like.between {
			return r
		}
	}
	like.from = new([64]geom.Set)
	g.rays[c] = append(g.rays[c], like)
	return &g.rays[c][len(g.rays[c])-1]
}

// wayFor returns the first table in which the way from a square along l is new or the same
// as the one known, and enters it there.
func (g *Game) wayFor(from geom.Square, l reach.Path) *[64][64]geom.Set {
	for _, w := range g.ways {
		if !w.known[l.To].Has(from) || w.between[l.To][from] == l.Between {
			w.learn(from, l)
			return &w.between
		}
	}
	w := new(way)
	g.ways = append(g.ways, w)
	w.learn(from, l)
	return &w.between
}

func (w *way) learn(from geom.Square, l reach.Path) {
	w.between[l.To][from] = l.Between
	w.known[l.To] = w.known[l.To].With(from)
}
