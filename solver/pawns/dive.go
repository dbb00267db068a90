package pawns

import (
	"sync/atomic"

	"tinyhouse/engine/score"
)

// maxPlies is more than a game can last before it is decided: each of at most 48 pawns goes
// up five ranks at most.
const maxPlies = 256

// nowhere is a ply that nobody goes back to.
const nowhere = maxPlies

// markedPlies are those near the root at which threads mark what they search. Further down
// two of them seldom meet.
const markedPlies = 16

// pause is how many positions a thread looks at before it looks up from its work.
const pause = 1 << 11

// markTable has marks of what threads search now: the hash of a key, and the claim. A mark
// that is overwritten or left behind costs time but does no other harm.
type markTable [1 << 14]atomic.Uint64

func (t *markTable) at(mark uint64) *atomic.Uint64 { return &t[mark%uint64(len(t))] }

// markOf returns the mark of a key of some hash.
func markOf(hash uint64, claim score.Outcome) uint64 { return hash ^ uint64(claim) }

// diver is a thread of a search, with what it needs on its way down.
type diver struct {
	search  *Search
	memory  *memory
	rules   Rules
	shared  bool   // there are other threads
	cut     int    // if below nowhere, the ply whose claim another thread has settled; -1 to end
	nodes   uint64 // looked at
	opened  uint64 // of nodes: what the scout left open
	told    uint64 // of nodes
	scout   *scout
	replies outlook // of a child, while it is weighed
	levels  []level
}

// newDiver returns a thread of a search; it takes 1.4 MB at most, beside its scout.
func newDiver(s *Search, shared bool) *diver {
	return &diver{
		search: s, memory: s.memory, rules: s.lore.rules, shared: shared,
		cut: nowhere, scout: s.hire(), levels: make([]level, maxPlies),
	}
}

// proves reports whether the side to move of f, whose value is not known at sight, gets at
// least claim. It means nothing if d.cut is set then.
func (d *diver) proves(f *Frame, claim score.Outcome) bool {
	s := spanOf(f)
	l := &d.levels[0]
	l.key = f.key(&s, d.rules)
	l.hash = l.key.hash()
	yes := d.dive(f, claim, 0)
	if d.cut == nowhere {
		d.memory.note(l.key, l.hash, claim, yes, 0) // it may be the scout's
	}
	return yes
}

// dive is proves for a frame whose key is in the level of its ply.
func (d *diver) dive(f *Frame, claim score.Outcome, ply int) bool {
	l := &d.levels[ply]
	l.claim = claim
	start := d.nodes
	if d.nodes-d.told >= pause {
		if d.lookUp(ply); d.cut < nowhere {
			return false
		}
	}
	if d.rules&Scout != 0 {
		v, looks := d.scout.decides(f, claim)
		d.nodes += looks
		if v != open {
			return v == plainYes
		}
	}
	d.nodes++
	d.opened++
	v := d.expand(f, l)
	if v == plainYes || v == plainNo {
		return v == plainYes
	}
	proved := v == foundYes
	if v == open {
		proved = d.descend(l, ply)
		if d.cut < nowhere {
			return false
		}
	}
	d.memory.note(l.key, l.hash, claim, proved, effortOf(d.nodes-start))
	return proved
}

// descend searches the children of a level, the most urgent first, and reports whether one
// proves its claim.
func (d *diver) descend(l *level, ply int) bool {
	shared := d.shared && ply < markedPlies
	if shared {
		mark := markOf(l.hash, l.claim)
		d.search.marks.at(mark).Store(mark)
		defer d.search.marks.at(mark).CompareAndSwap(mark, 0)
	}
	for i := 0; i < l.n; {
		c := l.pick(i)
		if i > 0 || shared {
			if yes, ok := d.memory.answer(c.key, c.hash, 1-l.claim); ok {
				if !yes {
					return true
				}
				i++
				continue
			}
		}
		if shared && d.postpone(l, c) {
			continue
		}
		next := &d.levels[ply+1]
		next.key, next.hash = c.key, c.hash
		yes := d.dive(&c.frame, 1-l.claim, ply+1)
		switch {
		case d.cut < ply:
			return false
		case d.cut == ply:
			d.cut = nowhere
			if yes, ok := d.memory.answer(l.key, l.hash, l.claim); ok {
				return yes
			} // else it is forgotten again
		case !yes:
			return true
		default:
			i++
		}
	}
	return false
}

// later is what a child that another thread is busy with loses of its urgency.
const later = 1 << 24

// postpone leaves a child for later if all children will probably be needed and another
// thread searches this one now. Where one child may do, threads had better follow each other
// to where they can part. Claims of a win are expected to fail: a game of pawns is
// near a draw.
func (d *diver) postpone(l *level, c *child) bool {
	if l.claim != score.Win || c.urgency < -later/2 {
		return false
	}
	mark := markOf(c.hash, 1-l.claim)
	if d.search.marks.at(mark).Load() != mark {
		return false
	}
	c.urgency -= later
	return true
}

// lookUp reports how far the thread is, and sets cut if the search is to end or another
// thread has settled a claim on the way down to ply.
func (d *diver) lookUp(ply int) {
	d.report()
	if d.search.stopped.Load() || d.search.nodes.Load() >= d.search.limit {
		d.cut = -1
		return
	}
	if !d.shared {
		return
	}
	for i := range d.levels[:ply] {
		l := &d.levels[i]
		if _, ok := d.memory.answer(l.key, l.hash, l.claim); ok {
			d.cut = i
			return
		}
	}
}

// report adds to the nodes of the search.
func (d *diver) report() {
	d.search.nodes.Add(d.nodes - d.told)
	d.search.opened.Add(d.opened)
	d.told, d.opened = d.nodes, 0
}
