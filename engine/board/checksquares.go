package board

import "tinyhouse/engine/geom"

// CheckSquares holds, kind by kind, the squares from which the side to move attacks the enemy king.
type CheckSquares struct {
	by  [MaxKinds]geom.Set
	any geom.Set
}

// CheckSquares returns the squares from which unpromoted pieces of the side to move attack the
// enemy king, which must exist.
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

// Has reports whether a legal move of p gives check from its target. It does not find discovered
// checks, nor those of a piece that is promoted shogi-style.
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
