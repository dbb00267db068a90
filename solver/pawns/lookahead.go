package pawns

import (
	"math/bits"

	"tinyhouse/engine/score"
)

// The lookahead is limited by the size of its cache, 0.5 MB so that it stays in the processor's,
// and the nodes that it searches before it gives up.
const (
	cacheEntries   = 1 << 15
	lookaheadNodes = 200
)

// lookahead searches small trees depth first without the transposition table, for one thread:
// what a few hundred nodes decide is cheaper to search than to look up in main memory. Its
// answers are exact.
type lookahead struct {
	features Features
	left     int // nodes that it may still search

	// cache has whole boards, as packed, with the target on bit 0 of own and the answer on bit
	// 8, where no pawn can be. So there are no collisions.
	cache [cacheEntries][2]uint64
}

// yesBit is the answer in a cache entry.
const yesBit = 1 << 8

// search reports whether the side to move of b, whose static value is unknown, gets at least
// target, if few nodes tell, and how many it has searched.
func (s *lookahead) search(b *pawnBoard, target score.Outcome) (r result, nodes uint64) {
	s.left = lookaheadNodes
	r = s.descend(b, target)
	return r, uint64(lookaheadNodes - s.left)
}

func (s *lookahead) descend(b *pawnBoard, target score.Outcome) result {
	var l replyList
	s.left--
	r := l.generate(b, target, s.features)
	if r == unknown && s.left > 0 && l.n <= len(l.all) {
		r = s.searchReplies(&l, target)
	}
	if r != unknown {
		s.store(b, target, r)
	}
	return r
}

// searchReplies searches the boards of a list, the most promising first. With a win as target,
// which is expected to fail, it gives up at the first unknown one: a refutation needs them all.
func (s *lookahead) searchReplies(l *replyList, target score.Outcome) result {
	if r := s.probe(l, target); r != unknown {
		return r
	}
	l.rank(target)
	r := staticNo
	for i := range l.n {
		switch s.descend(l.pick(i), 1-target) {
		case staticNo:
			return staticYes
		case unknown:
			if r = unknown; target == score.Win {
				return unknown
			}
		}
	}
	return r
}

// probe removes the boards that the cache refutes, and reports whether one proves the target
// or none is left.
func (s *lookahead) probe(l *replyList, target score.Outcome) result {
	n := 0
	for i := range l.n {
		own, foe, at := s.entry(&l.all[i], 1-target)
		switch {
		case at[1] != foe || at[0]&^yesBit != own:
			l.all[n] = l.all[i]
			n++
		case at[0]&yesBit == 0:
			return staticYes
		}
	}
	if l.n = n; n == 0 {
		return staticNo
	}
	return unknown
}

func (s *lookahead) store(b *pawnBoard, target score.Outcome, r result) {
	own, foe, at := s.entry(b, target)
	if r == staticYes {
		own |= yesBit
	}
	*at = [2]uint64{own, foe}
}

// entry returns a board and a target in two words, and their cache entry.
func (s *lookahead) entry(b *pawnBoard, target score.Outcome) (own, foe uint64, at *[2]uint64) {
	own, foe = b.packed()
	own |= uint64(target & 1)
	return own, foe, &s.cache[mixed(own^mixed(foe))%cacheEntries]
}

// replyList is the boards after the moves of a side whose static value is unknown.
type replyList struct {
	n        int // may exceed len(all)
	all      [8]pawnBoard
	priority [8]int
}

// generate fills the list, and reports whether a move proves the target statically or all fail.
func (l *replyList) generate(b *pawnBoard, target score.Outcome, features Features) result {
	l.n = 0
	high, low, once, twice := b.targets()
	switch {
	case high|low|once != 0:
	case target == score.Draw:
		return staticYes
	default:
		return staticNo
	}
	if l.add(b, high, 9, target, features) || l.add(b, low, -7, target, features) ||
		l.add(b, once, 1, target, features) || l.add(b, twice, 2, target, features) {
		return staticYes
	}
	if l.n == 0 {
		return staticNo
	}
	return unknown
}

// add adds the moves by a shift to the squares of to, and reports whether one proves the target.
func (l *replyList) add(b *pawnBoard, to uint64, by int, target score.Outcome, features Features) bool {
	for ; to != 0; to &= to - 1 {
		at := to & -to
		next := b.after(bits.RotateLeft64(at, -by), at)
		v, known := next.value(features)
		switch {
		case !known:
			if l.n < len(l.all) {
				l.all[l.n] = next
			}
			l.n++
		case v <= -target:
			return true
		}
	}
	return false
}

func (l *replyList) rank(target score.Outcome) {
	if l.n == 1 {
		return
	}
	for i := range l.n {
		l.priority[i] = l.all[i].priority(target)
	}
}

// pick swaps the most promising board from i on to i.
func (l *replyList) pick(i int) *pawnBoard {
	best := i
	for j := i + 1; j < l.n; j++ {
		if l.priority[j] > l.priority[best] {
			best = j
		}
	}
	l.all[i], l.all[best] = l.all[best], l.all[i]
	l.priority[i], l.priority[best] = l.priority[best], l.priority[i]
	return &l.all[i]
}
