package board

import "tinyhouse/engine/geom"

// checkInfo describes the checks and pins of the side to move. With it, the legality of all moves
// but the king's and en passant is a mask.
type checkInfo struct {
	occ, own geom.Set
	king     geom.Square // NoSquare in a game without kings
	checkers geom.Set
	attacked geom.Set // if Game.small: what the opponent attacks once the king has left its square
	allowed  geom.Set // where a piece other than the king may go; in check, where it ends the check
	pinned   geom.Set // own pieces that alone stand between the king and an attacker
}

// findChecks fills s for the side to move of p.
//
// Every attack along a ray has a set of squares that must be empty. If all are empty it is a check,
// which ends by capturing the attacker or by moving to one of those squares. If one is occupied, by
// an own piece, that piece is pinned to the same set. Several attacks intersect.
func (g *Game) findChecks(p *Position, s *checkInfo) {
	us, them := p.turn&1, p.turn&1^1
	s.own = p.colors[us]
	theirs := p.colors[them]
	s.occ = s.own | theirs
	s.checkers, s.pinned, s.allowed = 0, 0, ^s.own
	s.king = geom.NoSquare
	if !g.hasKing {
		return
	}
	s.king = (p.kinds[King] & s.own).First()
	if g.small {
		s.attacked = g.attackedSquares(p, them, s.occ&^(1<<(s.king&63)))
		if s.attacked.Has(s.king) {
			g.leapChecks(p, s, theirs)
		}
	} else {
		g.leapChecks(p, s, theirs)
	}
	g.rayChecks(p, s, theirs)
}

// leapChecks finds checks that cannot be blocked.
func (g *Game) leapChecks(p *Position, s *checkInfo, theirs geom.Set) {
	s.checkers = g.leapAttackers[p.turn&1^1].of(p, s.king) & theirs
	switch {
	case s.checkers.Many():
		s.allowed = 0
	case s.checkers != 0:
		s.allowed = s.checkers
	}
}

// rayChecks finds checks that can be blocked, and pins.
func (g *Game) rayChecks(p *Position, s *checkInfo, theirs geom.Set) {
	king := s.king & 63
	rays := g.rays[p.turn&1^1]
	for i := range rays {
		r := &rays[i]
		for rest := r.candidates(p, king) & theirs; rest != 0; rest &= rest - 1 {
			from := rest.First() & 63
			between := r.between[king][from]
			switch blockers := between & s.occ; {
			case blockers == 0:
				s.checkers |= 1 << from
				s.allowed &= between | 1<<from
			case !blockers.Many():
				s.pinned |= blockers & s.own
			}
		}
	}
}

// pinMask returns where the pinned piece on sq may go: on every ray that it blocks, the squares in
// between and the attacker.
func (g *Game) pinMask(p *Position, s *checkInfo, sq geom.Square) geom.Set {
	them := p.turn&1 ^ 1
	allowed := s.allowed
	rays := g.rays[them]
	for i := range rays {
		r := &rays[i]
		for rest := r.candidates(p, s.king) & p.colors[them]; rest != 0; rest &= rest - 1 {
			from := rest.First() & 63
			if between := r.between[s.king&63][from]; between&s.occ == 1<<sq {
				allowed &= between | 1<<from
			}
		}
	}
	return allowed
}

// safeTargets returns the squares of targets, all one step from the king, that are not attacked
// once it has left its square.
func (g *Game) safeTargets(p *Position, s *checkInfo, targets geom.Set) geom.Set {
	occ := s.occ &^ (1 << (s.king & 63))
	for rest := targets; rest != 0; rest &= rest - 1 {
		if sq := rest.First(); g.isAttacked(p, p.turn^1, sq, occ) {
			targets &^= 1 << (sq & 63)
		}
	}
	return targets
}

// KingRay is a ray from an attacker to the king of the side to move.
type KingRay struct {
	From    geom.Set // the attacker's square
	Between geom.Set // must be empty for the attack
	Blocker geom.Set // the one piece in between, of the attacker's colour; if none, it is check
}

// KingRayList is a list of rays, large enough for all but artificial positions.
type KingRayList struct {
	rays [16]KingRay
	n    int
}

// All returns the rays.
func (l *KingRayList) All() []KingRay { return l.rays[:l.n] }

// KingRays lists the rays on which a move of the side not to move can have discovered a check, and
// returns the pieces that attack the king by leaps. ok is false if there are more rays than the
// list holds. There must be a king.
func (g *Game) KingRays(p *Position, l *KingRayList) (leaps geom.Set, ok bool) {
	l.n = 0
	us, them := p.turn&1, p.turn&1^1
	theirs, occ := p.colors[them], p.Occupied()
	king := (p.kinds[King] & p.colors[us]).First() & 63
	rays := g.rays[them]
	for i := range rays {
		r := &rays[i]
		for rest := r.candidates(p, king) & theirs; rest != 0; rest &= rest - 1 {
			between := r.between[king][rest.First()&63]
			blockers := between & occ
			if blockers.Many() || !blockers.SubsetOf(theirs) {
				continue
			}
			if l.n == len(l.rays) {
				return 0, false
			}
			l.rays[l.n] = KingRay{rest & -rest, between, blockers}
			l.n++
		}
	}
	return g.leapAttackers[them].of(p, king) & theirs, true
}
