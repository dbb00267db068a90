package proof

import (
	"math/bits"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// Numbers: what belongs here is the arithmetic of proof and disproof numbers, as the side to
// move sees them: phi is what its success costs at least, delta its failure, in positions
// still to decide. The attacker succeeds if it wins, the defender if it does not lose.
// Source: Nagai (2002), "Df-pn algorithm for searching AND/OR trees".

// numbers are the proof numbers of a position for the side to move.
type numbers struct{ phi, delta uint32 }

// infinite is the number of what cannot be. Where the other number is 0 it says that this
// holds exactly; assumed in its place says that it was found by way of a repetition, and
// holds as long as what was repeated does (package comment).
const (
	infinite = 1<<21 - 1
	assumed  = infinite - 1
	largest  = infinite - 2 // of numbers not decided
)

// decided reports whether the position is won for one side, exactly or as assumed.
func (n numbers) decided() bool { return n.phi == 0 || n.delta == 0 }

// exact reports whether the position is decided for good.
func (n numbers) exact() bool {
	return n.phi == 0 && n.delta == infinite || n.delta == 0 && n.phi == infinite
}

// The numbers of decided positions.
var (
	succeeds       = numbers{0, infinite}
	fails          = numbers{infinite, 0}
	succeedsIfHeld = numbers{0, assumed}
	failsIfHeld    = numbers{assumed, 0}
)

// held returns the numbers of a position in which the defender has what it wants: it is the
// attacker's turn, or not.
func held(attacking, exactly bool) numbers {
	switch {
	case attacking && exactly:
		return fails
	case attacking:
		return failsIfHeld
	case exactly:
		return succeeds
	}
	return succeedsIfHeld
}

// won returns the numbers of a position that the attacker wins.
func won(attacking bool) numbers {
	if attacking {
		return succeeds
	}
	return fails
}

// ended returns the numbers of a game that is over with a result for the side to move.
func ended(attacking bool, r rules.Result) numbers {
	if attacking == (r == rules.Win) && r != rules.Draw {
		return won(attacking)
	}
	return held(attacking, true)
}

// summary is what the moves of a position make of it: phi is the least delta after a move, and
// delta the sum of all phi.
type summary struct {
	numbers
	best   int    // the move with the least delta
	second uint32 // the least delta but for the best
	kept   uint32 // the other number of the best
	sure   bool   // all failures of the moves are exact
}

// newSummary returns the summary of no moves.
func newSummary() summary {
	return summary{numbers: numbers{phi: infinite}, second: largest, sure: true}
}

// add adds the numbers after move i. Of moves that succeed, one that does so exactly is best.
func (s *summary) add(i int, k numbers) {
	switch {
	case k.delta < s.phi || k.delta == 0 && s.phi == 0 && k.phi == infinite:
		s.second = min(s.second, s.phi)
		s.phi, s.best, s.kept = k.delta, i, k.phi
	case k.delta < s.second:
		s.second = k.delta
	}
	if k.phi == 0 {
		s.sure = s.sure && k.delta == infinite
	}
	s.delta = min(s.delta+min(k.phi, largest), largest)
}

// conclude returns the numbers of the position.
func (s *summary) conclude() numbers {
	switch {
	case s.phi == 0:
		return numbers{0, s.kept} // exactly or as assumed
	case s.delta == 0 && s.sure:
		return fails
	case s.delta == 0:
		return failsIfHeld
	}
	return numbers{min(s.phi, largest), s.delta}
}

// entry is what the table knows of a position: effort is the binary logarithm of the
// positions searched below it, in halves.
type entry struct {
	numbers
	move   board.Move
	effort uint8
}

const (
	deltaBits = 21
	phiAt     = deltaBits
	moveAt    = 2 * deltaBits
	effortAt  = moveAt + 16
	maxEffort = 63
)

func (e entry) pack() uint64 {
	return uint64(e.delta) | uint64(e.phi)<<phiAt | uint64(e.move)<<moveAt | uint64(e.effort)<<effortAt
}

func unpack(data uint64) entry {
	return entry{
		numbers: numbers{uint32(data >> phiAt & infinite), uint32(data & infinite)},
		move:    board.Move(data >> moveAt),
		effort:  uint8(data >> effortAt),
	}
}

// effortOf returns the effort of so many positions, which is at least 1.
func effortOf(nodes uint64) uint8 {
	n := bits.Len64(nodes)
	half := 0
	if n > 1 {
		half = int(nodes >> (n - 2) & 1)
	}
	return uint8(min(2*n+half, maxEffort))
}

// costOf is the inverse of effortOf, rounded down.
func costOf(effort uint8) uint64 {
	n, half := effort/2, uint64(effort&1)
	if n < 2 {
		return uint64(n)
	}
	return (2 + half) << (n - 2)
}
