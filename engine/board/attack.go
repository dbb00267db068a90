package board

import (
	"slices"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Attacks come in two sorts. Leaps cannot be blocked: one row of a guard holds, kind by
// kind, where attackers of a square stand. Sliders and lame leapers attack along a route:
// the attack is there while every square of the route in between is empty. Attacks are
// looked at from the target, because a lame leaper's are not symmetric: a horse's leg is
// beside the horse.

// on returns the squares of a guard's row on which its pieces stand, of either colour.
func (gu *guard) on(p *Position, sq geom.Square, shogi bool) geom.Set {
	r := &gu.plain[sq&63]
	if !shogi {
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

// on returns the pieces that may attack sq along the route if they are of colour c; of
// either colour.
func (r *route) on(p *Position, c Color, sq geom.Square, shogi bool) geom.Set {
	gu := r.from[c&1]
	if shogi {
		return gu.on(p, sq, true)
	}
	row := &gu.plain[sq&63]
	var s geom.Set
	for _, k := range r.kinds {
		s |= row[k&7] & p.kinds[k&7]
	}
	return s
}

// attackers returns the pieces of c that attack sq when the squares of occ are occupied;
// only those on occ count.
func (g *Game) attackers(p *Position, c Color, sq geom.Square, occ geom.Set) geom.Set {
	theirs := p.colors[c&1] & occ
	s := g.guards[c&1].on(p, sq, g.shogi)
	for i := range g.routes {
		r := &g.routes[i]
		for maybe := r.on(p, c, sq, g.shogi) & theirs; maybe != 0; maybe &= maybe - 1 {
			if from := maybe.First() & 63; r.between[sq&63][from]&occ == 0 {
				s |= 1 << from
			}
		}
	}
	return s & theirs
}

// attacked reports whether a piece of c attacks sq, as attackers does, but stops at the
// first. Long: it is the innermost question of move generation, so the rows are read here
// rather than through calls.
func (g *Game) attacked(p *Position, c Color, sq geom.Square, occ geom.Set) bool {
	theirs := p.colors[c&1] & occ
	if g.shogi {
		return g.attackers(p, c, sq, occ) != 0
	}
	r := &g.guards[c&1].plain[sq&63]
	if (r[0]&p.kinds[0]|r[1]&p.kinds[1]|r[2]&p.kinds[2]|r[3]&p.kinds[3]|
		r[4]&p.kinds[4]|r[5]&p.kinds[5]|r[6]&p.kinds[6]|r[7]&p.kinds[7])&theirs != 0 {
		return true
	}
	for i := range g.routes {
		r := &g.routes[i]
		row := &r.from[c&1].plain[sq&63]
		var maybe geom.Set
		for _, k := range r.kinds {
			maybe |= row[k&7] & p.kinds[k&7]
		}
		for maybe &= theirs; maybe != 0; maybe &= maybe - 1 {
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
		d |= (men & t.canLeft).Rotate(t.left) | (men & t.canRight).Rotate(t.right)
	}
	for i := range crew.leapers {
		l := &crew.leapers[i]
		for men := p.kinds[l.kind&7] & theirs; men != 0; men &= men - 1 {
			d |= l.leap[men.First()&63]
		}
	}
	for i := range crew.lamers {
		l := &crew.lamers[i]
		for men := p.kinds[l.kind&7] & theirs; men != 0; men &= men - 1 {
			d |= l.lame.reach(men.First(), occ)
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
			d |= f.capture.reach(men.First(), occ)
		}
	}
	return d
}

// Attackers returns the pieces of colour c that attack sq.
func (g *Game) Attackers(p *Position, c Color, sq geom.Square) geom.Set {
	return g.attackers(p, c, sq, p.Occupied())
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
	return g.attackers(p, c.Other(), king.First(), p.Occupied())
}

// compileAttacks fills the guards and routes with the attacks of c.
func (g *Game) compileAttacks(c Color) {
	for k := range Kind(g.kinds) {
		piece := g.piece(k)
		if piece == nil {
			continue
		}
		plain := func(gu *guard) *[64][MaxKinds]geom.Set { return &gu.plain }
		g.addAttacks(c, k, piece.Atoms, plain)
		if piece.Promoted != 0 {
			up := func(gu *guard) *[64][MaxKinds]geom.Set { return &gu.promoted }
			g.addAttacks(c, k, g.variant.Piece(piece.Promoted).Atoms, up)
		} else {
			g.guards[c].copyPromoted(k)
			for i := range g.routes {
				g.routes[i].from[c].copyPromoted(k)
			}
		}
	}
}

// copyPromoted makes promoted pieces of kind k attack as others do.
func (gu *guard) copyPromoted(k Kind) {
	for sq := range gu.plain {
		gu.promoted[sq][k] = gu.plain[sq][k]
	}
}

// addAttacks adds the capturing atoms of one form, to the table of each guard that pick chooses.
func (g *Game) addAttacks(c Color, k Kind, atoms []rules.Atom, pick func(*guard) *[64][MaxKinds]geom.Set) {
	for _, a := range atoms {
		if !a.Capture {
			continue
		}
		a = turned(a, c)
		for from := range g.squares.All() {
			for _, l := range g.strikes(from, a) {
				gu := &g.guards[c]
				if l.path != 0 {
					r := g.routeFor(from, l)
					r.add(k)
					gu = r.from[c]
				}
				row := &pick(gu)[l.to]
				row[k] = row[k].With(from)
			}
		}
	}
}

// strikes returns the squares an atom, already turned, attacks from a square of the empty
// board, each with what must be empty in between.
func (g *Game) strikes(from geom.Square, a rules.Atom) []leg {
	if a.Lame {
		return legsFrom(g.geo, from, []rules.Atom{a})
	}
	var legs []leg
	var path geom.Set
	for at := from; ; {
		at = g.geo.Offset(at, int(a.File), int(a.Rank))
		if at == geom.NoSquare || a.Limit != 0 && len(legs) == int(a.Limit) {
			return legs
		}
		legs = append(legs, leg{to: at, path: path})
		path = path.With(at)
	}
}

// routeFor returns the first route on which the way from a square along l is new or the
// same as the one known, and adds it there.
func (g *Game) routeFor(from geom.Square, l leg) *route {
	for i := range g.routes {
		r := &g.routes[i]
		if !r.known[l.to].Has(from) || r.between[l.to][from] == l.path {
			r.learn(from, l)
			return r
		}
	}
	g.routes = append(g.routes, route{from: [2]*guard{{}, {}}, between: new([64][64]geom.Set)})
	r := &g.routes[len(g.routes)-1]
	r.learn(from, l)
	return r
}

// add notes that pieces of kind k attack along r.
func (r *route) add(k Kind) {
	if !slices.Contains(r.kinds, k) {
		r.kinds = append(r.kinds, k)
	}
}

func (r *route) learn(from geom.Square, l leg) {
	r.between[l.to][from] = l.path
	r.known[l.to] = r.known[l.to].With(from)
}
