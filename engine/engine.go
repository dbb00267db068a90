package engine

import (
	"context"
	"slices"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/internal/search"
	"tinyhouse/engine/tablebase"
)

// The types of a search.
type (
	// Limits are the limits of a search, which ends at the first one. A field of zero is no limit,
	// and a search without limits runs until it is stopped.
	Limits = search.Limits
	// Info is the report of a line.
	Info = search.Info
	// Bound says how the value of an Info relates to the true one.
	Bound = search.Bound
	// Best is the answer of a search.
	Best = search.Best
	// Prober knows the values of solved positions.
	Prober = tablebase.Prober
	// Net is a learned evaluation for the rules that it names.
	Net = nnue.File
)

// MaxNet limits the file of a net, in bytes.
const MaxNet = nnue.MaxFile

// NetRules returns the digest of the rules of g that its nets name.
func NetRules(g *board.Game) [32]byte { return nnue.Digest(g) }

// ParseNet reads the file of a net, which may be anything. An error says what is wrong with it.
func ParseNet(data []byte) (*Net, error) { return nnue.Parse(data) }

// The bounds of Info.Bound.
const (
	Exact = search.Exact
	Lower = search.Lower
	Upper = search.Upper
)

// Engine searches one position at a time. Its methods may be called by several goroutines: all
// but PonderHit, Options and Game wait while Go runs.
type Engine struct {
	busy     sync.Mutex // held by Go
	settings sync.Mutex // held for game and options
	game     *board.Game
	options  Options
	prober   Prober
	searcher *search.Searcher
	pos      board.Position
	history  []uint64
}

// New returns an engine for a game, or an error if an option is out of range. Set must follow
// before it can search.
func New(g *board.Game, o Options) (*Engine, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return &Engine{game: g, options: o, searcher: search.New(g, o.Hash, o.Threads)}, nil
}

// SetOptions sets all options, or none if it returns an error: an option is out of range. A new
// hash size empties the transposition table.
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

// Options returns the options.
func (e *Engine) Options() Options {
	e.settings.Lock()
	defer e.settings.Unlock()
	return e.options
}

// SetGame changes to another game, with the hand-made evaluation, and clears everything. Set must
// follow.
func (e *Engine) SetGame(g *board.Game) {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.searcher.SetGame(g)
	e.settings.Lock()
	e.game, e.pos, e.history = g, board.Position{}, nil
	e.settings.Unlock()
	e.connect()
}

// Game returns the game.
func (e *Engine) Game() *board.Game {
	e.settings.Lock()
	defer e.settings.Unlock()
	return e.game
}

// NewGame clears all that earlier searches have stored. Searches by one thread after it are
// repeatable. It takes less than a second with a transposition table of any size.
func (e *Engine) NewGame() {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.searcher.Clear()
}

// ClearHash empties the transposition table.
func (e *Engine) ClearHash() {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.searcher.ClearHash()
}

// SetProber sets the tables of solved positions; nil is none.
func (e *Engine) SetProber(p Prober) {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.prober = p
	e.connect()
}

// SetNet sets the net that evaluates positions, and clears everything; nil is the hand-made evaluation. It
// returns an error, and leaves the evaluation as it is, if the net is for other rules than those of
// the game.
func (e *Engine) SetNet(n *Net) error {
	e.busy.Lock()
	defer e.busy.Unlock()
	if n == nil {
		e.searcher.SetNet(nil)
		return nil
	}
	net, err := n.For(e.game)
	if err == nil {
		e.searcher.SetNet(net)
	}
	return err
}

// connect passes the prober to the search if it knows positions of the game.
func (e *Engine) connect() {
	p := e.prober
	if p != nil && !p.Holds(e.game) {
		p = nil
	}
	e.searcher.SetProber(p)
}

// Set sets the position to search. History holds the keys of the positions before it, oldest
// first, for repetition.
func (e *Engine) Set(p board.Position, history []uint64) {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.pos, e.history = p, slices.Clone(history)
}

// Go searches until a limit is reached or ctx is cancelled, and returns the answer. It calls
// report, which may be nil, for every new line, on the calling goroutine. With Infinite or Ponder
// it returns only after the cancellation, or PonderHit.
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

// PonderHit starts the clock of a pondering Go, because the expected move was played. It may come
// just before Go.
func (e *Engine) PonderHit() { e.searcher.PonderHit() }

// Eval returns the evaluation of the position as text for people: with a net, what each piece is worth to
// it, and the hand-made evaluation; else that, term by term.
func (e *Engine) Eval() string {
	e.busy.Lock()
	defer e.busy.Unlock()
	if e.pos == (board.Position{}) {
		return ""
	}
	if n := e.searcher.Net(); n != nil {
		return n.Trace(&e.pos) + "\nThe hand-made evaluation, which is not used:\n" + e.searcher.Eval().Trace(&e.pos)
	}
	return e.searcher.Eval().Trace(&e.pos)
}
