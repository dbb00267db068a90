package search

import (
	"cmp"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// rootMove is a move at the root with its last result.
type rootMove struct {
	move  board.Move
	value score.Value // -score.Infinite if it is only known to be worse than others
	long  score.Exact // as Info.Long
	last  score.Value // value of the previous iteration
	bound Bound
	depth int
	sel   int // selective depth
	line  [maxPly + 1]board.Move
	len   int
}

// prepare begins a search of p by a worker; past holds the keys of the positions before.
func (w *worker) prepare(p *board.Position, past []uint64) {
	w.nodes, w.nextCheck, w.step, w.checked = 0, 0, 32, 0
	w.aborted, w.selDepth, w.depth = false, 0, 0
	w.sharedNodes.Store(0)
	w.tbHits.Store(0)
	w.answer, w.rootReport = rootMove{}, rootReport{}
	w.keys = append(append(w.keys[:0], past...), make([]uint64, maxPly+2)...)
	w.base = len(past)
	w.keys[w.base] = p.Key()
	ss := &w.stack[0]
	ss.pos = *p
	ss.rev = w.game.Reversible(p, len(past))
	ss.inCheck = w.game.InCheck(p)
	for i := range w.stack {
		w.stack[i].killers = [2]board.Move{}
		w.stack[i].excluded = board.NoMove
	}
	ss.static = w.evaluate(0)
	w.listRoots(ss)
}

// listRoots lists the root moves in the order of the picker.
func (w *worker) listRoots(ss *stackEntry) {
	w.roots = w.roots[:0]
	var pk picker
	pk.start(w, 0, board.NoMove)
	for m, _ := pk.next(); m != board.NoMove; m, _ = pk.next() {
		if only := w.limits.SearchMoves; len(only) == 0 || slices.Contains(only, m) {
			w.roots = append(w.roots, rootMove{move: m, value: -score.Infinite, last: -score.Infinite})
		}
	}
	w.lines = w.settings.Lines
	if w.settings.Elo > 0 {
		w.lines = max(w.lines, weakLines)
	}
	w.lines = max(1, min(w.lines, len(w.roots)))
}

// iterate deepens iteratively until a limit is reached. Helper threads skip some depths.
func (w *worker) iterate() {
	last := maxDepth
	if w.limits.Depth > 0 {
		last = min(last, w.limits.Depth)
	}
	stable := 0
	for depth := 1; depth <= last; depth++ {
		if w.id > 0 && depth > 1 && (depth+w.id)%4 == 0 {
			continue
		}
		w.depth = depth
		before := w.answer
		for i := range w.roots {
			w.roots[i].last = w.roots[i].value
		}
		for line := range w.lines {
			w.selDepth = 0
			w.aspirationSearch(depth, line)
			if w.aborted {
				return
			}
		}
		if w.id > 0 {
			continue
		}
		w.reportLines()
		if before.move == w.answer.move {
			stable++
		} else {
			stable = 0
		}
		if w.isLastIteration(depth, stable, before.value) {
			return
		}
	}
}

// aspirationSearch searches the root moves from index line on in a window around the expected
// value, and widens it until the value is inside.
func (w *worker) aspirationSearch(depth, line int) {
	alpha, beta := -score.Infinite, score.Infinite
	delta := score.Value(18)
	if expected := w.roots[line].last; depth >= 5 && !expected.IsDecisive() && expected > -score.Infinite {
		alpha, beta = expected-delta, expected+delta
	}
	for {
		v := w.searchRoot(depth, line, alpha, beta)
		if w.aborted {
			return
		}
		slices.SortStableFunc(w.roots[line:], byValue)
		switch {
		case v <= alpha && alpha > -score.Infinite:
			beta = (alpha + beta) / 2
			alpha = max(v-delta, -score.Infinite)
		case v >= beta && beta < score.Infinite:
			beta = min(v+delta, score.Infinite)
		default:
			slices.SortStableFunc(w.roots[:line+1], byValue)
			return
		}
		if delta *= 2; delta > 800 || v.IsDecisive() {
			alpha, beta = -score.Infinite, score.Infinite
		}
	}
}

// byValue orders root moves by value, the best first.
func byValue(a, b rootMove) int {
	if a.value != b.value {
		return int(b.value - a.value)
	}
	return cmp.Or(b.long.Compare(a.long), int(b.last-a.last))
}

// searchRoot searches the root moves from index line on. Its result means what that of search
// does.
func (w *worker) searchRoot(depth, line int, alpha, beta score.Value) score.Value {
	ss := &w.stack[0]
	ss.pvLen = 0
	best := -score.Infinite
	for i := line; i < len(w.roots); i++ {
		w.roots[i].value = -score.Infinite
	}
	for i := line; i < len(w.roots); i++ {
		r := &w.roots[i]
		w.play(0, r.move)
		v := w.searchRootMove(depth, i-line, alpha, beta)
		if w.aborted {
			return 0
		}
		if i == line || v > alpha {
			w.updateRoot(r, depth, v, alpha, beta)
			if line == 0 && v > alpha {
				w.answer = *r
			}
		}
		best, alpha = max(best, v), max(alpha, v)
		if alpha >= beta {
			break
		}
	}
	return best
}

// searchRootMove returns the value of the root move just played, the i-th of its search.
func (w *worker) searchRootMove(depth, i int, alpha, beta score.Value) score.Value {
	ss := &w.stack[0]
	extend := 0
	if w.stack[1].inCheck {
		extend = 1
	}
	full := depth - 1 + extend
	if i == 0 {
		return -w.search(1, full, -beta, -alpha, false)
	}
	v := alpha + 1
	if less := w.rootReduction(depth, i, ss); less > 0 && extend == 0 {
		v = -w.search(1, full-less, -alpha-1, -alpha, true)
	}
	if v > alpha && !w.aborted {
		v = -w.search(1, full, -alpha-1, -alpha, true)
	}
	if v > alpha && !w.aborted {
		v = -w.search(1, full, -beta, -alpha, false)
	}
	return v
}

// rootReduction returns the late move reduction of the i-th root move, in plies.
func (w *worker) rootReduction(depth, i int, ss *stackEntry) int {
	if w.plain || depth < 4 || i < 3 || isNoisy(w.game, &ss.pos, ss.move) {
		return 0
	}
	return max(int(w.reduce[min(depth, 63)][min(i, 63)])/1024-1, 0)
}

// updateRoot stores the result of the root move just searched.
func (w *worker) updateRoot(r *rootMove, depth int, v, alpha, beta score.Value) {
	r.value, r.long, r.depth, r.sel = v, score.Exact{}, depth, w.selDepth
	switch {
	case v <= alpha:
		r.bound = Upper
	case v >= beta:
		r.bound = Lower
	default:
		r.bound = Exact
	}
	next := &w.stack[1]
	r.line[0] = r.move
	r.len = 1
	if r.bound == Exact {
		r.len += copy(r.line[1:], next.pv[:next.pvLen])
	}
}

// isLastIteration reports whether a limit ends the search after the iteration just finished:
// the time for a move shrinks while the best move is stable and grows when its value drops.
func (w *worker) isLastIteration(depth, stable int, before score.Value) bool {
	l, v := &w.limits, w.answer.value
	if v.IsDecisive() && w.answer.bound == Exact {
		moves := max(v.MateMoves(), -v.MateMoves())
		if l.Mate > 0 && moves <= l.Mate {
			return true
		}
		if l.clocked() && depth > v.Plies() && !w.clock.pondering.Load() {
			return true
		}
	}
	if l.Nodes > 0 && w.nodes >= l.Nodes {
		return true
	}
	if !l.clocked() || l.Infinite || w.clock.pondering.Load() {
		return false
	}
	if len(w.roots) == 1 {
		return true
	}
	if l.MoveTime > 0 && !l.Timed {
		return w.clock.pastHard()
	}
	percent := 110 - 8*min(stable, 6)
	if v < before-30 {
		percent += 50
	}
	return w.clock.pastSoft(percent)
}
