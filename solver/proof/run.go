package proof

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
)

// Runs: what belongs here shares the time between the two questions that a value is made of,
// and between the search and the closed set of each.

// The budget of the first search for an answer, and how it is shared.
const (
	firstBudget   = 1 << 12
	mostBudget    = 1 << 28
	smallBudget   = 1 << 15 // for one thread, without a tree
	adviceBudget  = 1 << 4
	tellEvery     = 100 * time.Millisecond
	leastInterval = 20 * time.Millisecond
	leastGuided   = 5 * time.Second // a job with a guide takes some tenths of one in Tinyhouse
	fewMembers    = 1 << 14         // of a closed set, until more has been searched
	setShare      = 32              // positions to search for each further member
	atlasShare    = 16              // times the budget: positions of an atlas cost little, and are of use for all
)

// inquiry is the question whether the attacker wins a position. It can be pursued again and
// again, with more patience each time.
type inquiry struct {
	solver   *Solver
	pos      board.Position
	attacker board.Color
	tree     *tree
	set      *closedSet
	budget   uint64
	searched uint64 // positions so far, but for what a checkpoint tells
	most     uint64 // positions to search in this turn, whatever the budget
	wins     bool
	certain  bool
	settled  bool // the search has an assumption: only the set can tell whether that is right
}

// ask opens an inquiry.
func (s *Solver) ask(w *worker, p *board.Position, attacker board.Color) *inquiry {
	return &inquiry{solver: s, pos: *p, attacker: attacker, tree: newTree(s, p, attacker),
		set: newClosedSet(w, attacker, adviceBudget), budget: firstBudget, most: noBudget}
}

// search searches with the budget.
func (q *inquiry) search(ctx context.Context, workers []*worker) {
	var n numbers
	budget := min(q.budget, q.most)
	switch {
	case q.solver.pawns != nil:
		q.wins, q.certain = q.solver.askPawns(ctx, &q.pos, q.attacker, len(workers), budget)
		return
	case q.budget <= smallBudget:
		defer workers[0].heed(ctx)()
		n = workers[0].run(&q.pos, q.attacker, budget)
	default:
		n = q.tree.grow(ctx, workers, budget)
	}
	if n.exact() {
		q.wins, q.certain = (q.pos.Turn() == q.attacker) == (n.phi == 0), true
	}
	q.settled = n.decided() && !q.certain
}

// askPawns searches a game of pawns.
func (s *Solver) askPawns(ctx context.Context, p *board.Position, attacker board.Color, threads int, budget uint64) (wins, certain bool) {
	if p.Turn() == attacker {
		return s.pawns.Wins(ctx, p, threads, budget)
	}
	holds, ok := s.pawns.Holds(ctx, p, threads, budget)
	return ok && !holds, ok
}

// close builds at the closed set with the budget: at first a quarter of it, later a share of what
// was searched, since a game that is not nearly settled has no use for it. Where the search can
// do no more, the memory is the only limit.
func (q *inquiry) close(ctx context.Context) {
	defer q.set.advisor.heed(ctx)()
	most := q.room()
	limit := min(q.budget/4, fewMembers+q.searched/setShare, most)
	if q.settled {
		limit = min(max(q.budget/4, 2*uint64(len(q.set.nodes))), most)
	}
	q.set.most = int(most)
	q.set.until = q.set.advisor.nodes + q.most
	defer func() { q.set.until = math.MaxUint64 }()
	if holds, certain := q.set.build(ctx, q.solver.turned(&q.pos, q.attacker.Other()), int(limit)); certain {
		q.wins, q.certain = !holds, true
	}
}

// stuck reports whether the search has only an assumption, and the set no more room.
func (q *inquiry) stuck() bool {
	return q.settled && uint64(len(q.set.nodes)) > q.room()
}

// room returns how many members the closed set may have.
func (q *inquiry) room() uint64 {
	s := q.solver
	return s.memory.members(s.atlasBytes(), s.atlas != nil && s.atlas.Grows(&q.pos))
}

// pursue searches, and then builds at the closed set: each for so long at most, or else long
// searches would leave the set no time.
func (q *inquiry) pursue(ctx context.Context, workers []*worker, longest time.Duration) {
	within := func(work func(context.Context)) {
		if q.certain || ctx.Err() != nil {
			return
		}
		limited, cancel := context.WithTimeout(ctx, longest)
		defer cancel()
		work(limited)
	}
	within(func(ctx context.Context) {
		before := total(workers)
		q.search(ctx, workers)
		spent := total(workers) - before
		q.searched += spent
		q.most -= min(q.most, spent)
	})
	if q.solver.keys.Lore() == nil { // pawns never come back
		within(q.close)
	}
	q.budget = min(2*q.budget, mostBudget)
}

// decide tells whether the attacker wins p, unless it takes more than so many positions.
func (s *Solver) decide(ctx context.Context, w *worker, p *board.Position, attacker board.Color, budget uint64) (wins, certain bool) {
	q := s.ask(w, p, attacker)
	for spent := uint64(0); !q.certain && !q.stuck() && spent < budget && ctx.Err() == nil; spent += q.budget {
		q.pursue(ctx, []*worker{w}, math.MaxInt64)
	}
	return q.wins, q.certain
}

// turned returns p if c moves there, else all positions after it where the game goes on.
func (s *Solver) turned(p *board.Position, c board.Color) []board.Position {
	if p.Turn() == c {
		return []board.Position{*p}
	}
	var l board.List
	var all []board.Position
	s.game.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		s.game.Apply(&next, p, m)
		if !s.over(&next) {
			all = append(all, next)
		}
	}
	return all
}

// run is the work on a question.
type run struct {
	solver    *Solver
	options   *Options
	pos       board.Position
	question  Question
	workers   []*worker
	inquiries []*inquiry // whether the side to move wins, whether the other does; those asked
	saved     time.Time
	saving    time.Duration // that it took
	before    uint64        // positions searched before the checkpoint that was resumed
	kept      uint64        // of them, those that the trees know of
	earlier   uint64        // pawns searched for questions before
	charted   uint64        // positions met in the atlas
}

// newRun returns the work on a question about p.
func newRun(s *Solver, p *board.Position, q Question, o *Options) *run {
	r := &run{solver: s, options: o, pos: *p, question: q, saved: time.Now()}
	if s.pawns != nil {
		r.earlier = s.pawns.Nodes()
	}
	for range max(o.Threads, 1) { // the first one advises, too
		w := newWorker(s)
		if o.Guide != nil && s.pawns == nil {
			w.guide = o.Guide()
		}
		r.workers = append(r.workers, w)
	}
	if q != Hold {
		r.ask(p.Turn())
	}
	if q != Win {
		r.ask(p.Turn().Other())
	}
	return r
}

// ask adds the question whether the attacker wins, with somebody to tell of it.
func (r *run) ask(attacker board.Color) {
	q := r.solver.ask(r.workers[0], &r.pos, attacker)
	q.tree.guided = r.workers[0].guide != nil
	r.inquiries = append(r.inquiries, q)
	if r.options.Progress == nil {
		return
	}
	due := paced(tellEvery)
	q.tree.told = func() {
		if !due() {
			return
		}
		n := q.tree.twigs[0].numbers
		if r.pos.Turn() != attacker {
			n.phi, n.delta = n.delta, n.phi
		}
		r.options.Progress(Progress{Attacker: attacker, Phi: n.phi, Delta: n.delta,
			Nodes: r.before + r.searched() - r.kept, Set: len(q.set.nodes), Atlas: r.charted, Load: r.solver.table.load1000(), Line: q.tree.line()})
	}
}

// paced returns a function that is true now and then: a while after it was last.
func paced(every time.Duration) (due func() bool) {
	last := time.Now()
	return func() bool {
		if time.Since(last) < every {
			return false
		}
		last = time.Now()
		return true
	}
}

// searched returns how many positions the trees know to be searched.
func (r *run) searched() uint64 {
	n := uint64(0)
	for _, q := range r.inquiries {
		n += q.tree.nodes
	}
	return n
}

// nodes returns how many positions were searched.
func (r *run) nodes() uint64 {
	n := r.before + r.charted
	if r.solver.pawns != nil {
		n += r.solver.pawns.Nodes() - r.earlier
	}
	return n + total(r.workers)
}

// total returns how many positions workers have searched.
func total(workers []*worker) uint64 {
	n := uint64(0)
	for _, w := range workers {
		n += w.nodes
	}
	return n
}

// work pursues the questions until they are answered or there is no more time.
func (r *run) work(ctx context.Context, a *Answer) error {
	for {
		for _, q := range r.inquiries {
			r.turn(ctx, q)
			r.conclude(a)
			if a.answers(r.question) {
				return nil
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if r.stuck() {
				if len(r.inquiries) == 2 {
					return ErrMemory
				}
				r.ask(q.attacker.Other()) // who wins does not lose, which may be easier to prove
				break
			}
			if r.options.Nodes > 0 && r.nodes() >= r.options.Nodes {
				return nil
			}
			r.saveInTime(r.interval())
		}
	}
}

// ErrMemory says that what has to be known of a proof together has no room in memory: a closed
// set, the positions of a certificate, or all that a search came to know.
var ErrMemory = fmt.Errorf("proof: %w for the positions of a proof", solver.ErrMemory)

// stuck reports whether no open question can come any further.
func (r *run) stuck() bool {
	if a := r.solver.atlas; a != nil && a.Grows(&r.pos) {
		return false
	}
	for _, q := range r.inquiries {
		if !q.certain && !q.stuck() {
			return false
		}
	}
	return true
}

// interval returns the time between checkpoints: enough to get somewhere in, and to spend
// little of it on writing.
func (r *run) interval() time.Duration {
	return max(r.options.Pause(r.saving), leastInterval)
}

// part returns how long search, closed set and atlas may take each in a turn, so that together they take no
// longer than a checkpoint may wait; but a job with a guide must have the time to end.
func (r *run) part() time.Duration {
	if r.workers[0].guide != nil {
		return max(r.interval()/3, leastGuided)
	}
	return r.interval() / 3
}

// turn pursues a question, for as long as a checkpoint may wait.
func (r *run) turn(ctx context.Context, q *inquiry) {
	q.most = noBudget
	if n := r.options.Nodes; n > 0 {
		q.most = n - min(r.nodes(), n)
	}
	if r.chart(ctx, 0) {
		return
	}
	defer r.tellOfPawns(q)()
	limit := atlasShare * q.budget
	if q.pursue(ctx, r.workers, r.part()); !q.certain {
		r.chart(ctx, min(limit, q.most))
	}
}

// tellOfPawns tells of the progress of a search of pawns now and then, until stop is called.
func (r *run) tellOfPawns(q *inquiry) (stop func()) {
	s := r.solver.pawns
	if s == nil || r.options.Progress == nil {
		return func() {}
	}
	ticker, done := time.NewTicker(tellEvery), make(chan struct{})
	var teller sync.WaitGroup
	teller.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				r.options.Progress(Progress{Attacker: q.attacker,
					Nodes: r.before + s.Nodes() - r.earlier, Load: s.Load()})
			}
		}
	})
	return func() {
		ticker.Stop()
		close(done)
		teller.Wait()
	}
}

// conclude makes an answer of what is certain.
func (r *run) conclude(a *Answer) {
	a.Nodes, a.Line = r.nodes(), r.inquiries[0].tree.line()
	if r.solver.charted(&r.pos) {
		a.Line = r.solver.atlas.Line(r.pos)
	}
	for _, q := range r.inquiries {
		mine := q.attacker == r.pos.Turn()
		switch {
		case !q.certain:
		case mine && q.wins:
			a.Low = score.Win
		case mine:
			a.High = min(a.High, score.Draw)
		case q.wins:
			a.High = score.Loss
		default:
			a.Low = max(a.Low, score.Draw)
		}
	}
}
