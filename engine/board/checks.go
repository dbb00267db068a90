package board

import "tinyhouse/engine/geom"

// Checks: what belongs here tells which moves attack the enemy king, without making them.

// CheckSquares says, kind by kind, from where the side to move attacks the enemy king.
type CheckSquares struct {
	by  [MaxKinds]geom.Set
	any geom.Set
}

// CheckSquares returns the squares from which pieces of the side to move, as they are when
// dropped, attack the enemy king of p, which must have one.
func (g *Game) CheckSquares(p *Position) CheckSquares {
	var s CheckSquares
	us, occ := p.Turn(), p.Occupied()
	king := p.Of(us.Other(), King).First() & 63
	free := g.squares &^ p.Color(us)
	for k := Kind(1); int(k) < g.kinds; k++ {
		s.by[k&7] = g.Sources(us, k, king, occ, free)
		s.any |= s.by[k&7]
	}
	return s
}

// None reports whether there is no such square.
func (s *CheckSquares) None() bool { return s.any == 0 }

// Has reports whether a legal move of p gives check by where it arrives. Checks by what it
// uncovers are not seen, nor by a piece that moves otherwise once it is promoted.
func (s *CheckSquares) Has(p *Position, m Move) bool {
	if !s.any.Has(m.To()) {
		return false
	}
	k := m.Kind()
	if k == 0 {
		k = p.KindAt(m.From())
	}
	return s.by[k&7].Has(m.To())
}
