package pawns

import (
	"math/bits"

	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/score"
)

// child is the position after a move that may prove the target of its parent.
type child struct {
	board    pawnBoard
	key      Key
	hash     uint64
	priority int32
}

// node is a position on the current line, with its target and the children to search.
type node struct {
	key    Key
	hash   uint64
	target score.Outcome
	n      int
	all    [maxMoves]child
}

// result says whether a position reaches its target. Static results are cheaper to find again
// than to store.
type result uint8

const (
	unknown result = iota
	staticYes
	staticNo
	tableYes
	tableNo
)

// expand lists the children of b that may prove the target of n. It takes about a microsecond,
// most of the time of a search; half of that waits for the table.
func (t *thread) expand(b *pawnBoard, n *node) result {
	switch proved := n.generate(b, t.features); {
	case proved:
		return staticYes
	case n.n == 0 && n.target == score.Draw && !b.canMove():
		return staticYes
	case n.n > 0 && t.filter(n):
		return staticYes
	case n.n == 0:
		return staticNo
	}
	return t.probeChildren(n)
}

// generate lists the children whose static value is unknown, and reports whether one of the
// others proves the target.
func (n *node) generate(b *pawnBoard, features Features) bool {
	n.n = 0
	high, low, once, twice := b.targets()
	return n.add(b, high, 9, features) || n.add(b, low, -7, features) ||
		n.add(b, once, 1, features) || n.add(b, twice, 2, features)
}

// add is generate for the moves by a shift to the squares of to.
func (n *node) add(b *pawnBoard, to uint64, by int, features Features) bool {
	for ; to != 0; to &= to - 1 {
		at := to & -to
		next := &n.all[n.n].board
		*next = b.after(bits.RotateLeft64(at, -by), at)
		v, known := next.value(features)
		switch {
		case !known:
			n.n++
		case v <= -n.target:
			return true
		}
	}
	return false
}

// filter removes the children that fail by their spans or by one static reply, and sets the
// keys and priorities of the others; it reports whether one proves the target.
func (t *thread) filter(n *node) bool {
	kept := 0
	for i := range n.n {
		c := &n.all[i]
		s := spanOf(&c.board)
		lo, hi := s.bounds(t.features)
		switch {
		case hi <= -n.target:
			return true
		case lo > -n.target:
			continue
		}
		switch t.replies.generate(&c.board, 1-n.target, t.features) {
		case staticYes:
			continue
		case staticNo:
			return true
		}
		to := &n.all[kept]
		to.board = c.board
		to.key = to.board.key(&s, t.features)
		to.hash = to.key.hash()
		cacheline.Prefetch(t.table.line(to.hash))
		to.priority = int32(to.board.priority(n.target))
		kept++
	}
	n.n = kept
	return false
}

// probeChildren probes all children before the search of one: that often decides the target.
func (t *thread) probeChildren(n *node) result {
	kept := 0
	for i := range n.n {
		c := &n.all[i]
		yes, ok := t.table.probe(c.key, c.hash, 1-n.target)
		switch {
		case ok && !yes:
			return tableYes
		case ok:
			continue
		case i != kept:
			n.all[kept] = *c
		}
		kept++
	}
	n.n = kept
	if kept == 0 {
		return tableNo
	}
	return unknown
}

// pick swaps the child of the highest priority from i on to i.
func (n *node) pick(i int) *child {
	best := i
	for j := i + 1; j < n.n; j++ {
		if n.all[j].priority > n.all[best].priority {
			best = j
		}
	}
	if best != i {
		n.all[i], n.all[best] = n.all[best], n.all[i]
	}
	return &n.all[i]
}
