package proof

import (
	"context"
	"fmt"
	"math"

	"tinyhouse/engine/base/filelock"
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/atlas"
	"tinyhouse/solver/internal/keys"
	"tinyhouse/solver/pawns"
)

// Question is what to find out about a position, for its side to move.
type Question uint8

// The questions.
const (
	Value Question = iota // is it a win, a draw or a loss?
	Win                   // is it a win?
	Hold                  // is it a draw at least?
)

// Sink takes the claims of a certificate, in any order: the side to move of p has at least
// value v, a win or a draw, by move m.
type Sink func(p *board.Position, m board.Move, v score.Exact) error

// Options are how to search.
type Options struct {
	solver.Limits                  // Checkpoint "": nothing is kept; it takes a new Solver
	Nodes         uint64           // positions to search, about; 0: no limit
	Prober        tablebase.Prober // knows the values of leaves, or nil
	Guide         func() Guide     // makes one for each thread; nil: none
	Plain         bool             // without an atlas: for comparisons
	Sink          Sink             // takes the certificate of what was found; nil: none is wanted
	Finish        func() error     // called after the last claim; the checkpoint stays until it has succeeded
	Progress      func(Progress)   // told now and then, by one thread at a time, which waits for it
	Task          string           // what the checkpoint is about: it is refused for another task
}

// Progress is how far a search is.
type Progress struct {
	Attacker   board.Color
	Phi, Delta uint32 // proof and disproof number of the attacker's win; 0 in a search that has none
	Nodes      uint64 // searched by jobs; once there is an answer, in all
	Set        int    // positions of the closed set
	Atlas      uint64 // positions that were met in the atlas
	Claims     int    // positions that are laid out for a certificate, once there is an answer
	Open       int    // of these, how many wait for their moves
	Load       int    // of the table, in thousandths
	Line       []board.Move
}

// Answer is what is known of a position in the end, for its side to move.
type Answer struct {
	Low, High score.Outcome // the value is not less, and not more
	Plies     int           // to the end at most, where the value is decisive and a certificate was made
	Nodes     uint64        // positions whose moves were looked at
	Line      []board.Move  // the best, as far as it was searched
}

// Exact reports whether the value is known.
func (a *Answer) Exact() bool { return a.Low == a.High }

// answers reports whether the question is answered.
func (a *Answer) answers(q Question) bool {
	switch q {
	case Win:
		return a.Low == score.Win || a.High < score.Win
	case Hold:
		return a.Low > score.Loss || a.High == score.Loss
	}
	return a.Exact()
}

// Solver answers questions about positions of a game, one at a time, and remembers what it found
// out in a table of bounded size: a question like those before may take much less.
type Solver struct {
	game   *board.Game
	keys   *keys.Keyer
	table  *table
	prober tablebase.Prober
	pawns  *pawns.Search // nil but for games of pawns, which it searches instead of workers
	memory memory
	atlas  *atlas.Atlas // nil for games of pawns, and where none is wanted
}

// NewSolver returns a solver of a game. Of the options it takes the memory, the prober and whether
// it is plain.
func NewSolver(g *board.Game, o Options) *Solver {
	s := &Solver{game: g, keys: keys.New(g), prober: o.Prober}
	s.memory = memoryOf(o.Memory, s.keys.Lore() != nil)
	if s.keys.Lore() != nil {
		s.pawns = pawns.NewSearch(s.keys.Lore(), s.memory.atlas())
	} else if !o.Plain {
		s.atlas = atlas.New(g)
	}
	s.table = newTable(s.memory.table)
	return s
}

// advised reports whether more is known of positions than the rules tell.
func (s *Solver) advised() bool { return s.prober != nil || s.keys.Lore() != nil }

const noBudget = math.MaxInt64

// Solve answers a question about p, by a solver of its own.
func Solve(ctx context.Context, g *board.Game, p *board.Position, q Question, o Options) (Answer, error) {
	return NewSolver(g, o).Solve(ctx, p, q, o)
}

// Solve answers a question about p, for play without a move limit. When ctx ends, or the time
// or about so many nodes are used up, the answer is what is known so far, and the error wraps
// that of ctx, or is nil for the nodes.
func (s *Solver) Solve(ctx context.Context, p *board.Position, q Question, o Options) (Answer, error) {
	ctx, cancel := o.WithTimeout(ctx)
	defer cancel()
	g := s.game
	a := Answer{Low: score.Loss, High: score.Win}
	if err := solver.Solvable(g); err != nil {
		return a, err
	}
	if end := s.game.Ended(p); end.Over() {
		return finished(end, &o)
	}
	let, err := filelock.LockFolder(o.Checkpoint)
	if err != nil {
		return a, fmt.Errorf("proof: checkpoint: %w", err)
	}
	defer let()
	r := newRun(s, p, q, &o)
	if err := r.resume(); err != nil {
		return a, err
	}
	err = r.work(ctx, &a)
	if err == nil && o.Sink != nil {
		err = r.certify(ctx, &a)
	}
	switch {
	case err != nil:
		failed := r.save()
		return a, o.Stopped(err, failed, failed == nil || r.hasCheckpoint())
	case !a.answers(q):
		if err := r.save(); err != nil {
			return a, fmt.Errorf("proof: %w", err)
		}
		return a, nil
	}
	return a, r.forget()
}

// finished returns the answer where the game has ended: of that nothing need be claimed, so the
// certificate is finished as it is.
func finished(end board.Outcome, o *Options) (a Answer, err error) {
	if o.Sink != nil && o.Finish != nil {
		err = o.Finish()
	}
	return Answer{Low: score.Outcome(end.Result), High: score.Outcome(end.Result)}, err
}
