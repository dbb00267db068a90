package pawns

import (
	"math/bits"

	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/score"
)

// child is a move that may prove a claim, by its position.
type child struct {
	frame   Frame
	key     Key
	hash    uint64
	urgency int32
}

// level is a position on the way down, with the claim about it and its children.
type level struct {
	key   Key
	hash  uint64
	claim score.Outcome
	n     int
	all   [MaxMoves]child
}

// verdict is what is known of a claim. What is known without the table is cheaper to find
// again than to keep.
type verdict uint8

const (
	open verdict = iota
	plainYes
	plainNo
	foundYes // with the table
	foundNo
)

// expand lists the children of f that may prove the claim of its level. It is most of a
// search: about a microsecond, of which half goes into waiting for the table.
func (d *diver) expand(f *Frame, l *level) verdict {
	switch proved := l.fill(f, d.rules); {
	case proved:
		return plainYes
	case l.n == 0 && l.claim == score.Draw && !f.canMove():
		return plainYes
	case l.n > 0 && d.weigh(l):
		return plainYes
	case l.n == 0:
		return plainNo
	}
	return d.recall(l)
}

// fill lists the children whose value is not known at sight, and reports whether one of the
// others proves the claim.
func (l *level) fill(f *Frame, r Rules) bool {
	l.n = 0
	hits := f.foe | f.ep
	once, twice := f.steps()
	return l.add(f, f.own<<9&hits, 9, r) || l.add(f, f.own>>7&hits, -7, r) ||
		l.add(f, once, 1, r) || l.add(f, twice, 2, r)
}

// add is fill for the moves to the squares of to from by bits below.
func (l *level) add(f *Frame, to uint64, by int, r Rules) bool {
	for ; to != 0; to &= to - 1 {
		at := to & -to
		next := &l.all[l.n].frame
		*next = f.after(bits.RotateLeft64(at, -by), at)
		v, known := next.value(r)
		switch {
		case !known:
			l.n++
		case v <= -l.claim:
			return true
		}
	}
	return false
}

// weigh leaves out the children that their spans or one of their own children refute, and
// finds the keys and urgencies of the others; it reports whether one proves the claim.
func (d *diver) weigh(l *level) bool {
	n := 0
	for i := range l.n {
		c := &l.all[i]
		s := spanOf(&c.frame)
		lo, hi := s.bounds(d.rules)
		switch {
		case hi <= -l.claim:
			return true
		case lo > -l.claim:
			continue
		}
		switch d.replies.look(&c.frame, 1-l.claim, d.rules) {
		case plainYes:
			continue
		case plainNo:
			return true
		}
		to := &l.all[n]
		to.frame = c.frame
		to.key = to.frame.key(&s, d.rules)
		to.hash = to.key.hash()
		cacheline.Prefetch(d.memory.line(to.hash))
		to.urgency = int32(to.frame.Urgency(l.claim))
		n++
	}
	l.n = n
	return false
}

// recall looks all children up before any is searched: often that settles the claim.
func (d *diver) recall(l *level) verdict {
	n := 0
	for i := range l.n {
		c := &l.all[i]
		yes, ok := d.memory.answer(c.key, c.hash, 1-l.claim)
		switch {
		case ok && !yes:
			return foundYes
		case ok:
			continue
		case i != n:
			l.all[n] = *c
		}
		n++
	}
	l.n = n
	if n == 0 {
		return foundNo
	}
	return open
}

// pick brings the most urgent child from i on to i.
func (l *level) pick(i int) *child {
	best := i
	for j := i + 1; j < l.n; j++ {
		if l.all[j].urgency > l.all[best].urgency {
			best = j
		}
	}
	if best != i {
		l.all[i], l.all[best] = l.all[best], l.all[i]
	}
	return &l.all[i]
}
