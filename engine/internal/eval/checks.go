package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// CheckSquares says, kind by kind, from where the side to move attacks the enemy king.
type CheckSquares struct {
	by  [board.MaxKinds]geom.Set
	any geom.Set
}

// CheckSquares returns the squares from which pieces of the side to move, as they
// are when dropped, attack the enemy king of p.
func (e *Eval) CheckSquares(p *board.Position) CheckSquares {
	var s CheckSquares
	us, occ := p.Turn(), p.Occupied()
	king := p.Of(us.Other(), board.King).First() & 63
	free := e.game.Squares() &^ p.Color(us)
	for k := board.Kind(1); int(k) < e.game.Kinds(); k++ {
		if p.Of(us, k) == 0 && p.Hand(us).Count(k) == 0 {
			continue
		}
		s.by[k&7] = e.game.Sources(us, k, king, occ, free)
		s.any |= s.by[k&7]
	}
	return s
}

// None reports whether there is no such square.
func (s *CheckSquares) None() bool { return s.any == 0 }

// Has reports whether a legal move of p gives check by where it arrives.
func (s *CheckSquares) Has(p *board.Position, m board.Move) bool {
	if !s.any.Has(m.To()) {
		return false
	}
	k := m.Kind()
	if !m.IsDrop() {
		k = p.KindAt(m.From())
	}
	return s.by[k&7].Has(m.To())
}
