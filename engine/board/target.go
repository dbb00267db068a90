package board

import (
	"slices"

	"tinyhouse/engine/geom"
)

// formTargets returns the legal targets of one piece of form f.
func (g *Game) formTargets(p *Position, s *sight, f *form, sq geom.Square) geom.Set {
	allowed := s.allowed
	if s.pinned.Has(sq) {
		allowed = g.leash(p, s, sq)
	}
	return f.targets(sq, s.occ, s.own) & allowed
}

// split divides the targets of a piece of form f on sq into those it may reach as it is
// and those where it may promote, shogi-style; a target can be both.
func (g *Game) split(f *form, sq geom.Square, targets geom.Set) (plain, promoting geom.Set) {
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

// formOn returns the form of the piece of c on sq, which is neither king nor pawn.
func (g *Game) formOn(p *Position, c Color, sq geom.Square) *form {
	for i := range g.forms[c] {
		if f := &g.forms[c][i]; f.squares(p, p.colors[c]).Has(sq) {
			return f
		}
	}
	return nil
}

// Targets returns the squares that the piece of the side to move on from can legally go
// to: for castling the rook's square, for en passant the square passed over. It is empty
// when from holds no such piece.
func (g *Game) Targets(p *Position, from geom.Square) geom.Set {
	if !p.colors[p.turn].Has(from) || g.ends.any && g.over(p) {
		return 0
	}
	var s sight
	g.look(p, &s)
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
	f := g.formOn(p, p.turn, from)
	plain, promoting := g.split(f, from, g.formTargets(p, &s, f, from))
	return plain | promoting
}

// pawnTargets returns the legal targets of the pawn on from.
func (g *Game) pawnTargets(p *Position, s *sight, from geom.Square) geom.Set {
	allowed := s.allowed
	if s.pinned.Has(from) {
		allowed = g.leash(p, s, from)
	}
	t := &g.pawns[p.turn]
	m := t.moves(geom.Of(from), s.occ, s.occ&^s.own, allowed)
	targets := m.push | m.double | m.left | m.right
	if p.ep != geom.NoSquare && g.enPassants(p, s).Has(from) {
		targets = targets.With(p.ep)
	}
	return targets & (t.Keeps | t.Zone)
}

// Drops returns the squares where the side to move can legally drop a piece of kind k;
// none when it holds none.
func (g *Game) Drops(p *Position, k Kind) geom.Set {
	if !g.drops || p.hands[p.turn].Count(k) == 0 || g.ends.any && g.over(p) {
		return 0
	}
	var s sight
	g.look(p, &s)
	return g.landing(p, k, s.allowed&^s.occ)
}

// IsLegal reports whether m is a legal move of p. Any 16 bits may be asked about: a move
// from a hash table or a move of another position.
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
		f := g.formOn(p, p.turn, from)
		plain, promoting := g.split(f, from, geom.Of(to))
		return k == 0 && plain != 0 || k == moving && promoting != 0
	}
}

// mayBecome reports whether a pawn that arrives on sq may be of kind k then; 0 stands for
// remaining a pawn.
func (t *PawnSteps) mayBecome(k Kind, sq geom.Square) bool {
	if k == 0 {
		return t.Keeps.Has(sq)
	}
	return t.Zone.Has(sq) && slices.Contains(t.To, k)
}
