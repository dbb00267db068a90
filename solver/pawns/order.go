package pawns

import (
	"math/bits"

	"tinyhouse/engine/score"
)

// weights of the terms of priority, for a target of a draw and of a win. A random search over
// them minimised the nodes that solve the game on four files.
var weights = [2][10]int{
	{-22, -3, -41, -20, 30, 2, -8, 4, -6, 10},
	{-7, 23, -25, -4, 20, 2, -9, 3, -18, 40},
}

// priority orders moves: it estimates how likely a move that led to b proves that its side gets
// at least target, and by how few positions. The mobility of the opponent counts most.
func (b *pawnBoard) priority(target score.Outcome) int {
	w := &weights[max(target, score.Draw)&1]
	count := bits.OnesCount64
	_, _, once, twice := b.targets()
	turnedOwn, turnedFoe := turned(b.own), turned(b.foe)
	return w[0]*count(once) + w[1]*count(twice) +
		w[2]*(count(b.own<<9&b.foe)+count(b.own>>7&b.foe)) +
		w[3]*count(b.own) + w[4]*count(b.foe) +
		w[5]*count(b.foe>>1&^(b.own|b.foe)) +
		w[6]*ranks(b.own) + w[7]*ranks(turnedFoe) +
		w[8]*count(passed(b.own, b.foe)) + w[9]*count(passed(turnedFoe, turnedOwn))
}

// ranks returns the sum of the ranks by which pawns going up have advanced beyond rank 1.
func ranks(own uint64) int {
	count := bits.OnesCount64
	return count(own&(rank2|rank4)) + 2*count(own&(rank3|rank4)) + 4*count(own&rank5)
}

// passed returns the passed pawns of own, which goes up.
func passed(own, foe uint64) uint64 {
	front := fillDown(foe, 0)
	guarded := front >> 1 &^ rank7
	return own &^ (front | guarded<<8 | guarded>>8)
}
