package jobtree

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/dfpn"
	"tinyhouse/solver/internal/poskey"
)

// The budgets of jobs without an evaluator: a share of all positions searched, within bounds.
const (
	leastBudget = 1 << 12
	mostBudget  = 1 << 20
	budgetShare = 64
)

// node is a node of the tree.
type node struct {
	dfpn.Numbers
	key      poskey.Key
	parent   int32
	first    int32 // child; the others follow
	children int32 // 0 for a leaf
	move     board.Move
	busy     bool  // nothing to hand out at or below it now
	value    int16 // of a leaf for the attacker, by an evaluator
}

// Tree is the top of a proof tree for the question whether the attacker wins its root.
type Tree struct {
	shared   *dfpn.Shared
	root     board.Position
	attacker board.Color
	evaluate bool // have jobs evaluate the moves

	AfterJob func() // called after each job, with the tree locked; or nil

	mu       sync.Mutex
	change   *sync.Cond
	nodes    []node
	searched uint64 // positions, in all jobs
	limit    uint64 // of searched
}

// New returns a tree of its root. Evaluate says whether its workers have evaluators.
func New(s *dfpn.Shared, root *board.Position, attacker board.Color, evaluate bool) *Tree {
	t := &Tree{shared: s, root: *root, attacker: attacker, evaluate: evaluate}
	t.change = sync.NewCond(&t.mu)
	attacking := root.Turn() == attacker
	n, _, _ := s.Initial(root, attacking)
	t.nodes = []node{{Numbers: n, key: s.Hasher.Key(root, attacking), parent: -1}}
	return t
}

// Root returns the numbers of the root for its side to move. While Grow works, only AfterJob may
// call it.
func (t *Tree) Root() dfpn.Numbers { return t.nodes[0].Numbers }

// Searched returns the positions searched in all jobs. While Grow works, only AfterJob may call it.
func (t *Tree) Searched() uint64 { return t.searched }

// Grow gives jobs to the workers until the root is decided, budget more positions are searched or
// ctx ends, and returns the numbers of the root.
func (t *Tree) Grow(ctx context.Context, workers []*Worker, budget uint64) dfpn.Numbers {
	t.limit = t.searched + budget
	stop := new(atomic.Bool)
	release := context.AfterFunc(ctx, func() {
		stop.Store(true)
		t.change.Broadcast()
	})
	defer release()
	var all sync.WaitGroup
	for _, w := range workers {
		defer w.SetStop(stop)()
		all.Go(func() { t.serve(ctx, w) })
	}
	all.Wait()
	return t.Root()
}

// serve has a worker do jobs until there is no more work.
func (t *Tree) serve(ctx context.Context, w *Worker) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if t.nodes[0].Decided() || t.searched >= t.limit || ctx.Err() != nil {
			w.Stop() // also the jobs of the others, which are useless now
			t.change.Broadcast()
			return
		}
		at := t.mostProving()
		if at < 0 {
			t.change.Wait()
			continue
		}
		job, pos := t.job(at)
		t.setBusy(at, true)
		t.mu.Unlock()
		r := w.do(&pos, job)
		t.mu.Lock()
		t.apply(at, &pos, r)
		t.setBusy(at, false)
		if t.AfterJob != nil {
			t.AfterJob()
		}
		t.change.Broadcast()
	}
}

// mostProving returns the most proving leaf that has no job, or -1.
func (t *Tree) mostProving() int32 {
	at := int32(0)
	for {
		n := &t.nodes[at]
		if n.busy {
			return -1
		}
		if n.children == 0 {
			return at
		}
		best := int32(-1)
		for i := n.first; i < n.first+n.children; i++ {
			k := &t.nodes[i]
			if !k.busy && !k.Decided() && (best < 0 || k.Delta < t.nodes[best].Delta) {
				best = i
			}
		}
		if best < 0 {
			return -1
		}
		at = best
	}
}

// setBusy notes whether a leaf has a job, and which nodes above have no other leaf to hand out.
func (t *Tree) setBusy(at int32, busy bool) {
	t.nodes[at].busy = busy
	for at = t.nodes[at].parent; at >= 0; at = t.nodes[at].parent {
		n := &t.nodes[at]
		n.busy = !slices.ContainsFunc(t.nodes[n.first:n.first+n.children], func(k node) bool { return !k.busy && !k.Decided() })
	}
}

// job returns the job of a leaf, and its position.
func (t *Tree) job(at int32) (Job, board.Position) {
	var line []board.Move
	for i := at; t.nodes[i].parent >= 0; i = t.nodes[i].parent {
		line = append(line, t.nodes[i].move)
	}
	slices.Reverse(line)
	p := t.root
	for _, m := range line {
		t.shared.Game.Apply(&p, &p, m)
	}
	budget := min(max(t.searched/budgetShare, leastBudget), mostBudget)
	if t.evaluate {
		budget = budgetOf(score.Value(t.nodes[at].value))
	}
	return Job{line, t.attacker, min(budget, t.limit-t.searched), t.evaluate}, p
}

// apply updates the tree by the report on a leaf.
func (t *Tree) apply(at int32, p *board.Position, r Report) {
	t.searched += r.Nodes
	got := dfpn.Numbers{Phi: r.Phi, Delta: r.Delta}
	if t.evaluate && !got.Decided() && r.Values == nil {
		return // the job was stopped
	}
	t.nodes[at].Numbers = got
	if !got.Decided() {
		t.expand(at, p, r.Values)
	}
	for ; at >= 0; at = t.nodes[at].parent {
		t.update(at)
	}
}

// expand gives a leaf its children, with the values of an evaluator if there are any.
func (t *Tree) expand(at int32, p *board.Position, values []score.Value) {
	s := t.shared
	attacking := p.Turn() != t.attacker // after the move
	var l board.List
	s.Game.Moves(p, &l)
	first := int32(len(t.nodes))
	for i, m := range l.All() {
		var next board.Position
		s.Game.Apply(&next, p, m)
		k := node{parent: at, move: m}
		var known bool
		if k.Numbers, k.key, known = s.Initial(&next, attacking); !known {
			switch e, ok := s.Table.Load(k.key); {
			case ok && e.Decided():
				k.Numbers = e.Numbers
			case t.repeats(at, k.key):
				k.Numbers = dfpn.AssumedHeld(attacking)
			case ok && !t.evaluate:
				k.Numbers = e.Numbers
			case t.evaluate:
				k.Numbers, k.value = numbersOf(values[i], attacking), int16(values[i])
			}
		}
		t.nodes = append(t.nodes, k)
	}
	t.nodes[at].first, t.nodes[at].children = first, int32(len(t.nodes))-first
}

// repeats reports whether a key is that of a node or of one above it.
func (t *Tree) repeats(at int32, k poskey.Key) bool {
	for ; at >= 0; at = t.nodes[at].parent {
		if t.nodes[at].key.Identity == k.Identity {
			return true
		}
	}
	return false
}

// update computes the numbers of an inner node from those of its children.
func (t *Tree) update(at int32) {
	n := &t.nodes[at]
	if n.children == 0 || n.Decided() {
		return
	}
	sum := dfpn.NewSummary()
	for i := n.first; i < n.first+n.children; i++ {
		sum.Add(int(i), t.nodes[i].Numbers)
	}
	n.Numbers = sum.Conclude()
	if t.evaluate && !n.Decided() {
		n.Delta = t.delta(n)
	}
	if n.Decided() {
		t.shared.Table.Store(n.key, dfpn.Entry{Numbers: n.Numbers, Move: t.nodes[sum.Best].move, Effort: dfpn.MaxEffort})
	}
}

// Line returns the best moves from the root down. While Grow works, only AfterJob may call it.
func (t *Tree) Line() []board.Move {
	var moves []board.Move
	for at := int32(0); t.nodes[at].children > 0; {
		n := &t.nodes[at]
		best := n.first
		for i := n.first; i < n.first+n.children; i++ {
			if t.nodes[i].Delta < t.nodes[best].Delta {
				best = i
			}
		}
		moves = append(moves, t.nodes[best].move)
		at = best
	}
	return moves
}
