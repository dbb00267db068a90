package pawns

import "tinyhouse/engine/score"

// over returns the value of a frame in which a side has no pawns or has come home.
func (f *Frame) over() (score.Outcome, bool) {
	switch {
	case f.foe == 0:
		return score.Win, true
	case f.own == 0, f.foe&rank0 != 0:
		return score.Loss, true
	case f.own&rank7 != 0:
		return score.Win, true
	}
	return score.Draw, false
}

// near returns the value of a frame in which a pawn is one or two steps from home.
//
// Proof. A pawn of own on the last rank but one wins: no pawn ever stands on the last one
// but to end the game. Failing that, a pawn of foe there wins, since nothing can stand
// before it and only a pawn on a first rank could capture it; own merely needs a move to
// make before, or it is a draw. So if no pawn of foe stands there, a move to the last rank
// but one wins, unless foe is then out of moves.
func (f *Frame) near() (score.Outcome, bool) {
	switch {
	case f.own&rank6 != 0:
		return score.Win, true
	case f.foe&rank1 != 0 && f.canMove():
		return score.Loss, true
	case f.foe&rank1 != 0:
		return score.Draw, true
	}
	for from := f.own & rank5; from != 0; from &= from - 1 {
		pawn := from & -from
		to := pawn<<1&^f.foe | strikes(pawn)&f.foe
		for ; to != 0; to &= to - 1 {
			next := Frame{own: f.own&^pawn | to&-to, foe: f.foe &^ (to & -to)}
			if next.foe == 0 || next.foeCanMove() {
				return score.Win, true
			}
		}
	}
	return score.Draw, false
}

// value returns the value of a frame where the end of the game, a pawn about to come home
// or a race decides.
func (f *Frame) value(rules Rules) (score.Outcome, bool) {
	if v, known := f.over(); known {
		return v, true
	}
	if rules&Near != 0 {
		if v, known := f.near(); known {
			return v, true
		}
	}
	switch {
	case rules&Race == 0:
	case wins(f.own, f.foe, 0):
		return score.Win, true
	case f.ep == 0 && wins(turned(f.foe), turned(f.own), 1):
		return score.Loss, true
	}
	return score.Draw, false
}

// bounds returns the bounds that a span puts on a value.
func (s *span) bounds(rules Rules) (lo, hi score.Outcome) {
	lo, hi = score.Loss, score.Win
	if rules&Reach == 0 {
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
