package search

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
)

// exact returns the exact value of a position, by the rules if the game has ended, else from the
// tables and certificates.
func (s *Searcher) exact(p *board.Position) (score.Exact, bool) {
	if o := s.game.Ended(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, true
	}
	if s.prober == nil {
		return score.Exact{}, false
	}
	return s.prober.Probe(s.game, p)
}

// probeRoot answers without a search if the value of p is known, and that of every move or, for
// one line, of a move that keeps the value. The rules give the value of a move that ends the game
// by repetition, which tables do not know.
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
		if !r.value.IsDecisive() {
			r.long = v
		}
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

// valueAfter returns the known value of a root move.
func (w *worker) valueAfter(m board.Move) (score.Exact, bool) {
	next, o := w.after(m)
	if o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}.Prev(), true
	}
	x, ok := w.exact(&next)
	return x.Prev(), ok
}

// resetRoots undoes what probeRoot stored in the root moves.
func (w *worker) resetRoots() {
	for i := range w.roots {
		w.roots[i] = rootMove{move: w.roots[i].move, value: -score.Infinite, last: -score.Infinite}
	}
}

// filterRoots removes root moves by proved bounds, for one line: if p is proved not to be lost, the
// moves that may lose; else the proved losses that ProbeNode does not know. The search chooses
// among the rest.
func (s *Searcher) filterRoots(w *worker) {
	p := &w.stack[0].pos
	if s.prober == nil || w.lines > 1 || s.drawnByLimit(p) {
		return
	}
	lower := s.prober.Bounds(s.game, p).Lower
	worse := func(r rootMove) bool {
		next, o := w.after(r.move)
		if o.Over() {
			return o.Result > 0
		}
		b := s.prober.Bounds(s.game, &next) // of the opponent
		if lower.Outcome >= score.Draw {
			return b.Upper.Outcome == score.Win
		}
		_, found := s.prober.ProbeNode(s.game, &next)
		return b.Lower.Outcome == score.Win && !found
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

// drawnByLimit reports whether the move limit may end the game before the known value of p is
// reached.
func (s *Searcher) drawnByLimit(p *board.Position) bool {
	x, ok := s.prober.Probe(s.game, p)
	return ok && s.game.MoveLimitWithin(p, int(x.Plies))
}

// SetProber sets where the values of solved positions come from; nil: nowhere.
func (s *Searcher) SetProber(p tablebase.Prober) { s.prober = p }

// completePV extends the line of a move with moves from tables and certificates, up to the end of
// the game if it is won or lost, but no more than score.MaxPlies, to 8 plies if it is drawn. It ends
// at a repetition that ends the game.
func (w *worker) completePV(r *rootMove) []board.Move {
	line, info := slices.Clone(r.line[:r.len]), Info{Value: r.value, Long: r.long}
	longest := 8
	if x, ok := info.Forced(); ok {
		longest = min(int(x.Plies), score.MaxPlies)
	} else if r.value != 0 {
		longest = 0
	}
	if w.prober == nil || longest <= len(line) && r.value != 0 {
		return line
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

// bestTBMove returns a move that keeps the known value of a position. In a certificate, whose
// distances are upper bounds, it may be better.
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
