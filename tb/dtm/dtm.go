// Package dtm stores exact values of positions in two bytes each, and compresses blocks of them.
// DTM is depth to mate: the number of plies to the end of the game.
package dtm

import "tinyhouse/engine/score"

// Value is the exact value of a position as solvers and tables store it.
//
//	0                 draw
//	1 to 0x3fff       not values: reserved for solvers
//	0x4000 + plies    loss in plies, 0 to MaxPlies
//	0x8000 + plies    win in plies, 0 to MaxPlies
//	0xffff            no position has this number, or the game is over by a goal
type Value uint16

// The values that are not wins or losses, and where those begin.
const (
	Draw Value = 0
	Loss Value = 0x4000
	Win  Value = 0x8000
	None Value = 0xffff
)

// MaxPlies is the greatest distance that a Value holds.
const MaxPlies = 0x3fff

// ValueOf returns e as a Value, or None if the distance is more than MaxPlies.
func ValueOf(e score.Exact) Value {
	switch {
	case e.Outcome == score.Draw:
		return Draw
	case e.Plies > MaxPlies:
		return None
	case e.Outcome == score.Win:
		return Win + Value(e.Plies)
	}
	return Loss + Value(e.Plies)
}

// Exact returns the exact value of v. None and the values reserved for solvers are draws.
func (v Value) Exact() score.Exact {
	switch {
	case v >= Win && v <= Win+MaxPlies:
		return score.WinIn(int(v - Win))
	case v >= Loss && v < Win:
		return score.LossIn(int(v - Loss))
	}
	return score.Exact{}
}

// isExact reports whether v is the value of a position.
func (v Value) isExact() bool { return v == Draw || v >= Loss && v <= Win+MaxPlies }
