package pawns

import (
	"math/bits"

	"tinyhouse/engine/score"
)

// A scout searches ahead without the table: what a few hundred positions decide is cheaper to
// find than to look up in main memory, let alone to keep there. What belongs here is plain
// depth-first search of claims; it is exact, and gives up early.

// glimpses is how many positions a scout remembers: 0.5 MB, to be at home in a cache.
const glimpses = 1 << 15

// patience is how many positions a scout looks at before it gives up.
const patience = 200

// scout searches ahead for one thread.
type scout struct {
	rules Rules
	left  int // positions it may still look at

	// seen has whole frames, as packed, with the claim on bit 0 of own and the answer on bit
	// 8, where no pawn stands. So no position is taken for another.
	seen [glimpses][2]uint64
}

// yesBit is the answer in a scout's memory.
const yesBit = 1 << 8

// decides reports whether the side to move of f, whose value is not known at sight, gets at
// least claim, if few positions tell, and how many it has looked at.
func (s *scout) decides(f *Frame, claim score.Outcome) (v verdict, looks uint64) {
	s.left = patience
	v = s.follow(f, claim)
	return v, uint64(patience - s.left)
}

// follow is decides within what is left.
func (s *scout) follow(f *Frame, claim score.Outcome) verdict {
	var o outlook
	s.left--
	v := o.look(f, claim, s.rules)
	if v == open && s.left > 0 && o.n <= len(o.all) {
		v = s.try(&o, claim)
	}
	if v != open {
		s.note(f, claim, v)
	}
	return v
}

// try follows the moves of an outlook, the most urgent first. A claim of a win is expected to
// fail: it is given up at the first move that stays open, since a proof that it fails needs
// them all.
func (s *scout) try(o *outlook, claim score.Outcome) verdict {
	if v := s.recall(o, claim); v != open {
		return v
	}
	o.rank(claim)
	v := plainNo
	for i := range o.n {
		switch s.follow(o.pick(i), 1-claim) {
		case plainNo:
			return plainYes
		case open:
			if v = open; claim == score.Win {
				return open
			}
		}
	}
	return v
}

// recall drops the moves that are remembered to fail, and reports whether one is remembered to
// prove the claim, or none is left.
func (s *scout) recall(o *outlook, claim score.Outcome) verdict {
	n := 0
	for i := range o.n {
		own, foe, at := s.place(&o.all[i], 1-claim)
		switch {
		case at[1] != foe || at[0]&^yesBit != own:
			o.all[n] = o.all[i]
			n++
		case at[0]&yesBit == 0:
			return plainYes
		}
	}
	if o.n = n; n == 0 {
		return plainNo
	}
	return open
}

// note remembers a verdict.
func (s *scout) note(f *Frame, claim score.Outcome, v verdict) {
	own, foe, at := s.place(f, claim)
	if v == plainYes {
		own |= yesBit
	}
	*at = [2]uint64{own, foe}
}

// place returns a claim about a frame in two words, and where a scout remembers it.
func (s *scout) place(f *Frame, claim score.Outcome) (own, foe uint64, at *[2]uint64) {
	own, foe = f.packed()
	own |= uint64(claim & 1)
	return own, foe, &s.seen[mixed(own^mixed(foe))%glimpses]
}

// outlook is the moves of a position that may prove a claim, as far as is known at sight.
type outlook struct {
	n       int // may be more than all has place for
	all     [8]Frame
	urgency [8]int
}

// look fills an outlook, and decides the claim if a move proves it at sight or none is left.
func (o *outlook) look(f *Frame, claim score.Outcome, r Rules) verdict {
	o.n = 0
	hits := f.foe | f.ep
	once, twice := f.steps()
	left, right := f.own<<9&hits, f.own>>7&hits
	switch {
	case left|right|once != 0:
	case claim == score.Draw:
		return plainYes
	default:
		return plainNo
	}
	if o.add(f, left, 9, claim, r) || o.add(f, right, -7, claim, r) ||
		o.add(f, once, 1, claim, r) || o.add(f, twice, 2, claim, r) {
		return plainYes
	}
	if o.n == 0 {
		return plainNo
	}
	return open
}

// add is look for the moves to the squares of to from by bits below; it reports whether one
// proves the claim.
func (o *outlook) add(f *Frame, to uint64, by int, claim score.Outcome, r Rules) bool {
	for ; to != 0; to &= to - 1 {
		at := to & -to
		next := f.after(bits.RotateLeft64(at, -by), at)
		v, known := next.value(r)
		switch {
		case !known:
			if o.n < len(o.all) {
				o.all[o.n] = next
			}
			o.n++
		case v <= -claim:
			return true
		}
	}
	return false
}

// rank finds the urgencies of the moves.
func (o *outlook) rank(claim score.Outcome) {
	if o.n == 1 {
		return
	}
	for i := range o.n {
		o.urgency[i] = o.all[i].Urgency(claim)
	}
}

// pick brings the most urgent move from i on to i.
func (o *outlook) pick(i int) *Frame {
	best := i
	for j := i + 1; j < o.n; j++ {
		if o.urgency[j] > o.urgency[best] {
			best = j
		}
	}
	o.all[i], o.all[best] = o.all[best], o.all[i]
	o.urgency[i], o.urgency[best] = o.urgency[best], o.urgency[i]
	return &o.all[i]
}
