// Package tb is the shelf between the solver, which fills it, and the engine, which reads from
// it: tables of exact values on disk. It knows nothing of how they were made.
package tb

import "tinyhouse/engine/score"

// Value is the exact value of a position in two bytes, as solvers and tables keep it.
//
//	0                 draw
//	1 to 0x3fff       not values: free for the use of a solver
//	0x4000 + plies    loss in plies, 0 to MaxPlies
//	0x8000 + plies    win in plies, 0 to MaxPlies
//	0xffff            no position has this number, or its game is over by a goal
type Value uint16

// The values that are not wins or losses, and where those begin.
const (
	Draw Value = 0
	Loss Value = 0x4000
	Win  Value = 0x8000
	None Value = 0xffff
)

// MaxPlies is the longest distance that a Value holds.
const MaxPlies = 0x3fff

// ValueOf returns e as a Value; its distance must not be beyond MaxPlies.
func ValueOf(e score.Exact) Value {
	switch e.Outcome {
	case score.Win:
		return Win + Value(e.Plies)
	case score.Loss:
		return Loss + Value(e.Plies)
	}
	return Draw
}

// Exact returns the value that v stands for; None and the solver's own are draws.
func (v Value) Exact() score.Exact {
	switch {
	case v >= Win && v <= Win+MaxPlies:
		return score.WinIn(int(v - Win))
	case v >= Loss && v < Win:
		return score.LossIn(int(v - Loss))
	}
	return score.Exact{}
}
