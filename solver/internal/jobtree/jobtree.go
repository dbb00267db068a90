// Package jobtree keeps the top of a proof tree and hands out its most proving leaves as jobs, best
// first. A leaf that a job does not decide becomes an inner node.
//
// Jobs and reports are plain values: a job needs only the root position and the rules, so another
// machine can do it. The searches of one tree share a table here, but need not.
//
// Sources: Wu et al. (2011), "Job-level proof-number search"; Schaeffer et al. (2007), "Checkers
// is solved", where an engine's values choose what to prove.
package jobtree

import (
	"context"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/dfpn"
)

// Job is a position to search.
type Job struct {
	Line     []board.Move // from the root to the position
	Attacker board.Color
	Budget   uint64 // positions to search at most
	Evaluate bool   // evaluate the moves, if the search does not decide the position
}

// Report is the result of a job: the proof numbers of its position for the side to move there, of
// which one is 0 if it is decided.
type Report struct {
	Phi, Delta uint32
	Nodes      uint64        // positions searched
	Values     []score.Value // for the attacker after each move, if these were evaluated
}

// Worker does jobs in one goroutine.
type Worker struct {
	*dfpn.Searcher
	Evaluator Evaluator // or nil
}

// NewWorker returns a worker.
func NewWorker(s *dfpn.Shared, e Evaluator) *Worker { return &Worker{dfpn.NewSearcher(s), e} }

// Do does a job of a proof with the given root. When ctx ends, the report covers the work done
// until then. The error quotes a move that cannot be played.
func (w *Worker) Do(ctx context.Context, root *board.Position, j Job) (Report, error) {
	p := *root
	for i, m := range j.Line {
		if w.Game.Ended(&p).Over() || !w.Game.IsLegal(&p, m) {
			return Report{}, fmt.Errorf("proof: move %d of the job's line, %#04x, cannot be played", i+1, uint16(m))
		}
		w.Game.Apply(&p, &p, m)
	}
	j.Evaluate = j.Evaluate && w.Evaluator != nil
	defer w.StopWith(ctx)()
	return w.do(&p, j), nil
}

// do does a job on p, the position at the end of its line.
func (w *Worker) do(p *board.Position, j Job) Report {
	before := w.Nodes
	n := w.Search(p, j.Attacker, j.Budget)
	r := Report{Phi: n.Phi, Delta: n.Delta, Nodes: w.Nodes - before}
	if j.Evaluate && !n.Decided() && !w.Stopped() {
		r.Values = w.evaluate(p, j.Attacker)
	}
	return r
}
