package proof

import (
	"context"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/solver/internal/keys"
	"tinyhouse/solver/internal/mate"
)

// The search: what belongs here walks down to the position that tells most, depth first, with
// thresholds that say when it is worth turning back.
// Source: Nagai (2002); the threshold that does not thrash is that of Pawlewicz and Lew (2007).

// maxDepth is how many plies a line may have. Beyond, nothing is looked at.
const maxDepth = 1 << 10

// thresholds are the numbers at which a search of a position turns back.
type thresholds = numbers

// noThresholds lets a search go on until the position is decided.
var noThresholds = thresholds{assumed, assumed}

// frame is a position on the line that is searched.
type frame struct {
	pos       board.Position
	key       keys.Key
	attacking bool // the side to move is the attacker
	first     int  // of its kids in worker.kids
	nodes     uint64
}

// kid is a move, and what is known of the position it leads to.
type kid struct {
	numbers // as the side to move there sees them
	key     keys.Key
	move    board.Move
}

// worker is one thread's search. It may be used again, for any root of the same game.
type worker struct {
	solver *Solver
	frames []frame
	kids   []kid
	list   board.List
	after  []board.Position // the moves of list
	mates  *mate.Finder
	guide  Guide       // or nil
	onPath [256]uint16 // how many positions of the line have such a key
	nodes  uint64      // positions whose moves were looked at
	limit  uint64      // when to turn back
	stop   *atomic.Bool
	wary   bool // what the table assumes is not believed
}

// newWorker returns a worker.
func newWorker(s *Solver) *worker {
	return &worker{solver: s, frames: make([]frame, maxDepth+1), mates: mate.New(s.game), stop: new(atomic.Bool)}
}

// heed makes the worker stop when ctx ends, until release is called: then it heeds again what
// it did before, since a search may be part of longer work.
func (w *worker) heed(ctx context.Context) (release func()) {
	stop, before := new(atomic.Bool), w.stop
	w.stop = stop
	off := context.AfterFunc(ctx, func() { stop.Store(true) })
	return func() {
		off()
		w.stop = before
	}
}

// run searches whether attacker wins p until that is decided, the budget is spent or the work
// is stopped, and returns the numbers for the side to move.
func (w *worker) run(p *board.Position, attacker board.Color, budget uint64) numbers {
	attacking := p.Turn() == attacker
	n, k, over := w.solver.meet(p, attacking)
	if over {
		return n
	}
	if e, ok := w.solver.table.load(k); ok && e.exact() {
		return e.numbers
	}
	w.limit = w.nodes + budget
	return w.start(p, attacker)
}

// again searches a position where the game goes on until it is decided, the budget is spent or
// the work is stopped, even if the table knows it, so that what it rests on is known again.
// Nothing is assumed.
func (w *worker) again(p *board.Position, attacker board.Color, budget uint64) numbers {
	w.limit = w.nodes + budget
	w.wary = true
	defer func() { w.wary = false }()
	return w.start(p, attacker)
}

// start searches from p.
func (w *worker) start(p *board.Position, attacker board.Color) numbers {
	w.kids = w.kids[:0]
	f := &w.frames[0]
	f.pos, f.attacking = *p, p.Turn() == attacker
	f.key = w.solver.keys.Of(p, f.attacking)
	return w.search(0, noThresholds)
}

// search searches the position of a frame until its numbers reach the thresholds, and returns
// them. The game is not over there.
//
// It is long because it is the loop that all the time goes into: a call there costs positions.
func (w *worker) search(depth int, t thresholds) numbers {
	f := &w.frames[depth]
	f.nodes = w.solver.table.cost(f.key)
	w.onPath[uint8(f.key.Identity>>1)]++
	w.expand(depth)
	for {
		sum := newSummary()
		for i := range w.kids[f.first:] {
			sum.add(i, w.kids[f.first+i].numbers)
		}
		n := sum.conclude()
		if n.decided() || n.phi >= t.phi || n.delta >= t.delta || w.nodes >= w.limit || w.stop.Load() {
			w.solver.table.store(f.key, entry{n, w.kids[f.first+sum.best].move, effortOf(f.nodes)})
			w.onPath[uint8(f.key.Identity>>1)]--
			w.kids = w.kids[:f.first]
			return n
		}
		k := &w.kids[f.first+sum.best]
		next := &w.frames[depth+1]
		w.solver.game.Apply(&next.pos, &f.pos, k.move)
		next.key, next.attacking = k.key, !f.attacking
		before := w.nodes
		if depth+1 == maxDepth {
			w.kids[f.first+sum.best].numbers = held(next.attacking, false)
			continue
		}
		got := w.search(depth+1, thresholds{
			phi:   t.delta - (n.delta - min(k.phi, n.delta)),
			delta: min(t.phi, sum.second+sum.second/4+1),
		})
		w.kids[f.first+sum.best].numbers = got
		f.nodes += w.nodes - before
	}
}
