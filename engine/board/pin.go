package board

import "tinyhouse/engine/geom"

// sight is what a side to move must know of its king before it moves: computed once a
// node, it makes the legality of all moves but the king's and en passant a mask.
type sight struct {
	occ, own geom.Set
	king     geom.Square // NoSquare in a game without kings
	checkers geom.Set
	danger   geom.Set // on a small board: what the opponent attacks once the king is gone
	allowed  geom.Set // where a piece other than the king may go: everywhere, or where it ends the check
	pinned   geom.Set // own pieces that alone stand between the king and an attacker
}

// look fills s for the side to move of p.
//
// Every attack along a ray has a set of squares that must be empty. All empty: a check,
// ended by capturing the attacker or by standing on one of those squares. One occupied, by
// an own piece: that piece is pinned, to the same set. Several attacks intersect.
func (g *Game) look(p *Position, s *sight) {
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
		s.danger = g.danger(p, them, s.occ&^(1<<(s.king&63)))
		if s.danger.Has(s.king) {
			g.leapChecks(p, s, theirs)
		}
	} else {
		g.leapChecks(p, s, theirs)
	}
	g.rayChecks(p, s, theirs)
}

// leapChecks finds checks that cannot be blocked.
func (g *Game) leapChecks(p *Position, s *sight, theirs geom.Set) {
	s.checkers = g.guards[p.turn&1^1].on(p, s.king) & theirs
	switch {
	case s.checkers.Many():
		s.allowed = 0
	case s.checkers != 0:
		s.allowed = s.checkers
	}
}

// rayChecks finds checks that can be blocked, and pins.
func (g *Game) rayChecks(p *Position, s *sight, theirs geom.Set) {
	king := s.king & 63
	rays := g.rays[p.turn&1^1]
	for i := range rays {
		r := &rays[i]
		for maybe := r.men(p, king) & theirs; maybe != 0; maybe &= maybe - 1 {
			from := maybe.First() & 63
			way := r.between[king][from]
			switch in := way & s.occ; {
			case in == 0:
				s.checkers |= 1 << from
				s.allowed &= way | 1<<from
			case !in.Many():
				s.pinned |= in & s.own
			}
		}
	}
}

// leash returns where a pinned piece may go: on every ray it blocks, the squares in
// between and the attacker.
func (g *Game) leash(p *Position, s *sight, sq geom.Square) geom.Set {
	them := p.turn&1 ^ 1
	allowed := s.allowed
	rays := g.rays[them]
	for i := range rays {
		r := &rays[i]
		for maybe := r.men(p, s.king) & p.colors[them]; maybe != 0; maybe &= maybe - 1 {
			from := maybe.First() & 63
			if way := r.between[s.king&63][from]; way&s.occ == 1<<sq {
				allowed &= way | 1<<from
			}
		}
	}
	return allowed
}

// safe returns the squares of targets, of which the king can reach each in one step, that
// are not attacked once it has left its square.
func (g *Game) safe(p *Position, s *sight, targets geom.Set) geom.Set {
	occ := s.occ &^ (1 << (s.king & 63))
	for rest := targets; rest != 0; rest &= rest - 1 {
		if sq := rest.First(); g.attacked(p, p.turn^1, sq, occ) {
			targets &^= 1 << (sq & 63)
		}
	}
	return targets
}
