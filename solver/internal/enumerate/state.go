package enumerate

import (
	"math"

	"tinyhouse/engine/score"
)

// state is what is known of a node:
//
//	0                   nothing
//	1 .. frontier-1     active, its place in the search plus 1
//	frontier            reached by a move and not expanded; the game is not over, no move wins at once
//	valued ..           its value: bits 2..30 plies, bits 0..1 outcome
type state uint32

const (
	frontier = 1<<31 - 1
	valued   = 1 << 31
	maxPlies = 1<<29 - 1
)

// stateOf returns the state of a node with a value. Draws have no plies.
func stateOf(o score.Outcome, plies int) state {
	if o == score.Draw {
		plies = 0
	}
	return valued | state(min(plies, maxPlies))<<2 | state(o-score.Loss)
}

// activeAt returns the state of the active node at a place.
func activeAt(place int32) state { return state(place + 1) }

// place returns the place of an active node.
func (x state) place() int32 { return int32(x) - 1 }

// known reports whether the node has a value.
func (x state) known() bool { return x&valued != 0 }

// visited reports whether the node has a value or a place.
func (x state) visited() bool { return x != 0 && x != frontier }

func (x state) outcome() score.Outcome { return score.Loss + score.Outcome(x&3) }

func (x state) plies() int { return int(x &^ valued >> 2) }

// exact returns a value, with its plies limited to 65,535.
func (x state) exact() score.Exact {
	if !x.known() || x.outcome() == score.Draw {
		return score.Exact{}
	}
	return score.Exact{Outcome: x.outcome(), Plies: uint16(min(x.plies(), math.MaxUint16))}
}

// or returns the better one of x, a value or none, and the value of a move to a position of value
// y: the sooner win, the later loss.
func (x state) or(y state) state {
	y = stateOf(-y.outcome(), y.plies()+1)
	switch {
	case x == 0:
		return y
	case x.outcome() > y.outcome():
		return x
	case x.outcome() < y.outcome():
		return y
	case x.outcome() == score.Win:
		return min(x, y)
	}
	return max(x, y)
}
