package board

import (
	"slices"

	"tinyhouse/engine/geom"
)

// pieceTargets returns the legal targets of one piece of movement f.
func (g *Game) pieceTargets(p *Position, s *checkInfo, f *movement, sq geom.Square) geom.Set {
	allowed := s.allowed
	if s.pinned.Has(sq) {
		allowed = g.pinMask(p, s, sq)
	}
	return f.targets(sq, s.occ, s.own) & allowed
}

// splitPromotions divides the targets of a piece on sq into those that it may enter unpromoted and
// those where it may promote shogi-style. A target can be both.
func (g *Game) splitPromotions(f *movement, sq geom.Square, targets geom.Set) (plain, promoting geom.Set) {
	plain = targets & f.mobile
	if f.to == nil {
		return plain, 0
	}
	zone := g.variant.Promote.Zone[f.color]
	if !zone.Has(sq) {
		promoting = targets & zone
	} else {
		promoting = targets
	}
	if g.variant.Promote.PieceMandatory {
		plain &^= promoting
	}
	return plain, promoting
}

// movementAt returns the movement of the piece of c on sq, which is neither king nor pawn.
func (g *Game) movementAt(p *Position, c Color, sq geom.Square) *movement {
	for i := range g.movements[c] {
		if f := &g.movements[c][i]; f.pieces(p, p.colors[c]).Has(sq) {
			return f
		}
	}
	return nil
}

// Targets returns the legal targets of the piece of the side to move on from: of castling the
// rook's square, of a capture en passant the square passed over. Without such a piece there are
// none.
func (g *Game) Targets(p *Position, from geom.Square) geom.Set {
	if !p.colors[p.turn].Has(from) || g.endings.any && g.endedEarly(p) {
		return 0
	}
	var s checkInfo
	g.findChecks(p, &s)
	switch k := p.KindAt(from); {
	case k == King:
		targets := g.kingTargets(p, &s)
		if g.castling {
			targets |= g.castlings(p, &s)
		}
		return targets
	case k == g.pawn:
		return g.pawnTargets(p, &s, from)
	}
	f := g.movementAt(p, p.turn, from)
	plain, promoting := g.splitPromotions(f, from, g.pieceTargets(p, &s, f, from))
	return plain | promoting
}

// pawnTargets returns the legal targets of the pawn on from.
func (g *Game) pawnTargets(p *Position, s *checkInfo, from geom.Square) geom.Set {
	allowed := s.allowed
	if s.pinned.Has(from) {
		allowed = g.pinMask(p, s, from)
	}
	t := &g.pawns[p.turn]
	m := t.moves(geom.Of(from), s.occ, s.occ&^s.own, allowed)
	targets := m.push | m.double | m.left | m.right
	if p.ep != geom.NoSquare && g.enPassants(p, s).Has(from) {
		targets = targets.With(p.ep)
	}
	return targets & (t.Keeps | t.Zone)
}

// Drops returns the squares where the side to move can legally drop a piece of kind k.
func (g *Game) Drops(p *Position, k Kind) geom.Set {
	if !g.drops || p.hands[p.turn].Count(k) == 0 || g.endings.any && g.endedEarly(p) {
		return 0
	}
	var s checkInfo
	g.findChecks(p, &s)
	return g.dropTargets(p, k, s.allowed&^s.occ)
}

// IsLegal reports whether m is a legal move of p. m may be any 16 bits, such as a move from a
// transposition table.
func (g *Game) IsLegal(p *Position, m Move) bool {
	from, to, k := m.From(), m.To(), m.Kind()
	if m.IsDrop() {
		return from == to && k != 0 && g.Drops(p, k).Has(to)
	}
	if !g.Targets(p, from).Has(to) {
		return false
	}
	switch moving := p.KindAt(from); {
	case moving == King:
		return k == 0
	case moving == g.pawn:
		return g.pawns[p.turn].mayBecome(k, to)
	default:
		f := g.movementAt(p, p.turn, from)
		plain, promoting := g.splitPromotions(f, from, geom.Of(to))
		return k == 0 && plain != 0 || k == moving && promoting != 0
	}
}

// mayBecome reports whether a pawn may become kind k on sq; 0 stands for remaining a pawn.
func (t *PawnSteps) mayBecome(k Kind, sq geom.Square) bool {
	if k == 0 {
		return t.Keeps.Has(sq)
	}
	return t.Zone.Has(sq) && slices.Contains(t.To, k)
}
