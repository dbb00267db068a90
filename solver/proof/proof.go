package proof

import (
	"context"
	"errors"
	"fmt"
	"math"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/base/filelock"
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/dfpn"
	"tinyhouse/solver/internal/enumerate"
	"tinyhouse/solver/internal/jobtree"
	"tinyhouse/solver/internal/poskey"
	"tinyhouse/solver/pawns"
	"tinyhouse/tb/certificate"
)

// Question is what to find out about a position, for its side to move.
type Question uint8

// The questions.
const (
	Value Question = iota // is it a win, a draw or a loss?
	Win                   // is it a win?
	Hold                  // is it a draw at least?
)

// String returns the question in one word.
func (q Question) String() string { return [...]string{"value", "win", "hold"}[q] }

// ParseQuestion returns the question that String calls word.
func ParseQuestion(word string) (Question, error) {
	for q := Value; q <= Hold; q++ {
		if q.String() == word {
			return q, nil
		}
	}
	return 0, fmt.Errorf("%.40q: want value, win or hold", word)
}

// The parts of a distributed search: a job, its report, and the engine that evaluates leaves.
type (
	Job       = jobtree.Job
	Report    = jobtree.Report
	Evaluator = jobtree.Evaluator
)

// Options are options of a solver.
type Options struct {
	solver.Limits                  // with Checkpoint "" unfinished work is lost; resuming needs a new Solver
	Nodes         uint64           // positions to search, approximately; 0: no limit
	Prober        tablebase.Prober // knows the values of leaves; or nil
	Evaluator     func() Evaluator // makes one for each thread; nil: none
	NoEnumeration bool             // turns the enumeration off, to compare without it
	Progress      func(Progress)   // called at most once per interval, by one goroutine at a time; or nil
	Estimate      func(Estimate)   // called before a certificate is made; or nil
}

// Progress is the progress of a solver.
type Progress struct {
	Attacker   board.Color  // of the goal
	Phi, Delta uint32       // proof and disproof number of the attacker's win; 0 if there are none
	Nodes      uint64       // positions searched
	Members    int          // of the draw strategy
	Enumerated uint64       // positions
	Hashfull   int          // of the transposition table, in thousandths
	Line       []board.Move // best moves from the position

	Certificate bool // a certificate is being made: of the above only Nodes and Hashfull are set
	Laid        int  // positions of the strategy
	Open        int  // of these, without a move yet
	Exported    int  // records
	Writing     bool // of the file
}

// Estimate is what a certificate will take.
type Estimate struct {
	Positions uint64 // an approximate upper bound
	Bytes     int64  // of memory for them
	Most      int    // positions that fit into memory; 0: no limit
}

// Answer is what is known of a position, for its side to move.
type Answer struct {
	Low, High score.Outcome // bounds of the value
	Plies     int           // to the end at most, if the value is decisive and a certificate was made
	Nodes     uint64        // positions searched
	Line      []board.Move  // best moves, as far as they were searched
	Hashed    bool          // what is known, or its certificate, rests on hashes of positions; see the package comment
	Result    solver.Result // the value, and the records of the certificate
}

// Exact reports whether the value is known.
func (a *Answer) Exact() bool { return a.Low == a.High }

// Value returns the value, if it is known. Its plies are 0 without a certificate.
func (a *Answer) Value() (score.Exact, bool) {
	return score.Exact{Outcome: a.Low}.Later(a.Plies), a.Exact()
}

func (a *Answer) answers(q Question) bool {
	switch q {
	case Win:
		return a.Low == score.Win || a.High < score.Win
	case Hold:
		return a.Low > score.Loss || a.High == score.Loss
	}
	return a.Exact()
}

// summarize completes the result. The plies are unknown where no certificate counted them.
func (a *Answer) summarize(g *board.Game, p *board.Position) {
	a.Result.Variant, a.Result.Hashed = g.Variant().Name, a.Hashed
	v, exact := a.Value()
	switch {
	case exact:
		a.Result.Start, a.Result.Uncounted = &v, v.Plies == 0 && g.Count(p) > 0
	case a.Low == score.Draw:
		a.Result.Bound = "at least draw"
	case a.High == score.Draw:
		a.Result.Bound = "at most draw"
	default:
		a.Result.Bound = "unknown"
	}
}

// Solver answers questions about positions of a game, one at a time. It keeps what it finds, in
// bounded memory, for later questions.
type Solver struct {
	dfpn.Shared
	memory      memory
	enumeration *enumerate.Enumeration // nil for games of pawns, and with NoEnumeration
}

// NewSolver returns a solver of a game. It uses the Memory, Prober and NoEnumeration of o.
func NewSolver(g *board.Game, o Options) *Solver {
	s := &Solver{Shared: dfpn.Shared{Game: g, Hasher: poskey.New(g), Prober: o.Prober}}
	analysis := s.Hasher.Pawns()
	s.memory = memoryOf(o.Memory, analysis != nil)
	if analysis != nil {
		s.Pawns = pawns.NewSearch(analysis, s.memory.enumeration())
	} else if !o.NoEnumeration {
		s.enumeration = enumerate.New(g)
	}
	s.Table = dfpn.NewTable(s.memory.table)
	return s
}

// noBudget is a budget without limit.
const noBudget = math.MaxInt64

// ErrNodes says that the limit of positions was reached before anything was known.
var ErrNodes = errors.New("proof: no answer before the limit of positions")

// Solve is Solver.Solve by a new solver.
func Solve(ctx context.Context, g *board.Game, p *board.Position, q Question, out string, o Options) (Answer, error) {
	return NewSolver(g, o).Solve(ctx, p, q, out, o)
}

// Solve answers a question about p, for play without a move limit, and writes a certificate at out
// in place of what is there, unless out is "". When ctx ends, or a limit is reached, the answer is
// what is known so far; the error then wraps the reason, but is nil if o.Nodes was reached with
// part of an answer.
func (s *Solver) Solve(ctx context.Context, p *board.Position, q Question, out string, o Options) (a Answer, err error) {
	ctx, cancel := o.WithTimeout(ctx)
	defer cancel()
	a = Answer{Low: score.Loss, High: score.Win}
	defer func() { a.summarize(s.Game, p) }()
	if err := solver.Solvable(s.Game); err != nil {
		return a, err
	}
	if err := checkWritable(s.Game, p, out); err != nil {
		return a, err
	}
	unlock, err := filelock.LockFolder(o.Checkpoint)
	if err != nil {
		return a, fmt.Errorf("proof: checkpoint: %w", err)
	}
	defer unlock()
	r := newRun(s, p, q, out, &o)
	if end := s.Game.Ended(p); end.Over() {
		a.Low, a.High = score.Outcome(end.Result), score.Outcome(end.Result)
		return a, r.certify(ctx, &a)
	}
	if err := r.resume(); err != nil {
		return a, err
	}
	if err = r.work(ctx, &a); err == nil {
		err = r.certify(ctx, &a)
	}
	if err == nil && a.answers(q) {
		return a, r.removeCheckpoint()
	}
	return a, r.stop(err, &a)
}

// stop writes a checkpoint of work that err, or the limit of positions, has ended without an answer
// to the question. It returns the error of Solve.
func (r *run) stop(err error, a *Answer) error {
	failed := r.save()
	switch {
	case err != nil:
		return r.options.Stopped(err, failed, failed == nil || r.hasCheckpoint())
	case failed != nil:
		return fmt.Errorf("proof: %w", failed)
	case r.question != Value || a.Low == score.Loss && a.High == score.Win:
		return fmt.Errorf("%w, which is %d", ErrNodes, r.options.Nodes)
	}
	return nil
}

// checkWritable returns an error, before long work, if no certificate about p can be written at out.
func checkWritable(g *board.Game, p *board.Position, out string) error {
	if out == "" {
		return nil
	}
	err := certificate.Check(g, p)
	if err == nil {
		err = atomicfile.Check(out)
	}
	if err != nil {
		return fmt.Errorf("proof: certificate %s cannot be written: %w", out, err)
	}
	return nil
}

// Do does a job of a distributed proof with the given root. The evaluator may be nil. The table keeps
// what the job finds. When ctx ends, the report covers the work done until then. The error quotes a
// move that cannot be played.
func (s *Solver) Do(ctx context.Context, root *board.Position, j Job, e Evaluator) (Report, error) {
	return jobtree.NewWorker(&s.Shared, e).Do(ctx, root, j)
}
