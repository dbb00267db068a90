package board

import "tinyhouse/engine/geom"

// Attacks are found from the target. Leaps cannot be blocked: one row of leapAttackers holds, kind
// by kind, from where they attack a square. Slides and lame leaps follow a ray: they attack while
// every square in between is empty. A lame leap is not symmetric: a horse's leg is beside the horse.

// leapAttackers holds, for every square and kind, the squares from which a leap attacks it. One row
// is a cache line.
type leapAttackers struct {
	plain    [64][MaxKinds]geom.Set
	promoted [64][MaxKinds]geom.Set // of promoted pieces
	differ   bool                   // promoted pieces may move otherwise
}

// ray is the attacks of one movement that can be blocked.
type ray struct {
	kind     Kind
	flip, or geom.Set          // as in movement
	from     *[64]geom.Set     // [target]: where attackers stand on an empty board
	between  *[64][64]geom.Set // [target][attacker]: what must be empty
}

// of returns the pieces of either colour that stand where their leaps attack sq.
func (l *leapAttackers) of(p *Position, sq geom.Square) geom.Set {
	r := &l.plain[sq&63]
	if !l.differ {
		return r[0]&p.kinds[0] | r[1]&p.kinds[1] | r[2]&p.kinds[2] | r[3]&p.kinds[3] |
			r[4]&p.kinds[4] | r[5]&p.kinds[5] | r[6]&p.kinds[6] | r[7]&p.kinds[7]
	}
	up := &l.promoted[sq&63]
	var s geom.Set
	for k := range r {
		s |= p.kinds[k] & (r[k]&^p.promoted | up[k]&p.promoted)
	}
	return s
}

// candidates returns the pieces of either colour that attack sq along r if nothing is in between.
func (r *ray) candidates(p *Position, sq geom.Square) geom.Set {
	return r.from[sq&63] & p.kinds[r.kind&7] & (p.promoted ^ r.flip | r.or)
}

// HasRays reports whether there are attacks that can be blocked.
func (g *Game) HasRays() bool { return len(g.rays[White])+len(g.rays[Black]) > 0 }

// Attackers returns the pieces of c on occ that attack sq when occ is occupied.
func (g *Game) Attackers(p *Position, c Color, sq geom.Square, occ geom.Set) geom.Set {
	theirs := p.colors[c&1] & occ
	s := g.leapAttackers[c&1].of(p, sq)
	rays := g.rays[c&1]
	for i := range rays {
		r := &rays[i]
		for rest := r.candidates(p, sq) & theirs; rest != 0; rest &= rest - 1 {
			if from := rest.First() & 63; r.between[sq&63][from]&occ == 0 {
				s |= 1 << from
			}
		}
	}
	return s & theirs
}

// isAttacked reports whether Attackers is not empty.
func (g *Game) isAttacked(p *Position, c Color, sq geom.Square, occ geom.Set) bool {
	theirs := p.colors[c&1] & occ
	if g.leapAttackers[c&1].of(p, sq)&theirs != 0 {
		return true
	}
	rays := g.rays[c&1]
	for i := range rays {
		r := &rays[i]
		for rest := r.candidates(p, sq) & theirs; rest != 0; rest &= rest - 1 {
			if r.between[sq&63][rest.First()&63]&occ == 0 {
				return true
			}
		}
	}
	return false
}

// Attacks returns the squares of either colour that a piece of colour c and kind k, promoted
// shogi-style or not, attacks from sq when occ is occupied.
func (g *Game) Attacks(c Color, k Kind, promoted bool, sq geom.Square, occ geom.Set) geom.Set {
	form := 0
	if promoted {
		form = 1
	}
	return g.captureTables[c&1][form][k&7].From(sq, occ)
}

// Sources returns the squares of within from which an unpromoted piece of colour c and kind k
// attacks sq when occ is occupied.
func (g *Game) Sources(c Color, k Kind, sq geom.Square, occ, within geom.Set) geom.Set {
	s := g.leapAttackers[c&1].plain[sq&63][k&7] & within
	rays := g.rays[c&1]
	for i := range rays {
		r := &rays[i]
		if r.kind != k || r.flip|r.or == 0 {
			continue
		}
		for rest := r.from[sq&63] & within; rest != 0; rest &= rest - 1 {
			if from := rest.First() & 63; r.between[sq&63][from]&occ == 0 {
				s |= 1 << from
			}
		}
	}
	return s
}

// Checkers returns the pieces that attack the king of the side to move; none in a game without
// kings.
func (g *Game) Checkers(p *Position) geom.Set { return g.checkers(p, p.turn) }

// InCheck reports whether the king of the side to move is attacked.
func (g *Game) InCheck(p *Position) bool { return g.Checkers(p) != 0 }

// OpponentInCheck reports whether the king of the side not to move is attacked, which is so in no
// legal position.
func (g *Game) OpponentInCheck(p *Position) bool {
	them := p.turn&1 ^ 1
	king := p.Of(them, King)
	return g.hasKing && king != 0 && g.isAttacked(p, them^1, king.First(), p.Occupied())
}

func (g *Game) checkers(p *Position, c Color) geom.Set {
	king := p.Of(c, King)
	if !g.hasKing || king == 0 {
		return 0
	}
	return g.Attackers(p, c.Other(), king.First(), p.Occupied())
}
