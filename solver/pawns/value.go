package pawns

import "tinyhouse/engine/score"

// over returns the value of a board on which a side has no pawns or one on its last rank.
func (b *pawnBoard) over() (score.Outcome, bool) {
	switch {
	case b.foe == 0:
		return score.Win, true
	case b.own == 0, b.foe&rank0 != 0:
		return score.Loss, true
	case b.own&rank7 != 0:
		return score.Win, true
	}
	return score.Draw, false
}

// near returns the value of a board with a pawn one or two steps from its last rank.
//
// Proof. A pawn of own on rank 6 wins: rank 7 is empty until the game ends there. Otherwise a
// pawn of foe on rank 1 wins, since nothing can stop before it and only a pawn on rank 0 could
// capture it; if own has no move before that, it is a draw. If foe has no pawn on rank 1, a
// move of own to rank 6 wins, unless foe then has no move.
func (b *pawnBoard) near() (score.Outcome, bool) {
	switch {
	case b.own&rank6 != 0:
		return score.Win, true
	case b.foe&rank1 != 0 && b.canMove():
		return score.Loss, true
	case b.foe&rank1 != 0:
		return score.Draw, true
	}
	for from := b.own & rank5; from != 0; from &= from - 1 {
		pawn := from & -from
		to := pawn<<1&^b.foe | attacksUp(pawn)&b.foe
		for ; to != 0; to &= to - 1 {
			next := pawnBoard{own: b.own&^pawn | to&-to, foe: b.foe &^ (to & -to)}
			if next.foe == 0 || next.foeCanMove() {
				return score.Win, true
			}
		}
	}
	return score.Draw, false
}

// value returns the value of a board if the end of the game, a pawn near its last rank or a
// race decides it.
func (b *pawnBoard) value(features Features) (score.Outcome, bool) {
	if v, known := b.over(); known {
		return v, true
	}
	if features&Near != 0 {
		if v, known := b.near(); known {
			return v, true
		}
	}
	switch {
	case features&Race == 0:
	case winsRace(b.own, b.foe, 0):
		return score.Win, true
	case b.ep == 0 && winsRace(turned(b.foe), turned(b.own), 1):
		return score.Loss, true
	}
	return score.Draw, false
}

// bounds returns the bounds of the value that follow from a span.
func (s *span) bounds(features Features) (lo, hi score.Outcome) {
	lo, hi = score.Loss, score.Win
	if features&Reach == 0 {
		return lo, hi
	}
	if !s.foeCanWin() {
		lo = score.Draw
	}
	if !s.ownCanWin() {
		hi = score.Draw
	}
	return lo, hi
}
