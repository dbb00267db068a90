// Package engine plays: it is given a variant and a position and answers with a move.
// Protocols, tools and tests drive it through this package alone.
package engine

import (
	"context"
	"slices"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/search"
)

// The types of a search. See their documentation in engine/internal/search.
type (
	// Limits says when a search ends.
	Limits = search.Limits
	// Info is what a search reports of one line.
	Info = search.Info
	// Bound says what a value is worth.
	Bound = search.Bound
	// Best is the answer of a search.
	Best = search.Best
)

// The bounds of Info.Bound.
const (
	Exact = search.Exact
	Lower = search.Lower
	Upper = search.Upper
)

// Engine searches one position at a time. PonderHit and Options may be called while Go
// runs; every other method waits for it to return.
type Engine struct {
	mu      sync.Mutex
	game    *board.Game
	options Options
	prober  Prober
	pos     board.Position
	history []uint64
	start   bool // pos has not been set since SetGame
}

// New returns an engine for a game, or an error when an option is out of range.
func New(g *board.Game, o Options) (*Engine, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return &Engine{game: g, options: o}, nil
}

// SetOptions changes the settings; a new hash size forgets what was stored.
func (e *Engine) SetOptions(o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	e.options = o
	return nil
}

// Options returns the settings.
func (e *Engine) Options() Options { return e.options }

// SetGame changes to another variant and forgets everything; Set must follow.
func (e *Engine) SetGame(g *board.Game) { e.game = g }

// Game returns the variant being played.
func (e *Engine) Game() *board.Game { return e.game }

// NewGame forgets everything learned from earlier searches. With one thread, searches
// after it are repeatable.
func (e *Engine) NewGame() {}

// ClearHash empties the hash table.
func (e *Engine) ClearHash() {}

// SetProber tells the engine where exact values are known; nil: nowhere.
func (e *Engine) SetProber(p Prober) { e.prober = p }

// Set sets the position to search. History holds the keys of the positions before it,
// oldest first, for repetition.
func (e *Engine) Set(p board.Position, history []uint64) {
	e.pos, e.history = p, slices.Clone(history)
}

// Position returns the position to search.
func (e *Engine) Position() board.Position { return e.pos }

// Go searches until a limit is reached or ctx is cancelled, and returns the best move. It
// calls report, from this goroutine, whenever it knows more. With Infinite or Ponder it
// answers only after the cancellation, or PonderHit.
func (e *Engine) Go(ctx context.Context, l Limits, report func(Info)) Best {
	return Best{}
}

// PonderHit tells a pondering Go that the expected move was played: its clock starts.
func (e *Engine) PonderHit() {}

// Eval returns the evaluation of the position, term by term, for people.
func (e *Engine) Eval() string { return "" }
