package dfpn

import (
	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/board"
	"tinyhouse/solver/internal/mate"
	"tinyhouse/solver/internal/poskey"
)

// expand lists the moves of a position on the line with what is known of each.
func (w *Searcher) expand(depth int) {
	f := &w.line[depth]
	isNew := f.nodes == 0
	f.first = len(w.moves)
	f.nodes++
	w.Nodes++
	w.Game.Moves(&f.pos, &w.list)
	for len(w.after) < w.list.Len() {
		w.after = append(w.after, board.Position{})
	}
	for i, m := range w.list.All() {
		k := child{move: m}
		w.Game.Apply(&w.after[i], &f.pos, m)
		k.Numbers, k.key, _ = w.Initial(&w.after[i], !f.attacking)
		w.moves = append(w.moves, k)
		if k.Delta == 0 && k.Phi == infinite {
			return // no move can be better
		}
		cacheline.Prefetch(w.Table.line(k.key))
	}
	// In a loop of its own, so that all prefetches are under way together.
	for i := range w.after[:w.list.Len()] {
		k := &w.moves[f.first+i]
		if k.key == (poskey.Key{}) || w.probe(depth, k, !f.attacking) || f.attacking || !isNew {
			continue
		}
		if m, ok := w.mates.Find(&w.after[i], mate.Moves); ok {
			k.Numbers = Succeeds
			w.Table.Store(k.key, Entry{Succeeds, m, EffortOf(1)})
		}
	}
}

// probe replaces initial numbers by those of the table, or of a repetition, and reports whether
// there are any.
func (w *Searcher) probe(depth int, k *child, attacking bool) bool {
	e, ok := w.Table.Load(k.key)
	switch {
	case ok && e.Decided() && (e.Exact() || !w.noTrust):
		k.Numbers = e.Numbers
	case w.repeats(depth, k.key):
		k.Numbers = AssumedHeld(attacking)
		return true
	case ok && !e.Decided():
		k.Numbers = e.Numbers
	}
	return ok
}

// repeats reports whether the position of a key is on the line.
func (w *Searcher) repeats(depth int, k poskey.Key) bool {
	if w.onLine[uint8(k.Identity>>1)] == 0 {
		return false
	}
	for d := depth; d >= 0; d-- {
		if w.line[d].key.Identity == k.Identity {
			return true
		}
	}
	return false
}
