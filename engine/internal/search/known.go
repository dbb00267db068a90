package search

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// This file answers from tables of exact values.

// exact returns the exact value of a position: of an ended game by the rules, of another
// from the tables.
func (s *Searcher) exact(p *board.Position) (score.Exact, bool) {
	o := s.game.Decided(p)
	if !o.Over() && s.game.Count(p) == 0 {
		o = s.game.NoMoves(p)
	}
	if o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, true
	}
	if s.prober == nil {
		return score.Exact{}, false
	}
	return s.prober.Probe(s.game, p)
}

// known answers without a search where the tables hold the position and all that its moves
// lead to. Tables know nothing of the game so far: a move that ends it by repetition is worth
// what the rules say.
func (s *Searcher) known(w *worker) (Best, bool) {
	p := &w.frames[0].pos
	if s.prober == nil {
		return Best{}, false
	}
	x, ok := s.prober.Probe(s.game, p)
	if !ok || s.traits.limit > 0 && p.Clock()+int(x.Plies) > s.traits.limit {
		return Best{}, false
	}
	for i := range w.roots {
		r := &w.roots[i]
		next, o := w.after(r.move)
		after := score.Exact{Outcome: score.Outcome(o.Result)}
		if !o.Over() {
			if after, ok = s.exact(&next); !ok {
				return Best{}, false
			}
		}
		r.value, r.bound, r.depth = after.Prev().Value(), Exact, 1
		r.line[0], r.len = r.move, 1
	}
	slices.SortStableFunc(w.roots, byValue)
	w.hits.Store(uint64(len(w.roots) + 1))
	w.reportLines()
	return w.conclude(), true
}

// complete extends a line to the end of the game, as far as the tables know the way. A line
// drawn by the tables goes on for a few moves only, and no line beyond a repetition that ends
// the game.
func (w *worker) complete(line []board.Move, v score.Value) []board.Move {
	if w.prober == nil || v.IsDecisive() && len(line) >= v.Plies() || !v.IsDecisive() && v != 0 {
		return line
	}
	longest := 8
	if v.IsDecisive() {
		longest = v.Plies()
	}
	p, keys := w.frames[0].pos, slices.Clone(w.keys[:w.base])
	for i := 0; i < max(longest, len(line)); i++ {
		if i > 0 && w.game.Outcome(&p, keys).Over() {
			return line[:i]
		}
		if i == len(line) {
			m, ok := w.bestKnown(&p)
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

// bestKnown returns the best move of a position that the tables know.
func (w *worker) bestKnown(p *board.Position) (board.Move, bool) {
	want, ok := w.exact(p)
	if !ok || w.game.Decided(p).Over() {
		return board.NoMove, false
	}
	var l board.List
	w.game.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		w.game.Apply(&next, p, m)
		if x, ok := w.exact(&next); ok && x.Prev() == want {
			return m, true
		}
	}
	return board.NoMove, false
}
