package pawns

import (
	"sync/atomic"

	"tinyhouse/engine/score"
)

const (
	maxPlies    = 256      // of a game: each of at most 48 pawns moves at most five times
	noUnwind    = maxPlies // no ply to return to
	busyPlies   = 16       // plies from the root in which threads mark the nodes they search
	reportEvery = 1 << 11  // nodes between two looks at the other threads
)

// busyTable marks the nodes that threads search now, by hash and target. An entry that is
// overwritten or left over costs time but does no other harm.
// Source: chessprogramming wiki, ABDADA.
type busyTable [1 << 14]atomic.Uint64

func (t *busyTable) at(mark uint64) *atomic.Uint64 { return &t[mark%uint64(len(t))] }

// markOf returns the mark of a key with the given hash.
func markOf(hash uint64, target score.Outcome) uint64 { return hash ^ uint64(target) }

// thread is one thread of a search.
type thread struct {
	search    *Search
	table     *table
	features  Features
	shared    bool   // there are other threads
	unwind    int    // if below noUnwind, the ply to return to, which another thread has decided; -1 to end
	nodes     uint64 // searched
	expanded  uint64 // of nodes: those that the lookahead left unknown
	reported  uint64 // of nodes
	lookahead *lookahead
	replies   replyList // scratch of filter
	line      []node
}

// newThread returns a thread of a search; it takes up to 1.4 MB, without its lookahead.
func newThread(s *Search, shared bool) *thread {
	return &thread{
		search: s, table: s.table, features: s.analysis.features, shared: shared,
		unwind: noUnwind, lookahead: s.acquire(), line: make([]node, maxPlies),
	}
}

// run reports whether the side to move of b, whose static value is unknown, gets at least
// target. The answer is invalid if t.unwind is set.
func (t *thread) run(b *pawnBoard, target score.Outcome) bool {
	s := spanOf(b)
	n := &t.line[0]
	n.key = b.key(&s, t.features)
	n.hash = n.key.hash()
	yes := t.visit(b, target, 0)
	if t.unwind == noUnwind {
		t.table.store(n.key, n.hash, target, yes, 0) // the lookahead stores nothing there
	}
	return yes
}

// visit is run for a board whose key is in the node of its ply.
func (t *thread) visit(b *pawnBoard, target score.Outcome, ply int) bool {
	n := &t.line[ply]
	n.target = target
	start := t.nodes
	if t.nodes-t.reported >= reportEvery {
		if t.checkStop(ply); t.unwind < noUnwind {
			return false
		}
	}
	if t.features&Lookahead != 0 {
		r, nodes := t.lookahead.search(b, target)
		t.nodes += nodes
		if r != unknown {
			return r == staticYes
		}
	}
	t.nodes++
	t.expanded++
	r := t.expand(b, n)
	if r == staticYes || r == staticNo {
		return r == staticYes
	}
	proved := r == tableYes
	if r == unknown {
		proved = t.searchChildren(n, ply)
		if t.unwind < noUnwind {
			return false
		}
	}
	t.table.store(n.key, n.hash, target, proved, effortOf(t.nodes-start))
	return proved
}

// searchChildren searches the children of a node by priority, and reports whether one proves
// its target.
func (t *thread) searchChildren(n *node, ply int) bool {
	shared := t.shared && ply < busyPlies
	if shared {
		mark := markOf(n.hash, n.target)
		t.search.busy.at(mark).Store(mark)
		defer t.search.busy.at(mark).CompareAndSwap(mark, 0)
	}
	for i := 0; i < n.n; {
		c := n.pick(i)
		if i > 0 || shared {
			if yes, ok := t.table.probe(c.key, c.hash, 1-n.target); ok {
				if !yes {
					return true
				}
				i++
				continue
			}
		}
		if shared && t.deferChild(n, c) {
			continue
		}
		next := &t.line[ply+1]
		next.key, next.hash = c.key, c.hash
		yes := t.visit(&c.board, 1-n.target, ply+1)
		switch {
		case t.unwind < ply:
			return false
		case t.unwind == ply:
			t.unwind = noUnwind
			if yes, ok := t.table.probe(n.key, n.hash, n.target); ok {
				return yes
			} // otherwise the entry has been replaced
		case !yes:
			return true
		default:
			i++
		}
	}
	return false
}

// deferred is subtracted from the priority of a deferred child.
const deferred = 1 << 24

// deferChild defers a child that another thread searches now, once, if probably all children
// must be searched. Where one may suffice, threads should search the same one and part below
// it. A win as target is expected to fail, because games of pawns tend to be drawn.
func (t *thread) deferChild(n *node, c *child) bool {
	if n.target != score.Win || c.priority < -deferred/2 {
		return false
	}
	mark := markOf(c.hash, 1-n.target)
	if t.search.busy.at(mark).Load() != mark {
		return false
	}
	c.priority -= deferred
	return true
}

// checkStop reports progress, and sets unwind if the search is to end or another thread has
// decided a node of the current line.
func (t *thread) checkStop(ply int) {
	t.report()
	if t.search.stopped.Load() || t.search.nodes.Load() >= t.search.limit {
		t.unwind = -1
		return
	}
	if !t.shared {
		return
	}
	for i := range t.line[:ply] {
		n := &t.line[i]
		if _, ok := t.table.probe(n.key, n.hash, n.target); ok {
			t.unwind = i
			return
		}
	}
}

// report adds to the counters of the search.
func (t *thread) report() {
	t.search.nodes.Add(t.nodes - t.reported)
	t.search.expanded.Add(t.expanded)
	t.reported, t.expanded = t.nodes, 0
}
