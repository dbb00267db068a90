package eval

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Gains reports whether the exchange that the legal move m begins on its target square
// gains at least threshold for the side to move, both sides taking with their least piece
// and stopping when it pays. Pins are not seen. Source: chessprogramming wiki, Static
// Exchange Evaluation.
func (e *Eval) Gains(p *board.Position, m board.Move, threshold int) bool {
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

// exchange plays on after the first move of us to a square; swap is what the other side
// gains by taking there.
func (e *Eval) exchange(p *board.Position, us board.Color, to geom.Square, occ geom.Set, swap int) bool {
	good, side := 1, us
	for {
		side ^= 1
		men := e.game.Attackers(p, side, to, occ)
		if men == 0 {
			return good != 0
		}
		good ^= 1
		from, value := e.least(p, men)
		if value < 0 { // the king takes last, where nothing can take it
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

// least returns the least valuable of men and its value; -1 when it is the king.
func (e *Eval) least(p *board.Position, men geom.Set) (geom.Square, int) {
	best, least, king := geom.NoSquare, 1<<30, geom.NoSquare
	for ; men != 0; men &= men - 1 {
		sq := men.First()
		k := p.KindAt(sq)
		if k == board.King && e.game.HasKing() {
			king = sq
			continue
		}
		if v := e.Value(k, p.Promoted().Has(sq)); v < least {
			best, least = sq, v
		}
	}
	if best != geom.NoSquare {
		return best, least
	}
	return king, -1
}
