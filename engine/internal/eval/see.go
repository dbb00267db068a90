package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// SEE reports whether the static exchange evaluation of the legal move m is at least
// threshold: both sides capture on its target square with their least valuable piece, and stop
// when that is better. It ignores pins. Source: chessprogramming wiki, Static Exchange
// Evaluation.
func (e *Eval) SEE(p *board.Position, m board.Move, threshold int) bool {
	us, to, occ := p.Turn(), m.To(), p.Occupied()
	k, promoted := p.KindAt(m.From()), p.Promoted().Has(m.From())
	swap := -threshold
	switch {
	case m.IsDrop():
		k, promoted = m.Kind(), false
	case p.Color(us).Has(to): // castling
		return threshold <= 0
	case occ.Has(to):
		swap += e.Value(p.KindAt(to), p.Promoted().Has(to))
	}
	if m.IsPromotion() {
		swap += e.Value(m.Kind(), false) - e.Value(k, promoted)
		k, promoted = m.Kind(), e.game.HasPromotedForm(m.Kind())
	}
	if swap < 0 {
		return false
	}
	swap = e.Value(k, promoted) - swap
	if swap <= 0 {
		return true
	}
	if !m.IsDrop() {
		occ = occ.Without(m.From())
	}
	return e.exchange(p, us, to, occ.With(to), swap)
}

// exchange continues after the first move of us to a square; swap is what the enemy gains by
// capturing there.
func (e *Eval) exchange(p *board.Position, us board.Color, to geom.Square, occ geom.Set, swap int) bool {
	good, side := 1, us
	for {
		side ^= 1
		pieces := e.game.Attackers(p, side, to, occ)
		if pieces == 0 {
			return good != 0
		}
		good ^= 1
		from, value := e.leastAttacker(p, pieces)
		if value < 0 { // the king captures last, and only where nothing recaptures
			if e.game.Attackers(p, side^1, to, occ.Without(from)) != 0 {
				good ^= 1
			}
			return good != 0
		}
		if swap = value - swap; swap < good {
			return good != 0
		}
		occ = occ.Without(from)
	}
}

// leastAttacker returns the square and value of the least valuable piece; -1 for the king.
func (e *Eval) leastAttacker(p *board.Position, pieces geom.Set) (geom.Square, int) {
	best, leastAttacker, king := geom.NoSquare, 1<<30, geom.NoSquare
	for ; pieces != 0; pieces &= pieces - 1 {
		sq := pieces.First()
		k := p.KindAt(sq)
		if k == board.King && e.game.HasKing() {
			king = sq
			continue
		}
		if v := e.Value(k, p.Promoted().Has(sq)); v < leastAttacker {
			best, leastAttacker = sq, v
		}
	}
	if best != geom.NoSquare {
		return best, leastAttacker
	}
	return king, -1
}
