package board

import "tinyhouse/engine/geom"

// castle is one castling.
type castle struct {
	right              Rights
	kingFrom, rookFrom geom.Square
	kingTo, rookTo     geom.Square
	empty              geom.Set // must be empty, king and rook aside
	passed             geom.Set // by the king, its start left out; must not be attacked
}

func (g *Game) compileCastling(c Color) {
	rule := g.variant.Castle
	if c == White {
		for sq := range g.keepRights {
			g.keepRights[sq] = ^Rights(0)
		}
	}
	if !rule.Allowed || !g.hasKing {
		return
	}
	g.castling = true
	for side := range rule.KingTo {
		at := func(file int) geom.Square { return g.geo.At(file, rule.Rank[c]) }
		step := 1 - 2*side
		k := castle{
			right:    right(c, side),
			kingFrom: at(rule.KingFile), rookFrom: at(rule.RookFile[side]),
			kingTo: at(rule.KingTo[side]), rookTo: at(rule.KingTo[side] - step),
		}
		k.passed = g.span(k.kingFrom, k.kingTo).Without(k.kingFrom)
		k.empty = g.span(k.kingFrom, k.rookFrom) | k.passed | g.span(k.rookFrom, k.rookTo)
		k.empty = k.empty.Without(k.kingFrom).Without(k.rookFrom)
		g.keepRights[k.kingFrom] &^= k.right
		g.keepRights[k.rookFrom] &^= k.right
		g.castles[c][side] = k
	}
}

// span returns the squares of a rank from a to b, both included.
func (g *Game) span(a, b geom.Square) geom.Set {
	return g.geo.Board() & (geom.Set(2)<<max(a, b) - geom.Set(1)<<min(a, b))
}

// castlings returns the rook squares of the legal castlings: the targets of such moves.
func (g *Game) castlings(p *Position, s *checkInfo) geom.Set {
	us := p.turn & 1
	var rooks geom.Set
	for i := range g.castles[us] {
		k := &g.castles[us][i]
		if s.occ&k.empty == 0 && p.castling&k.right != 0 && s.checkers == 0 && g.canCastle(p, s, k) {
			rooks = rooks.With(k.rookFrom)
		}
	}
	return rooks
}

// canCastle reports whether the king is attacked neither on its way nor on its target.
func (g *Game) canCastle(p *Position, s *checkInfo, k *castle) bool {
	if g.safeTargets(p, s, k.passed) != k.passed {
		return false
	}
	after := s.occ&^geom.Of(k.kingFrom, k.rookFrom) | geom.Of(k.kingTo, k.rookTo)
	return !g.isAttacked(p, p.turn^1, k.kingTo, after)
}

// CastlingOf returns the squares the king and the rook go to when m is a castling of p.
func (g *Game) CastlingOf(p *Position, m Move) (kingTo, rookTo geom.Square, ok bool) {
	if !g.castling || m.IsDrop() || !p.colors[p.turn].Has(m.To()) {
		return geom.NoSquare, geom.NoSquare, false
	}
	for i := range g.castles[p.turn] {
		if k := &g.castles[p.turn][i]; k.kingFrom == m.From() && k.rookFrom == m.To() {
			return k.kingTo, k.rookTo, true
		}
	}
	return geom.NoSquare, geom.NoSquare, false
}
