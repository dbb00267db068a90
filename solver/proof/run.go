package proof

import (
	"context"
	"sync"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/jobtree"
	"tinyhouse/solver/internal/strategy"
	"tinyhouse/tb/certificate"
)

const (
	reportInterval = 100 * time.Millisecond
	leastInterval  = 20 * time.Millisecond // between checkpoints
	leastEvaluated = 5 * time.Second       // share of a round with an evaluator, whose jobs take tenths of a second in Tinyhouse
)

// run is the work on a question.
type run struct {
	solver   *Solver
	options  *Options
	pos      board.Position
	question Question
	out      string              // path of the certificate, or ""
	writer   *certificate.Writer // of the certificate; nil before
	workers  []*jobtree.Worker
	goals    []*goal // one or two: the side to move wins, the other side wins
	due      func() bool

	pawnPositions uint64 // searched, about, in a game of pawns; 0 if unknown

	mu   sync.Mutex // held while progress is reported
	last Progress   // of the certificate

	saved      time.Time
	saving     time.Duration // that the last checkpoint took
	before     uint64        // positions searched before the checkpoint that was resumed
	kept       uint64        // of these, those counted by the trees
	earlier    uint64        // positions of pawns searched for earlier questions
	enumerated uint64        // positions
}

// newRun returns the work on a question about p.
func newRun(s *Solver, p *board.Position, q Question, out string, o *Options) *run {
	r := &run{solver: s, options: o, pos: *p, question: q, out: out, saved: time.Now(), due: ticker(reportInterval)}
	if s.Pawns != nil {
		r.earlier = s.Pawns.Nodes()
	}
	for range max(o.Threads, 1) { // the first one advises the draw strategies, too
		var e Evaluator
		if o.Evaluator != nil && s.Pawns == nil {
			e = o.Evaluator()
		}
		r.workers = append(r.workers, jobtree.NewWorker(&s.Shared, e))
	}
	if q != Hold {
		r.addGoal(p.Turn())
	}
	if q != Win {
		r.addGoal(p.Turn().Other())
	}
	return r
}

// ticker returns a function that is true at most once per interval.
func ticker(interval time.Duration) (due func() bool) {
	last := time.Now()
	return func() bool {
		if time.Since(last) < interval {
			return false
		}
		last = time.Now()
		return true
	}
}

// addGoal adds the goal that the attacker wins.
func (r *run) addGoal(attacker board.Color) {
	q := r.solver.newGoal(r.workers[0], &r.pos, attacker, r.workers[0].Evaluator != nil)
	r.goals = append(r.goals, q)
	q.tree.AfterJob = func() { r.reportSearch(q) }
}

// reportSearch reports the progress of a goal.
func (r *run) reportSearch(q *goal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.options.Progress == nil || !r.due() {
		return
	}
	n := q.tree.Root()
	if r.pos.Turn() != q.attacker {
		n.Phi, n.Delta = n.Delta, n.Phi
	}
	r.options.Progress(Progress{Attacker: q.attacker, Phi: n.Phi, Delta: n.Delta,
		Nodes: r.before + r.searched() - r.kept, Members: q.draw.Len(), Enumerated: r.enumerated,
		Hashfull: r.solver.Table.Hashfull(), Line: q.tree.Line()})
}

// searched returns the positions searched by jobs.
func (r *run) searched() uint64 {
	n := uint64(0)
	for _, q := range r.goals {
		n += q.tree.Searched()
	}
	return n
}

// nodes returns the positions searched.
func (r *run) nodes() uint64 {
	n := r.before + r.enumerated + nodesOf(r.workers)
	if r.solver.Pawns != nil {
		n += r.solver.Pawns.Nodes() - r.earlier
	}
	return n
}

// work pursues the goals until the question is answered, ctx ends or a limit is reached.
func (r *run) work(ctx context.Context, a *Answer) error {
	for {
		for _, q := range r.goals {
			r.pursue(ctx, q)
			r.conclude(a)
			if a.answers(r.question) {
				return nil
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if r.isStuck() {
				if len(r.goals) == 2 {
					return strategy.ErrMemory
				}
				r.addGoal(q.attacker.Other()) // that a side wins implies that it does not lose
				break
			}
			if r.options.Nodes > 0 && r.nodes() >= r.options.Nodes {
				return nil
			}
			r.saveAfter(r.interval())
		}
	}
}

// isStuck reports whether more work on the open goals is of no use.
func (r *run) isStuck() bool {
	if e := r.solver.enumeration; e != nil && e.CanGrow(&r.pos) {
		return false
	}
	for _, q := range r.goals {
		if !q.certain && !q.isStuck() {
			return false
		}
	}
	return true
}

// interval returns the time between checkpoints.
func (r *run) interval() time.Duration {
	return max(r.options.Pause(r.saving), leastInterval)
}

// share returns the time that each method may take in a round, so that the three together delay a
// checkpoint by no more than its interval. Jobs with an evaluator need time to end.
func (r *run) share() time.Duration {
	if r.workers[0].Evaluator != nil {
		return max(r.interval()/3, leastEvaluated)
	}
	return r.interval() / 3
}

// enumerationShare is how many positions the enumeration may add per position of the budget: they
// cost little, and serve all goals.
const enumerationShare = 16

// pursue works on a goal for a round.
func (r *run) pursue(ctx context.Context, q *goal) {
	q.most = noBudget
	if n := r.options.Nodes; n > 0 {
		q.most = n - min(r.nodes(), n)
	}
	if r.enumerate(ctx, 0) {
		return
	}
	defer r.reportPawns(q)()
	limit := enumerationShare * q.budget
	if q.pursue(ctx, r.workers, r.share()); !q.certain {
		r.enumerate(ctx, min(limit, q.most))
	}
}

// reportPawns reports the progress of a search of pawns once per interval, until stop is called.
func (r *run) reportPawns(q *goal) (stop func()) {
	s := r.solver.Pawns
	if s == nil {
		return func() {}
	}
	return r.whileWorking(func() {
		r.options.Progress(Progress{Attacker: q.attacker, Nodes: r.before + s.Nodes() - r.earlier, Hashfull: s.Load()})
	})
}

// whileWorking calls report once per interval in a goroutine, if progress is wanted, until stop is
// called.
func (r *run) whileWorking(report func()) (stop func()) {
	if r.options.Progress == nil {
		return func() {}
	}
	ticks, done := time.NewTicker(reportInterval), make(chan struct{})
	var reporter sync.WaitGroup
	reporter.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
				report()
			}
		}
	})
	return func() {
		ticks.Stop()
		close(done)
		reporter.Wait()
	}
}

// conclude updates the answer by the goals that are certain.
func (r *run) conclude(a *Answer) {
	a.Nodes, a.Line = r.nodes(), r.goals[0].tree.Line()
	enumerated := r.solver.knows(&r.pos)
	if enumerated {
		a.Line = r.solver.enumeration.Line(r.pos)
	}
	for _, q := range r.goals {
		own := q.attacker == r.pos.Turn()
		switch {
		case !q.certain:
		case own && q.wins:
			a.Low = score.Win
		case own:
			a.High = min(a.High, score.Draw)
		case q.wins:
			a.High = score.Loss
		default:
			a.Low = max(a.Low, score.Draw)
		}
	}
	isKnown := a.Low > score.Loss || a.High < score.Win
	a.Hashed = isKnown && !enumerated && r.solver.Pawns == nil && r.solver.Hasher.Hashed()
}
