package search

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
)

// This file answers from tables of exact values, and from proofs, which know some moves only.

// exact returns the exact value of a position: of an ended game by the rules, of another
// from the tables.
func (s *Searcher) exact(p *board.Position) (score.Exact, bool) {
	if o := s.game.Ended(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, true
	}
	if s.prober == nil {
		return score.Exact{}, false
	}
	return s.prober.Probe(s.game, p)
}

// probeRoot answers without a search where the tables hold the position, and all that its moves
// lead to or, if one line is asked for, a move that keeps its value. Tables know nothing of
// the game so far: a move that ends it by repetition is worth what the rules say.
func (s *Searcher) probeRoot(w *worker) (Best, bool) {
	p := &w.stack[0].pos
	if s.prober == nil {
		return Best{}, false
	}
	x, ok := s.prober.Probe(s.game, p)
	if !ok || s.game.MoveLimitWithin(p, int(x.Plies)) {
		return Best{}, false
	}
	best, all := score.LossIn(0), true
	for i := range w.roots {
		r := &w.roots[i]
		v, ok := w.valueAfter(r.move)
		if !ok {
			all = false
			continue
		}
		r.value, r.bound, r.depth = v.Value(), Exact, 1
		r.line[0], r.len = r.move, 1
		if v.Compare(best) > 0 {
			best = v
		}
	}
	if !all && (w.lines > 1 || best.Outcome < x.Outcome) {
		w.resetRoots()
		return Best{}, false
	}
	slices.SortStableFunc(w.roots, byValue)
	w.tbHits.Store(uint64(len(w.roots) + 1))
	w.reportLines()
	return w.finish(), true
}

// valueAfter returns the value of a root move, if it is known.
func (w *worker) valueAfter(m board.Move) (score.Exact, bool) {
	next, o := w.after(m)
	if o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}.Prev(), true
	}
	x, ok := w.exact(&next)
	return x.Prev(), ok
}

// resetRoots takes the root moves back to how they were before probeRoot changed them at them.
func (w *worker) resetRoots() {
	for i := range w.roots {
		w.roots[i] = rootMove{move: w.roots[i].move, value: -score.Infinite, last: -score.Infinite}
	}
}

// filterRoots leaves out root moves that are proved to be worse than others, if one line is asked for:
// where it is proved that some do not lose, all that may; elsewhere those that lose, if the
// search would not see it. It is to choose among the rest.
func (s *Searcher) filterRoots(w *worker) {
	p := &w.stack[0].pos
	if s.prober == nil || w.lines > 1 || s.tooLong(p) {
		return
	}
	lower := s.prober.Bounds(s.game, p).Lower
	worse := func(r rootMove) bool {
		next, o := w.after(r.move)
		if o.Over() {
			return o.Result > 0
		}
		b := s.prober.Bounds(s.game, &next) // for the opponent
		if lower.Outcome >= score.Draw {
			return b.Upper.Outcome == score.Win
		}
		_, seen := s.prober.ProbeNode(s.game, &next)
		return b.Lower.Outcome == score.Win && !seen
	}
	rest := slices.DeleteFunc(slices.Clone(w.roots), worse)
	if len(rest) == 0 || len(rest) == len(w.roots) {
		return
	}
	w.tbHits.Add(uint64(len(w.roots)))
	for _, other := range s.workers {
		other.roots = slices.Clone(rest)
	}
}

// tooLong reports whether the move limit may end the game before what is known of p comes
// true.
func (s *Searcher) tooLong(p *board.Position) bool {
	x, ok := s.prober.Probe(s.game, p)
	return ok && s.game.MoveLimitWithin(p, int(x.Plies))
}

// SetProber sets where the values of solved positions come from; nil: nowhere.
func (s *Searcher) SetProber(p tablebase.Prober) { s.prober = p }

// complete extends a line to the end of the game, as far as the tables know the way. A line
// drawn by the tables goes on for a few moves only, and no line beyond a repetition that ends
// the game.
func (w *worker) completePV(line []board.Move, v score.Value) []board.Move {
	if w.prober == nil || v.IsDecisive() && len(line) >= v.Plies() || !v.IsDecisive() && v != 0 {
		return line
	}
	longest := 8
	if v.IsDecisive() {
		longest = v.Plies()
	}
	p, keys := w.stack[0].pos, slices.Clone(w.keys[:w.base])
	for i := 0; i < max(longest, len(line)); i++ {
		if i > 0 && w.game.Outcome(&p, keys).Over() {
			return line[:i]
		}
		if i == len(line) {
			m, ok := w.bestTBMove(&p)
			if !ok {
				break
			}
			line = append(line, m)
		}
		keys = append(keys, p.Key())
		w.game.Apply(&p, &p, line[i])
	}
	return line
}

// bestTBMove returns the best move of a position that the tables know: one that gives its value
// or, where that is a proof's, is better.
func (w *worker) bestTBMove(p *board.Position) (board.Move, bool) {
	want, ok := w.exact(p)
	if !ok || w.game.Decided(p).Over() {
		return board.NoMove, false
	}
	var l board.List
	w.game.Moves(p, &l)
	best, value := board.NoMove, score.LossIn(0)
	for _, m := range l.All() {
		var next board.Position
		w.game.Apply(&next, p, m)
		x, ok := w.exact(&next)
		if x = x.Prev(); ok && x == want {
			return m, true
		}
		if ok && x.Compare(value) > 0 {
			best, value = m, x
		}
	}
	return best, best != board.NoMove && value.Outcome >= want.Outcome
}
