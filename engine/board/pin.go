package board

import "tinyhouse/engine/geom"

// sight is what a side to move must know of its king before it moves: computed once a
// node, it makes the legality of all moves but the king's and en passant a mask.
type sight struct {
	occ, own geom.Set
	king     geom.Square // NoSquare in a game without kings
	checkers geom.Set
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
	king := s.king & 63
	allowed := ^s.own
	checkers := g.guards[them].on(p, king, g.shogi) & theirs
	if checkers != 0 {
		allowed = checkers
		if checkers.Many() {
			allowed = 0
		}
	}
	var pinned geom.Set
	for i := range g.routes {
		r := &g.routes[i]
		for maybe := r.from[them].on(p, king, g.shogi) & theirs; maybe != 0; maybe &= maybe - 1 {
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

// leash returns where a pinned piece may go: on every route it blocks, the squares in
// between and the attacker.
func (g *Game) leash(p *Position, s *sight, sq geom.Square) geom.Set {
	them := p.turn&1 ^ 1
	allowed := s.allowed
	for i := range g.routes {
		r := &g.routes[i]
		maybe := r.from[them].on(p, s.king, g.shogi) & p.colors[them]
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
		if sq := rest.First(); g.attackers(p, p.turn^1, sq, occ) != 0 {
			targets &^= 1 << (sq & 63)
		}
	}
	return targets
}
