// Package protocol serves GUIs and scripts: a Session reads lines, keeps the game, runs one search at a
// time and writes answers. A Dialect, in a package below this one, parses the lines and formats the
// answers of one protocol.
//
// One goroutine reads lines and at most one runs a job (a search, a count). The loop of Session.Run
// owns all state and writes all lines, so it can answer while a search runs.
package protocol

import (
	"context"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// Backend is the engine of a session; *engine.Engine implements it. While Go runs, the session calls
// only PonderHit.
type Backend interface {
	SetGame(g *board.Game)
	SetOptions(o engine.Options) error
	SetProber(p engine.Prober)
	SetNet(n *engine.Net) error
	NewGame()
	ClearHash()
	Set(p board.Position, history []uint64)
	Go(ctx context.Context, l engine.Limits, report func(engine.Info)) engine.Best
	PonderHit()
	Eval() string
}

// TableProvider opens tables of solved positions.
type TableProvider interface {
	// Open closes the tables of the last call, opens those in the files and folders with a cache in
	// MiB, and returns a prober of them, nil if there are none, and a sentence about each file. The
	// session calls it before its first search and never while a search runs.
	Open(paths []string, cache int) (prober engine.Prober, notes []string)

	// Unused returns a sentence about each open file that is not used in g since its rules differ.
	Unused(g *board.Game) []string

	// Troubles returns a sentence about each error since the last call, such as a damaged block.
	Troubles() []string
}

// Bench has the type of engine.Bench.
type Bench func(ctx context.Context, report func(variant, fen string, nodes uint64)) (nodes uint64, elapsed time.Duration)
