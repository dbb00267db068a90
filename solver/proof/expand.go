package proof

import (
	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/keys"
	"tinyhouse/solver/internal/mate"
)

// Expansion: what belongs here looks at the moves of a position for the first time.

// expand lists the kids of a frame with what is known of them.
func (w *worker) expand(depth int) {
	f := &w.frames[depth]
	fresh := f.nodes == 0
	f.first = len(w.kids)
	f.nodes++
	w.nodes++
	s := w.solver
	s.game.Moves(&f.pos, &w.list)
	for len(w.after) < w.list.Len() {
		w.after = append(w.after, board.Position{})
	}
	for i, m := range w.list.All() {
		k := kid{move: m}
		s.game.Apply(&w.after[i], &f.pos, m)
		k.numbers, k.key, _ = s.meet(&w.after[i], !f.attacking)
		w.kids = append(w.kids, k)
		if k.delta == 0 && k.phi == infinite {
			return // nothing better can come
		}
		cacheline.Prefetch(s.table.line(k.key))
	}
	// In a loop of its own, so that the lines of the table are on their way together.
	for i := range w.after[:w.list.Len()] {
		k := &w.kids[f.first+i]
		if k.key == (keys.Key{}) || w.look(depth, k, !f.attacking) || f.attacking || !fresh {
			continue
		}
		if m, ok := w.mates.Find(&w.after[i], mate.Moves); ok {
			k.numbers = succeeds
			s.table.store(k.key, entry{succeeds, m, effortOf(1)})
		}
	}
}

// look finds what the table and the line say of the position after a move, which has a guess,
// and reports whether they say anything.
func (w *worker) look(depth int, k *kid, attacking bool) bool {
	e, ok := w.solver.table.load(k.key)
	switch {
	case ok && e.decided() && (e.exact() || !w.wary):
		k.numbers = e.numbers
	case w.repeats(depth, k.key):
		k.numbers = held(attacking, false)
		return true
	case ok && !e.decided():
		k.numbers = e.numbers
	}
	return ok
}

// repeats reports whether the position with a key is on the line.
func (w *worker) repeats(depth int, k keys.Key) bool {
	if w.onPath[uint8(k.Identity>>1)] == 0 {
		return false
	}
	for d := depth; d >= 0; d-- {
		if w.frames[d].key.Identity == k.Identity {
			return true
		}
	}
	return false
}

// meet tells whether it is known who wins at p, by the rules, the tables or what is known of the
// game, and then the key is none; if not, the numbers are a first guess.
func (s *Solver) meet(p *board.Position, attacking bool) (n numbers, k keys.Key, over bool) {
	if o := s.game.Decided(p); o.Over() {
		return ended(attacking, o.Result), k, true
	}
	moves := s.game.Count(p)
	if moves == 0 {
		return ended(attacking, s.game.NoMoves(p).Result), k, true
	}
	if s.prober != nil {
		if v, ok := s.prober.Probe(s.game, p); ok {
			return ended(attacking, rules.Result(v.Outcome)), k, true
		}
	}
	n = guess(attacking, moves)
	if s.keys.Lore() == nil {
		return n, s.keys.Of(p, attacking), false
	}
	low, high, c := s.keys.Lore().Bounds(p)
	if attacking {
		low, high = -high, -low // as the attacker's opponent sees it: does it lose?
	}
	switch {
	case high == score.Loss:
		return won(attacking), k, true
	case low > score.Loss:
		return held(attacking, true), k, true
	}
	if yes, ok := s.pawns.Known(p, attacking); ok {
		if yes == attacking {
			return won(attacking), k, true
		}
		return held(attacking, true), k, true
	}
	return n, keys.OfPawns(c, attacking), false
}

// What the success of an attacker costs at least that has no mate by checks, and what each
// of its moves costs the defender. Of 1 to 4 each, tried on positions of Tinyhouse games with
// equal numbers of nodes, 1 and 1 solved the fewest; 3 or 4 and 2 to 4 the most, all alike.
const unproved, unrefuted = 3, 3

// guess returns the first numbers of a position with so many moves, all of which must fail
// for its side to move to fail.
func guess(attacking bool, moves int) numbers {
	if attacking {
		return numbers{unproved, unrefuted * uint32(moves)}
	}
	return numbers{1, uint32(moves)}
}

// glance is meet without a key.
func (s *Solver) glance(p *board.Position, attacking bool) (n numbers, over bool) {
	n, _, over = s.meet(p, attacking)
	return n, over
}

// over reports whether the game has ended at p.
func (s *Solver) over(p *board.Position) bool { return s.game.Ended(p).Over() }
