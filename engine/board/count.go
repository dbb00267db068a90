package board

import "tinyhouse/engine/geom"

// Count returns the number of legal moves of the side to move, without listing them: sets
// of targets are counted by popcount. It is the leaf of perft and costs a few dozen
// nanoseconds. No move is legal once the game has been won by a flag or an extinction.
func (g *Game) Count(p *Position) int {
	if g.ends.any && g.over(p) {
		return 0
	}
	var s sight
	g.look(p, &s)
	n := 0
	if g.hasKing {
		n = g.kingTargets(p, &s).Len()
		if s.allowed == 0 {
			return n
		}
		if g.castle {
			n += g.castlings(p, &s).Len()
		}
	}
	if g.pawn != 0 {
		n += g.countPawns(p, &s)
	}
	if g.drops && p.hands[p.turn&1] != 0 {
		n += g.countDrops(p, &s)
	}
	if g.promotes {
		return n + g.countPromoting(p, &s)
	}
	return n + g.countForms(p, &s)
}

// kingTargets returns the legal targets of the king, castling aside.
func (g *Game) kingTargets(p *Position, s *sight) geom.Set {
	f := &g.king[p.turn&1]
	if f.class == leaps {
		return g.safe(p, s, f.capture.leap[s.king&63]&^s.own&f.mobile)
	}
	return g.safe(p, s, f.targets(s.king, s.occ, s.own)&f.mobile)
}

// countForms counts the moves of the pieces that move as their atoms say, where none has
// another form to promote to.
func (g *Game) countForms(p *Position, s *sight) int {
	n := 0
	free := s.own &^ s.pinned
	forms := g.forms[p.turn&1]
	for i := range forms {
		f := &forms[i]
		men := f.squares(p, free)
		if men == 0 {
			continue
		}
		m := f.capture
		switch f.class {
		case leaps:
			for ; men != 0; men &= men - 1 {
				n += (m.leap[men.First()&63] & s.allowed).Len()
			}
		case lamely:
			l := m.lames[0]
			for ; men != 0; men &= men - 1 {
				n += (l.reach(men.First(), s.occ) & s.allowed).Len()
			}
		case slides:
			l := m.slides[0]
			for ; men != 0; men &= men - 1 {
				n += (l[men.First()&63].attacks(s.occ) & s.allowed).Len()
			}
		case slides2:
			l, k := m.slides[0], m.slides[1]
			for ; men != 0; men &= men - 1 {
				sq := men.First() & 63
				n += ((l[sq].attacks(s.occ) | k[sq].attacks(s.occ)) & s.allowed).Len()
			}
		default:
			for ; men != 0; men &= men - 1 {
				n += (f.targets(men.First(), s.occ, s.own) & s.allowed).Len()
			}
		}
	}
	if pinned := s.own & s.pinned; pinned != 0 {
		n += g.countPinned(p, s, pinned)
	}
	return n
}

// countPinned counts the moves of pinned pieces, pawns aside.
func (g *Game) countPinned(p *Position, s *sight, pinned geom.Set) int {
	n := 0
	forms := g.forms[p.turn&1]
	for i := range forms {
		f := &forms[i]
		for men := f.squares(p, pinned); men != 0; men &= men - 1 {
			sq := men.First()
			n += (f.targets(sq, s.occ, s.own) & g.leash(p, s, sq)).Len()
		}
	}
	return n
}

// countPromoting counts the moves of the forms in games where some may promote or must
// not stand where they could never move again.
func (g *Game) countPromoting(p *Position, s *sight) int {
	n := 0
	forms := g.forms[p.turn&1]
	for i := range forms {
		f := &forms[i]
		for men := f.squares(p, s.own); men != 0; men &= men - 1 {
			plain, promoting := g.split(f, men.First(), g.formTargets(p, s, f, men.First()))
			n += plain.Len() + promoting.Len()
		}
	}
	return n
}
