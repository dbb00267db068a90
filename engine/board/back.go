package board

import "tinyhouse/engine/geom"

// What reverse moves need of the compiled rules. What belongs here hands out tables or makes
// those that only looking backward wants: they are made when asked for and no part of Game.

// KingRay is a ray from an attacker to the king of the side to move.
type KingRay struct {
	From    geom.Set // the attacker's square
	Between geom.Set // what must be empty between them
	Blocker geom.Set // the one man on the way, of the attacker's colour, or none: then it is check
}

// KingRays lists the rays on which a move of the side not to move can have uncovered the king of
// the side to move, and returns the men that attack it by leaps. Ok is false where there are
// more rays than the list holds. There must be a king.
func (g *Game) KingRays(p *Position, l *KingRayList) (leaps geom.Set, ok bool) {
	l.n = 0
	us, them := p.turn&1, p.turn&1^1
	theirs, occ := p.colors[them], p.Occupied()
	king := (p.kinds[King] & p.colors[us]).First() & 63
	rays := g.rays[them]
	for i := range rays {
		r := &rays[i]
		for maybe := r.men(p, king) & theirs; maybe != 0; maybe &= maybe - 1 {
			way := r.between[king][maybe.First()&63]
			in := way & occ
			if in.Many() || !in.SubsetOf(theirs) {
				continue
			}
			if l.n == len(l.aims) {
				return 0, false
			}
			l.aims[l.n] = KingRay{maybe & -maybe, way, in}
			l.n++
		}
	}
	return g.guards[them].on(p, king) & theirs, true
}

// KingRayList is a list of rays; it is large enough for all but made-up positions.
type KingRayList struct {
	aims [16]KingRay
	n    int
}

// All returns the rays.
func (l *KingRayList) All() []KingRay { return l.aims[:l.n] }

// DropZone returns where c may drop pieces of kind k, squares and company aside: none in a
// game without drops.
func (g *Game) DropZone(c Color, k Kind) geom.Set {
	if !g.drops {
		return 0
	}
	return g.dropZone[c][k]
}
