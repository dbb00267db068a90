package proof

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/keys"
)

// The driver: what belongs here keeps the top of the proof tree, and hands out its most
// proving leaves as jobs, best first. A leaf that a job has not decided becomes an inner node.
//
// A job and its report are plain values: whoever has the root and the rules can do it, on this
// machine or another one (Do). Those of one driver share the solver's table; they need not.

// Job is a position to search, given by the moves that lead to it from the root.
type Job struct {
	Line     []board.Move
	Attacker board.Color
	Budget   uint64 // positions to search at most
	Judge    bool   // where it is not decided, have a guide judge the moves
}

// Report is what came of a job: the proof numbers of its position for the side to move there,
// of which one is 0 where it is decided.
type Report struct {
	Phi, Delta uint32
	Nodes      uint64        // positions searched
	Values     []score.Value // for the attacker after each move, if these were judged
}

// Do does a job of a proof whose root is given, for a driver elsewhere; guide judges if the job asks for
// it, and may be nil. What is learnt stays in the table. The error quotes a move that cannot be played.
// When ctx ends, the report is of what was done until then.
func (s *Solver) Do(ctx context.Context, root *board.Position, j Job, guide Guide) (Report, error) {
	p := *root
	for i, m := range j.Line {
		if s.over(&p) || !s.game.IsLegal(&p, m) {
			return Report{}, fmt.Errorf("proof: move %d of the job's line, %#04x, cannot be played", i+1, uint16(m))
		}
		s.game.Apply(&p, &p, m)
	}
	w := newWorker(s)
	w.guide, j.Judge = guide, j.Judge && guide != nil
	defer w.heed(ctx)()
	return w.do(&p, j), nil
}

// do does a job on p, the position at the end of its line.
func (w *worker) do(p *board.Position, j Job) Report {
	before := w.nodes
	n := w.run(p, j.Attacker, j.Budget)
	r := Report{Phi: n.phi, Delta: n.delta, Nodes: w.nodes - before}
	if j.Judge && !n.decided() && !w.stop.Load() {
		r.Values = w.judge(p, j.Attacker)
	}
	return r
}

// The budgets of jobs without a guide: a share of all that was searched so far, within bounds.
const (
	leastJob = 1 << 12
	mostJob  = 1 << 20
	jobShare = 64
)

// twig is a node of the top of the tree.
type twig struct {
	numbers
	key    keys.Key
	up     int32
	first  int32 // kid; the others follow
	kids   int32 // 0 for a leaf
	move   board.Move
	closed bool  // nothing to hand out at or below it now
	value  int16 // of a leaf for the attacker, as a guide sees it
}

// tree is the top of a proof tree, for one question.
type tree struct {
	solver   *Solver
	root     board.Position
	attacker board.Color
	guided   bool // by a guide

	mu    sync.Mutex
	idle  *sync.Cond
	twigs []twig
	nodes uint64 // searched in all jobs
	limit uint64 // when to stop
	told  func() // of progress, with the lock held; or nil
}

// newTree returns a tree of its root alone.
func newTree(s *Solver, p *board.Position, attacker board.Color) *tree {
	t := &tree{solver: s, root: *p, attacker: attacker}
	t.idle = sync.NewCond(&t.mu)
	attacking := p.Turn() == attacker
	n, _ := s.glance(p, attacking)
	t.twigs = []twig{{numbers: n, key: s.keys.Of(p, attacking), up: -1}}
	return t
}

// grow hands out jobs to the workers until the root is decided, so many more positions are
// searched, or ctx ends, and returns the root's numbers.
func (t *tree) grow(ctx context.Context, workers []*worker, budget uint64) numbers {
	t.limit = t.nodes + budget
	stop := new(atomic.Bool)
	release := context.AfterFunc(ctx, func() {
		stop.Store(true)
		t.idle.Broadcast()
	})
	defer release()
	var all sync.WaitGroup
	for _, w := range workers {
		defer func(before *atomic.Bool) { w.stop = before }(w.stop)
		w.stop = stop
		all.Go(func() { t.serve(ctx, w) })
	}
	all.Wait()
	return t.twigs[0].numbers
}

// serve does jobs until there is nothing left to do.
func (t *tree) serve(ctx context.Context, w *worker) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if t.twigs[0].decided() || t.nodes >= t.limit || ctx.Err() != nil {
			w.stop.Store(true) // the others' jobs are of no use any more
			t.idle.Broadcast()
			return
		}
		at := t.pick()
		if at < 0 {
			t.idle.Wait()
			continue
		}
		job, pos := t.job(at)
		t.mark(at, true)
		t.mu.Unlock()
		r := w.do(&pos, job)
		t.mu.Lock()
		t.take(at, &pos, r)
		t.mark(at, false)
		if t.told != nil {
			t.told()
		}
		t.idle.Broadcast()
	}
}

// pick returns the leaf that tells most and is not with a job, or -1.
func (t *tree) pick() int32 {
	at := int32(0)
	for {
		n := &t.twigs[at]
		if n.closed {
			return -1
		}
		if n.kids == 0 {
			return at
		}
		best := int32(-1)
		for i := n.first; i < n.first+n.kids; i++ {
			k := &t.twigs[i]
			if !k.closed && !k.decided() && (best < 0 || k.delta < t.twigs[best].delta) {
				best = i
			}
		}
		if best < 0 {
			return -1
		}
		at = best
	}
}

// mark notes that a leaf is with a job, or no more, and which nodes above have nothing else
// to hand out.
func (t *tree) mark(at int32, busy bool) {
	t.twigs[at].closed = busy
	for at = t.twigs[at].up; at >= 0; at = t.twigs[at].up {
		n := &t.twigs[at]
		n.closed = true
		for i := n.first; i < n.first+n.kids; i++ {
			if k := &t.twigs[i]; !k.closed && !k.decided() {
				n.closed = false
				break
			}
		}
	}
}

// job returns the job of a leaf, and its position.
func (t *tree) job(at int32) (Job, board.Position) {
	var line []board.Move
	for i := at; t.twigs[i].up >= 0; i = t.twigs[i].up {
		line = append(line, t.twigs[i].move)
	}
	p := t.root
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
	for _, m := range line {
		t.solver.game.Apply(&p, &p, m)
	}
	budget := min(max(t.nodes/jobShare, leastJob), mostJob)
	if t.guided {
		budget = digging(score.Value(t.twigs[at].value))
	}
	return Job{line, t.attacker, min(budget, t.limit-t.nodes), t.guided}, p
}

// take makes of a report what it tells of the tree.
func (t *tree) take(at int32, p *board.Position, r Report) {
	t.nodes += r.Nodes
	n, told := &t.twigs[at], numbers{r.Phi, r.Delta}
	if t.guided && !told.decided() && r.Values == nil {
		return // the job was stopped
	}
	n.numbers = told
	if !n.decided() {
		t.expand(at, p, r.Values)
	}
	for ; at >= 0; at = t.twigs[at].up {
		t.sumUp(at)
	}
}

// expand gives a leaf its kids, with the values that a guide told of them.
func (t *tree) expand(at int32, p *board.Position, values []score.Value) {
	s := t.solver
	attacking := p.Turn() != t.attacker // after the move
	var l board.List
	s.game.Moves(p, &l)
	first := int32(len(t.twigs))
	for i, m := range l.All() {
		var next board.Position
		s.game.Apply(&next, p, m)
		k := twig{up: at, move: m}
		var over bool
		if k.numbers, k.key, over = s.meet(&next, attacking); !over {
			switch e, ok := s.table.load(k.key); {
			case ok && e.decided():
				k.numbers = e.numbers
			case t.repeats(at, k.key):
				k.numbers = held(attacking, false)
			case ok && !t.guided:
				k.numbers = e.numbers
			case t.guided:
				k.numbers, k.value = numbersOf(values[i], attacking), int16(values[i])
			}
		}
		t.twigs = append(t.twigs, k)
	}
	t.twigs[at].first, t.twigs[at].kids = first, int32(len(t.twigs))-first
}

// repeats reports whether a key is that of a twig or one above it.
func (t *tree) repeats(at int32, k keys.Key) bool {
	for ; at >= 0; at = t.twigs[at].up {
		if t.twigs[at].key.Identity == k.Identity {
			return true
		}
	}
	return false
}

// sumUp computes the numbers of an inner node from those of its kids.
func (t *tree) sumUp(at int32) {
	n := &t.twigs[at]
	if n.kids == 0 || n.decided() {
		return
	}
	sum := newSummary()
	for i := n.first; i < n.first+n.kids; i++ {
		sum.add(int(i), t.twigs[i].numbers)
	}
	n.numbers = sum.conclude()
	if t.guided && !n.decided() {
		n.delta = t.sumOf(n)
	}
	if n.decided() {
		t.solver.table.store(n.key, entry{n.numbers, t.twigs[sum.best].move, maxEffort})
	}
}

// line returns the moves that the search holds for best, from the root down. The lock is the
// caller's, while others work.
func (t *tree) line() []board.Move {
	var moves []board.Move
	for at := int32(0); t.twigs[at].kids > 0; {
		n := &t.twigs[at]
		best := n.first
		for i := n.first; i < n.first+n.kids; i++ {
			if t.twigs[i].delta < t.twigs[best].delta {
				best = i
			}
		}
		moves = append(moves, t.twigs[best].move)
		at = best
	}
	return moves
}
