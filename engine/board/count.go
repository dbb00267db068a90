package board

import "tinyhouse/engine/geom"

// Count returns the number of legal moves of the side to move, without listing them. It costs a few
// dozen nanoseconds. No move is legal once a flag or an extinction has ended the game.
func (g *Game) Count(p *Position) int {
	if g.endings.any && g.endedEarly(p) {
		return 0
	}
	var s checkInfo
	g.findChecks(p, &s)
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
	return n + g.countGroups(p, &s)
}

// kingTargets returns the legal targets of the king, castling aside.
func (g *Game) kingTargets(p *Position, s *checkInfo) geom.Set {
	f := &g.king[p.turn&1]
	var targets geom.Set
	if f.class == leaps {
		targets = f.capture.Leap[s.king&63] &^ s.own & f.mobile
	} else {
		targets = f.targets(s.king, s.occ, s.own) & f.mobile
	}
	if g.small {
		return targets &^ s.attacked
	}
	return g.safeTargets(p, s, targets)
}

// countPinned counts the moves of pinned pieces, pawns aside.
func (g *Game) countPinned(p *Position, s *checkInfo, pinned geom.Set) int {
	n := 0
	movements := g.movements[p.turn&1]
	for i := range movements {
		f := &movements[i]
		for pieces := f.pieces(p, pinned); pieces != 0; pieces &= pieces - 1 {
			sq := pieces.First()
			n += (f.targets(sq, s.occ, s.own) & g.pinMask(p, s, sq)).Len()
		}
	}
	return n
}

// countPromoting counts the moves in games where some pieces may promote shogi-style or must not
// stand where they could never move again.
func (g *Game) countPromoting(p *Position, s *checkInfo) int {
	n := 0
	movements := g.movements[p.turn&1]
	for i := range movements {
		f := &movements[i]
		for pieces := f.pieces(p, s.own); pieces != 0; pieces &= pieces - 1 {
			plain, promoting := g.splitPromotions(f, pieces.First(), g.pieceTargets(p, s, f, pieces.First()))
			n += plain.Len() + promoting.Len()
		}
	}
	return n
}
