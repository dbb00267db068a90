package pawns

import (
	"math/bits"

	"tinyhouse/engine/score"
)

// weights of what Urgency counts, for a claim of a draw and of a win. They were found by
// changing them at random as long as the search of the game on four files shrank, whose
// nodes TestSolve counts.
var weights = [2][10]int{
	{-22, -3, -41, -20, 30, 2, -8, 4, -6, 10},
	{-7, 23, -25, -4, 20, 2, -9, 3, -18, 40},
}

// Urgency says how promising a frame is for the side that has just moved to it, if that
// side wants a result of at least claim: the larger, the sooner it should be searched. It
// is a guess, no proof. A claim is settled by few positions where the opponent has few
// moves left, so what counts is how little he can do, not how well one stands.
func (f *Frame) Urgency(claim score.Outcome) int {
	w := &weights[max(claim, score.Draw)&1]
	count := bits.OnesCount64
	once, twice := f.steps()
	turnedOwn, turnedFoe := turned(f.own), turned(f.foe)
	return w[0]*count(once) + w[1]*count(twice) +
		w[2]*(count(f.own<<9&f.foe)+count(f.own>>7&f.foe)) +
		w[3]*count(f.own) + w[4]*count(f.foe) +
		w[5]*count(f.foe>>1&^(f.own|f.foe)) +
		w[6]*ranks(f.own) + w[7]*ranks(turnedFoe) +
		w[8]*count(passed(f.own, f.foe)) + w[9]*count(passed(turnedFoe, turnedOwn))
}

// ranks returns the sum of the ranks that pawns going up have made from the second one on.
func ranks(own uint64) int {
	count := bits.OnesCount64
	return count(own&(rank2|rank4)) + 2*count(own&(rank3|rank4)) + 4*count(own&rank5)
}

// passed returns the pawns of own, going up, that no pawn of foe is before on their own file
// or a neighbouring one.
func passed(own, foe uint64) uint64 {
	front := ebb(foe, 0)
	guarded := front >> 1 &^ rank7
	return own &^ (front | guarded<<8 | guarded>>8)
}
