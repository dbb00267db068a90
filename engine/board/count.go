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
		if g.castling {
			n += g.castlings(p, &s).Len()
		}
	}
	if g.pawn != 0 {
		n += g.countPawns(p, &s)
	}
	if g.drops {
		n += g.countDrops(p, &s)
	}
	if g.promotes {
		return n + g.countPromoting(p, &s)
	}
	return n + g.countCrew(p, &s)
}

// kingTargets returns the legal targets of the king, castling aside.
func (g *Game) kingTargets(p *Position, s *sight) geom.Set {
	f := &g.king[p.turn&1]
	var targets geom.Set
	if f.class == leaps {
		targets = f.capture.Leap[s.king&63] &^ s.own & f.mobile
	} else {
		targets = f.targets(s.king, s.occ, s.own) & f.mobile
	}
	if g.small {
		return targets &^ s.danger
	}
	return g.safe(p, s, targets)
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
