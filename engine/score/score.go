// Package score holds the values that search, tables and protocols exchange: Exact, the value of a
// solved position, and Value, the estimate of a search.
package score

import (
	"math"
	"strconv"
)

// Outcome is a game-theoretic result for the side to move.
type Outcome int8

// The outcomes.
const (
	Loss Outcome = -1
	Draw Outcome = 0
	Win  Outcome = +1
)

// Exact is the value of a solved position for the side to move: the outcome and, for a win or loss, the
// number of plies to the end of the game if both sides play best. A mated side to move is a loss in
// 0, a side that has won already a win in 0. The zero value is a draw.
type Exact struct {
	Outcome Outcome
	Plies   uint16 // 0 for a draw
}

// MaxDistance is the greatest number of plies in an Exact. It stands for all greater ones.
const MaxDistance = math.MaxUint16

// WinIn returns a win in a number of plies.
func WinIn(plies int) Exact { return Exact{Win, distance(plies)} }

// LossIn returns a loss in a number of plies.
func LossIn(plies int) Exact { return Exact{Loss, distance(plies)} }

// distance returns plies within the range of an Exact.
func distance(plies int) uint16 { return uint16(min(max(plies, 0), MaxDistance)) }

// Prev returns the value of a move to a position with value e.
func (e Exact) Prev() Exact {
	e.Outcome = -e.Outcome
	return e.Later(1)
}

// Later returns e with more plies to the end. A draw has none.
func (e Exact) Later(plies int) Exact {
	if e.Outcome != Draw {
		e.Plies = distance(int(e.Plies) + plies)
	}
	return e
}

// MateMoves returns the distance of a win or loss in full moves as UCI counts them: positive for
// the side to move, negative or 0 against it.
func (e Exact) MateMoves() int {
	if e.Outcome == Win {
		return (int(e.Plies) + 1) / 2
	}
	return -(int(e.Plies) / 2)
}

// Compare returns a negative number, 0 or a positive one if e is worse than, equal to or better than f.
func (e Exact) Compare(f Exact) int { return e.rank() - f.rank() }

// rank orders exact values: earlier wins and later losses are better.
func (e Exact) rank() int {
	return int(e.Outcome) * (1<<17 - int(e.Plies))
}

// String returns the value as solvers print it: "win 5", "loss 0" or "draw".
func (e Exact) String() string {
	switch e.Outcome {
	case Win:
		return "win " + strconv.Itoa(int(e.Plies))
	case Loss:
		return "loss " + strconv.Itoa(int(e.Plies))
	}
	return "draw"
}

// Value returns e as a search value at the root of the search.
func (e Exact) Value() Value {
	switch e.Outcome {
	case Win:
		return WonIn(int(e.Plies))
	case Loss:
		return LostIn(int(e.Plies))
	}
	return 0
}

// Value is a search value for the side to move: centipawns, or, beyond ±Decisive, a
// forced win or loss at a distance from the root.
type Value int32

// The bounds of values.
const (
	Infinite Value = 32500 // beyond every value
	Mate     Value = 32000 // won at once; a win in n plies is Mate - n
	MaxPlies       = 2000  // longest distance a Value holds
	Decisive Value = Mate - MaxPlies
	None     Value = 32600 // no value
	Proven   Value = 20000 // a win at a greater distance or one not known, as UCI programs print it
)

// WonIn returns the value of a win in a number of plies.
func WonIn(plies int) Value {
	if plies > MaxPlies {
		return Proven
	}
	return Mate - Value(plies)
}

// LostIn returns the value of a loss in a number of plies.
func LostIn(plies int) Value { return -WonIn(plies) }

// IsDecisive reports whether v is a forced win or loss with its distance.
func (v Value) IsDecisive() bool { return v >= Decisive || v <= -Decisive }

// Plies returns the distance of a decisive value to the end of the game.
func (v Value) Plies() int { return int(Mate - max(v, -v)) }

// Exact returns a decisive value as a win or loss.
func (v Value) Exact() Exact {
	if v > 0 {
		return WinIn(v.Plies())
	}
	return LossIn(v.Plies())
}

// MateMoves is Exact.MateMoves for a decisive value.
func (v Value) MateMoves() int { return v.Exact().MateMoves() }
