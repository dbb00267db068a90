// Package protocol is the part of talking to GUIs and scripts that all protocols share: a
// Session reads lines, keeps the game, runs one search at a time and writes answers. How
// a line is read and how an answer looks is a Dialect's business, in a package of its own
// below this one.
//
// Three kinds of goroutines take part. One reads lines, one at most works (a search, a
// count), and the loop of Session.Run owns all state and is the only one to write. So a
// question such as isready is answered while a search runs, and lines never mix.
package protocol

import (
	"context"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// Backend is what a session needs from an engine; *engine.Engine is one. PonderHit may be
// called while Go runs; the session calls nothing else then.
type Backend interface {
	SetGame(g *board.Game)
	SetOptions(o engine.Options) error
	SetProber(p engine.Prober)
	NewGame()
	ClearHash()
	Set(p board.Position, history []uint64)
	Go(ctx context.Context, l engine.Limits, report func(engine.Info)) engine.Best
	PonderHit()
	Eval() string
}

// Shelf is where tables of solved positions come from.
type Shelf interface {
	// Open returns a prober over all tables in the files and folders, with cache MiB for
	// what is unpacked, and a sentence about each that was opened or could not be. The
	// prober is nil when there is nothing to probe. The first call comes before any search,
	// without paths unless there is an option already. What the last call opened may be
	// closed: the session has no search running.
	Open(paths []string, cache int) (prober engine.Prober, notes []string)

	// Troubles returns a sentence about each thing that has gone wrong with the tables since
	// the last call, such as damage that a search has come upon.
	Troubles() []string
}

// Bench is engine.Bench, or another of its shape.
type Bench func(report func(variant, fen string, nodes uint64)) (nodes uint64, elapsed time.Duration)
