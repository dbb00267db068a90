package dfpn

import (
	"math/bits"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// Numbers are the proof numbers of a position, as the side to move sees them: lower bounds of the
// positions still to decide until it succeeds (Phi) or fails (Delta). The attacker succeeds if it
// wins, the defender if it does not lose.
type Numbers struct{ Phi, Delta uint32 }

// infinite is the number of what is impossible. If one number is 0, the other one says how the
// position is decided: infinite exactly, assumed perhaps by a repetition (package comment). Numbers
// of undecided positions are at most Largest.
const (
	infinite = 1<<21 - 1
	assumed  = infinite - 1
	Largest  = infinite - 2
)

// Decided reports whether one side succeeds, exactly or by assumption.
func (n Numbers) Decided() bool { return n.Phi == 0 || n.Delta == 0 }

// Exact reports whether one side succeeds, without assumption.
func (n Numbers) Exact() bool {
	return n.Phi == 0 && n.Delta == infinite || n.Delta == 0 && n.Phi == infinite
}

// The numbers of decided positions.
var (
	Succeeds        = Numbers{0, infinite}
	Fails           = Numbers{infinite, 0}
	assumedSucceeds = Numbers{0, assumed}
	assumedFails    = Numbers{assumed, 0}
)

// exactly returns the numbers of a position that the attacker is known to win, or not to win.
// Attacking is the role of the side to move.
func exactly(wins, attacking bool) Numbers {
	if wins == attacking {
		return Succeeds
	}
	return Fails
}

// AssumedHeld returns the numbers of a position that the attacker is assumed not to win.
func AssumedHeld(attacking bool) Numbers {
	if attacking {
		return assumedFails
	}
	return assumedSucceeds
}

// ended returns the numbers of a position whose value for the side to move is known.
func ended(attacking bool, r rules.Result) Numbers {
	return exactly(attacking == (r == rules.Win) && r != rules.Draw, attacking)
}

// The initial numbers of a position with the attacker to move and no mate by checks: the proof number,
// and the disproof number for each move. Of 1 to 4 each, in Tinyhouse positions with equal node counts, 1 and 1
// solved the fewest, 3 or 4 and 2 to 4 the most.
const unproved, unrefuted = 3, 3

// guess returns the initial numbers of a position with the given number of moves.
func guess(attacking bool, moves int) Numbers {
	if attacking {
		return Numbers{unproved, unrefuted * uint32(moves)}
	}
	return Numbers{1, uint32(moves)}
}

// Summary accumulates the numbers of a position from those after its moves: Phi is the least
// delta, Delta the sum of all phi.
type Summary struct {
	Numbers
	Best   int    // the move with the least delta
	second uint32 // the least delta of the others
	other  uint32 // phi of the best
	exact  bool   // all failures of the moves are exact
}

// NewSummary returns the summary of no moves.
func NewSummary() Summary {
	return Summary{Numbers: Numbers{Phi: infinite}, second: Largest, exact: true}
}

// Add adds the numbers after move i. Of moves that succeed, one that does so exactly is best.
func (s *Summary) Add(i int, n Numbers) {
	switch {
	case n.Delta < s.Phi || n.Delta == 0 && s.Phi == 0 && n.Phi == infinite:
		s.second = min(s.second, s.Phi)
		s.Phi, s.Best, s.other = n.Delta, i, n.Phi
	case n.Delta < s.second:
		s.second = n.Delta
	}
	if n.Phi == 0 {
		s.exact = s.exact && n.Delta == infinite
	}
	s.Delta = min(s.Delta+min(n.Phi, Largest), Largest)
}

// Conclude returns the numbers of the position.
func (s *Summary) Conclude() Numbers {
	switch {
	case s.Phi == 0:
		return Numbers{0, s.other} // exact or assumed, as the best move
	case s.Delta == 0 && s.exact:
		return Fails
	case s.Delta == 0:
		return assumedFails
	}
	return Numbers{min(s.Phi, Largest), s.Delta}
}

// Entry is what the table knows of a position.
type Entry struct {
	Numbers
	Move   board.Move
	Effort uint8 // twice the binary logarithm of the positions searched below it (EffortOf)
}

const (
	deltaBits = 21
	phiAt     = deltaBits
	moveAt    = 2 * deltaBits
	effortAt  = moveAt + 16

	// MaxEffort is the largest effort.
	MaxEffort = 63
)

func (e Entry) pack() uint64 {
	return uint64(e.Delta) | uint64(e.Phi)<<phiAt | uint64(e.Move)<<moveAt | uint64(e.Effort)<<effortAt
}

func unpack(data uint64) Entry {
	return Entry{
		Numbers: Numbers{uint32(data >> phiAt & infinite), uint32(data & infinite)},
		Move:    board.Move(data >> moveAt),
		Effort:  uint8(data >> effortAt),
	}
}

// EffortOf returns the effort of a number of positions, at least 1.
func EffortOf(nodes uint64) uint8 {
	n := bits.Len64(nodes)
	half := 0
	if n > 1 {
		half = int(nodes >> (n - 2) & 1)
	}
	return uint8(min(2*n+half, MaxEffort))
}

// nodesOf is the inverse of EffortOf, rounded down.
func nodesOf(effort uint8) uint64 {
	n, half := effort/2, uint64(effort&1)
	if n < 2 {
		return uint64(n)
	}
	return (2 + half) << (n - 2)
}
