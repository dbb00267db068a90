package engine

import (
	"context"
	"slices"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/search"
	"tinyhouse/engine/tablebase"
)

// The types of a search.
type (
	// Limits says when a search ends. The zero value of a field is no limit; several limits
	// hold together, and a search without any runs until it is stopped.
	Limits = search.Limits
	// Info is what a search reports of one line.
	Info = search.Info
	// Bound says whether the value of an Info is exact.
	Bound = search.Bound
	// Best is the answer of a search.
	Best = search.Best
	// Prober knows the values of solved positions.
	Prober = tablebase.Prober
)

// The bounds of Info.Bound.
const (
	Exact = search.Exact
	Lower = search.Lower
	Upper = search.Upper
)

// Engine searches one position at a time. PonderHit, Options and Game may be called while
// Go runs; every other method waits for it to return.
type Engine struct {
	busy     sync.Mutex // held by Go
	settings sync.Mutex // guards game and options
	game     *board.Game
	options  Options
	prober   Prober
	searcher *search.Searcher
	pos      board.Position
	history  []uint64
}

// New returns an engine for a game, or an error when an option is out of range. Set must
// give it a position before it can search.
func New(g *board.Game, o Options) (*Engine, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	e := &Engine{game: g, options: o, searcher: search.New(g, o.Hash, o.Threads)}
	return e, nil
}

// SetOptions changes the settings, all of them or, with an error, none; a new hash size
// forgets what was stored.
func (e *Engine) SetOptions(o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	e.busy.Lock()
	defer e.busy.Unlock()
	if o.Hash != e.options.Hash {
		e.searcher.SetHash(o.Hash)
	}
	if o.Threads != e.options.Threads {
		e.searcher.SetThreads(o.Threads)
	}
	e.settings.Lock()
	defer e.settings.Unlock()
	e.options = o
	return nil
}

// Options returns the settings.
func (e *Engine) Options() Options {
	e.settings.Lock()
	defer e.settings.Unlock()
	return e.options
}

// SetGame changes to another variant and forgets everything; Set must follow.
func (e *Engine) SetGame(g *board.Game) {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.searcher.SetGame(g)
	e.settings.Lock()
	e.game, e.pos, e.history = g, board.Position{}, nil
	e.settings.Unlock()
	e.connect()
}

// Game returns the variant being played.
func (e *Engine) Game() *board.Game {
	e.settings.Lock()
	defer e.settings.Unlock()
	return e.game
}

// NewGame forgets everything learned from earlier searches. With one thread, searches
// after it are repeatable.
func (e *Engine) NewGame() {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.searcher.Clear()
}

// ClearHash empties the hash table.
func (e *Engine) ClearHash() {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.searcher.ClearHash()
}

// SetProber tells the engine where exact values are known; nil: nowhere.
func (e *Engine) SetProber(p Prober) {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.prober = p
	e.connect()
}

// connect hands the prober to the search if it has anything to say on the game.
func (e *Engine) connect() {
	if e.prober != nil && e.prober.Holds(e.game) {
		e.searcher.SetProber(e.prober)
		return
	}
	e.searcher.SetProber(nil)
}

// Set sets the position to search. History holds the keys of the positions before it,
// oldest first, for repetition.
func (e *Engine) Set(p board.Position, history []uint64) {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.pos, e.history = p, slices.Clone(history)
}

// Go searches until a limit is reached or ctx is cancelled, and returns the best move. It
// calls report, which may be nil, from this goroutine whenever it knows more. With Infinite
// or Ponder it answers only after the cancellation, or PonderHit.
func (e *Engine) Go(ctx context.Context, l Limits, report func(Info)) Best {
	e.busy.Lock()
	defer e.busy.Unlock()
	if e.pos == (board.Position{}) {
		return Best{}
	}
	o := e.Options()
	s := search.Settings{Lines: o.MultiPV, Overhead: o.MoveOverhead}
	if o.LimitStrength {
		s.Elo = o.Elo
	}
	return e.searcher.Run(ctx, &e.pos, e.history, l, s, report)
}

// PonderHit tells a pondering Go that the expected move was played: its clock starts. It
// counts as well when it comes just before Go.
func (e *Engine) PonderHit() { e.searcher.Hit() }

// Eval returns the evaluation of the position, term by term, for people.
func (e *Engine) Eval() string {
	e.busy.Lock()
	defer e.busy.Unlock()
	if e.pos == (board.Position{}) {
		return ""
	}
	return e.searcher.Eval().Trace(&e.pos)
}
