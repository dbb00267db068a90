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
// Every attack along a route has a set of squares that must be empty. All empty: a check,
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
		if !s.danger.Has(s.king) {
			s.pinned = g.pins(p, s, theirs)
			return
		}
	}
	g.lookForChecks(p, s, theirs)
}

// lookForChecks finds checkers and pins at once.
func (g *Game) lookForChecks(p *Position, s *sight, theirs geom.Set) {
	king, them := s.king&63, p.turn&1^1
	checkers := g.guards[them].on(p, king, g.shogi) & theirs
	allowed := s.allowed
	if checkers != 0 {
		allowed = checkers
		if checkers.Many() {
			allowed = 0
		}
	}
	var pinned geom.Set
	for i := range g.routes {
		r := &g.routes[i]
		for maybe := r.on(p, them, king, g.shogi) & theirs; maybe != 0; maybe &= maybe - 1 {
			from := maybe.First() & 63
			way := r.between[king][from]
			switch in := way & s.occ; {
			case in == 0:
				checkers |= 1 << from
				allowed &= way | 1<<from
			case !in.Many():
				pinned |= in
			}
		}
	}
	s.checkers, s.allowed, s.pinned = checkers, allowed, pinned&s.own
}

// pins returns the pinned pieces of a side that is not in check.
func (g *Game) pins(p *Position, s *sight, theirs geom.Set) geom.Set {
	king, them := s.king&63, p.turn&1^1
	var pinned geom.Set
	for i := range g.routes {
		r := &g.routes[i]
		row := &r.from[them].plain[king]
		var maybe geom.Set
		for _, k := range r.kinds {
			maybe |= row[k&7] & p.kinds[k&7]
		}
		for maybe &= theirs; maybe != 0; maybe &= maybe - 1 {
			if in := r.between[king][maybe.First()&63] & s.occ; !in.Many() {
				pinned |= in
			}
		}
	}
	return pinned & s.own
}

// leash returns where a pinned piece may go: on every route it blocks, the squares in
// between and the attacker.
func (g *Game) leash(p *Position, s *sight, sq geom.Square) geom.Set {
	them := p.turn&1 ^ 1
	allowed := s.allowed
	for i := range g.routes {
		r := &g.routes[i]
		maybe := r.on(p, them, s.king, g.shogi) & p.colors[them]
		for from := range maybe.All() {
			if way := r.between[s.king&63][from&63]; way&s.occ == 1<<sq {
				allowed &= way.With(from)
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
