package proof

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// Expansion: what belongs here looks at the moves of a position for the first time.

// expand lists the kids of a frame with what is known of them.
func (w *worker) expand(depth int) {
	f := &w.frames[depth]
	f.first = len(w.kids)
	f.nodes++
	w.nodes++
	s := w.solver
	s.game.Moves(&f.pos, &w.list)
	for _, m := range w.list.All() {
		var next board.Position
		s.game.Apply(&next, &f.pos, m)
		k := kid{move: m}
		k.numbers, k.key, _ = s.meet(&next, !f.attacking)
		w.kids = append(w.kids, k)
		if k.delta == 0 && k.phi == infinite {
			return // nothing better can come
		}
	}
	// In a loop of its own, so that the lines of the table are fetched together.
	for i := f.first; i < len(w.kids); i++ {
		if k := &w.kids[i]; k.key != (key{}) {
			w.look(depth, k, !f.attacking)
		}
	}
}

// look finds what the table and the line say of the position after a move, which has a guess.
func (w *worker) look(depth int, k *kid, attacking bool) {
	e, ok := w.solver.table.load(k.key)
	switch {
	case ok && e.decided() && (e.exact() || !w.wary):
		k.numbers = e.numbers
	case w.repeats(depth, k.key):
		k.numbers = held(attacking, false)
	case ok && !e.decided():
		k.numbers = e.numbers
	}
}

// repeats reports whether the position with a key is on the line.
func (w *worker) repeats(depth int, k key) bool {
	if w.onPath[uint8(k.identity>>1)] == 0 {
		return false
	}
	for d := depth; d >= 0; d-- {
		if w.frames[d].key.identity == k.identity {
			return true
		}
	}
	return false
}

// meet tells whether it is known who wins at p, by the rules, the tables or what is known of the
// game, and then the key is none; if not, the numbers are a first guess.
func (s *Solver) meet(p *board.Position, attacking bool) (n numbers, k key, over bool) {
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
	n = numbers{1, uint32(moves)}
	if s.keys.lore == nil {
		return n, s.keys.of(p, attacking), false
	}
	low, high, c := s.keys.lore.Look(p)
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
	return n, keyOfPawns(c, roleOf(attacking)), false
}

// glance is meet without a key.
func (s *Solver) glance(p *board.Position, attacking bool) (n numbers, over bool) {
	n, _, over = s.meet(p, attacking)
	return n, over
}

// over reports whether the game has ended at p.
func (s *Solver) over(p *board.Position) bool {
	return s.game.Decided(p).Over() || s.game.Count(p) == 0
}
