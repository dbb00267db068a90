package search

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/score"
)

// node is the state of the search of one position.
type node struct {
	ply, depth  int
	alpha, beta score.Value
	pv          bool // the window is open: the value may be exact
	cut         bool // a value of at least beta is expected
	improving   bool // the static evaluation is better than two plies ago
	entry       tt.Entry
	ttHit       bool // entry is set
	ttValue     score.Value

	best           score.Value
	move           board.Move
	moves          int // legal moves generated so far
	quietCount     int // of stackEntry.quietTried
	checkInfo      board.CheckSquares
	checkInfoKnown bool        // checkInfo is set
	noisyCount     int         // of stackEntry.noisyTried
	start          score.Value // alpha at the start
}

// search returns the value v of the position at ply, searched to depth (principal variation
// search, fail-soft):
//
//	alpha < v < beta: the value is v, and the stack entry of ply has the line to it;
//	v <= alpha: the value is at most v;
//	v >= beta: the value is at least v.
//
// Decisive values are proved: all moves of the losing side have been searched. The function is
// long because it shows the order of the steps, each of which is a function of its own.
func (w *worker) search(ply, depth int, alpha, beta score.Value, cut bool) score.Value {
	if depth <= 0 {
		if ply > 1 {
			return w.quiesce(ply, 0, alpha, beta)
		}
		depth = 1 // quiescence does not see every move that ends the game
	}
	ss := &w.stack[ply]
	ss.pvLen = 0
	if w.visit(ply) {
		return 0
	}
	if v, over := w.gameOver(ply); over {
		return v
	}
	if ply >= maxPly-1 {
		return w.evaluate(ply)
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, pv: beta-alpha > 1, cut: cut, start: alpha}
	n.alpha = max(n.alpha, score.LostIn(ply))
	n.beta = min(n.beta, score.WonIn(ply+w.traits.earliestWin))
	if n.alpha >= n.beta {
		return n.alpha
	}
	if ss.excluded == board.NoMove {
		if v, ok := w.probeTB(&n, ss); ok {
			return v
		}
		if v, ok := w.probeTT(&n, ss); ok {
			return v
		}
	}
	w.setStatic(&n, ss)
	w.stack[ply+2].killers = [2]board.Move{}
	if !w.plain && !n.pv && !ss.inCheck && ss.excluded == board.NoMove {
		if v, ok := w.prune(&n, ss); ok || w.aborted {
			return v
		}
	}
	if !w.plain && n.depth >= 4 && n.entry.Move == 0 && ss.excluded == board.NoMove && (n.pv || n.cut) {
		n.depth--
	}
	w.searchMoves(&n, ss)
	if w.aborted {
		return 0
	}
	if n.moves == 0 {
		if ss.excluded != board.NoMove {
			return n.alpha
		}
		return terminalValue(w.game.NoMoves(&ss.pos), ply)
	}
	if ss.excluded == board.NoMove {
		w.storeTT(&n, ss)
	}
	return n.best
}

// searchMoves searches the moves of a node in order until one reaches beta.
func (w *worker) searchMoves(n *node, ss *stackEntry) {
	n.best = -score.Infinite
	var pk picker
	pk.start(w, n.ply, board.Move(n.entry.Move))
	for {
		m, noisy := pk.next()
		if m == board.NoMove {
			return
		}
		if m == ss.excluded {
			continue
		}
		n.moves++
		extend, multiCut := 0, false
		if n.moves == 1 && m == board.Move(n.entry.Move) {
			if extend, multiCut = w.singular(n, ss, m); multiCut || w.aborted {
				return
			}
		}
		if n.best > -score.Decisive && w.skipMove(n, ss, m, noisy, &pk) {
			continue
		}
		w.play(n.ply, m)
		if extend == 0 && w.extendsAfterCheck(n, ss, m) {
			extend = 1
		}
		v := w.searchMove(n, ss, m, noisy, extend)
		if w.aborted {
			return
		}
		if w.updateBest(n, ss, m, noisy, v) {
			return
		}
	}
}

// searchMove returns the value of the move just played. All but the first move get a null
// window, and late moves a reduced depth, first; those that beat alpha are searched again.
func (w *worker) searchMove(n *node, ss *stackEntry, m board.Move, noisy bool, extend int) score.Value {
	depth := n.depth - 1 + extend
	if n.moves == 1 {
		return -w.search(n.ply+1, depth, -n.beta, -n.alpha, !n.pv && !n.cut)
	}
	v := n.alpha + 1
	if r := w.reduction(n, ss, m, noisy); r > 0 && depth > 1 {
		less := max(depth-r, 1)
		v = -w.search(n.ply+1, less, -n.alpha-1, -n.alpha, true)
		if w.aborted {
			return 0
		}
		if v > n.alpha && less < depth {
			v = -w.search(n.ply+1, depth, -n.alpha-1, -n.alpha, !n.cut)
		}
	} else {
		v = -w.search(n.ply+1, depth, -n.alpha-1, -n.alpha, !n.cut)
	}
	if n.pv && v > n.alpha && !w.aborted {
		v = -w.search(n.ply+1, depth, -n.beta, -n.alpha, false)
	}
	return v
}

// updateBest updates the node and the histories with the value of a move, and reports whether it
// reaches beta.
func (w *worker) updateBest(n *node, ss *stackEntry, m board.Move, noisy bool, v score.Value) bool {
	if w.raiseAlpha(n, m, v) {
		if !noisy {
			w.updateQuietHistories(n.ply, n.depth, m, ss.quietTried[:n.quietCount])
		}
		w.updateNoisyHistory(n.ply, n.depth, m, ss.noisyTried[:n.noisyCount])
		return true
	}
	if noisy && n.noisyCount < len(ss.noisyTried) {
		ss.noisyTried[n.noisyCount] = m
		n.noisyCount++
	} else if !noisy && n.quietCount < len(ss.quietTried) {
		ss.quietTried[n.quietCount] = m
		n.quietCount++
	}
	return false
}

// updatePV sets the principal variation of ply to the move and that of the next ply.
func (w *worker) updatePV(ply int, m board.Move) {
	ss, next := &w.stack[ply], &w.stack[ply+1]
	ss.pv[0] = m
	ss.pvLen = 1 + copy(ss.pv[1:], next.pv[:next.pvLen])
}

// probeTT probes the transposition table; ok means that the value cuts the node off.
func (w *worker) probeTT(n *node, ss *stackEntry) (score.Value, bool) {
	e, ok := w.tt.Get(ss.pos.Key())
	if !ok {
		return 0, false
	}
	n.entry, n.ttHit = e, true
	n.ttValue = fromTT(e.Value, n.ply)
	if !n.pv && int(e.Depth) >= n.depth && isCutoff(e.Bound, n.ttValue, n.beta) &&
		(w.traits.limit == 0 || ss.pos.Clock() < w.traits.limit-10) {
		return n.ttValue, true
	}
	if e.Move != 0 && !w.game.IsLegal(&ss.pos, board.Move(e.Move)) {
		n.entry.Move = 0
	}
	return 0, false
}

// isCutoff reports whether a bound decides a null window below beta.
func isCutoff(b tt.Bound, v, beta score.Value) bool {
	return b == tt.Exact || b == tt.Lower && v >= beta || b == tt.Upper && v < beta
}

// storeTT stores the value of a node in the transposition table.
func (w *worker) storeTT(n *node, ss *stackEntry) {
	e := tt.Entry{Move: uint16(n.move), Depth: int8(n.depth), Value: toTT(n.best, n.ply), Eval: int16(ss.static)}
	switch {
	case n.best >= n.beta:
		e.Bound = tt.Lower
	case n.best > n.start && n.pv:
		e.Bound = tt.Exact
	default:
		e.Bound = tt.Upper
	}
	w.tt.Put(ss.pos.Key(), e)
}

// toTT and fromTT convert distances to the end from plies after the root to plies after the
// position and back.
func toTT(v score.Value, ply int) int16 {
	switch {
	case v >= score.Decisive:
		v += score.Value(ply)
	case v <= -score.Decisive:
		v -= score.Value(ply)
	}
	return int16(v)
}

func fromTT(v int16, ply int) score.Value {
	switch v := score.Value(v); {
	case v >= score.Decisive:
		return score.WonIn(v.Plies() + ply)
	case v <= -score.Decisive:
		return score.LostIn(v.Plies() + ply)
	default:
		return v
	}
}

// probeTB probes the tables and certificates.
func (w *worker) probeTB(n *node, ss *stackEntry) (score.Value, bool) {
	if w.prober == nil {
		return 0, false
	}
	x, ok := w.prober.ProbeNode(w.game, &ss.pos)
	if !ok || w.game.MoveLimitWithin(&ss.pos, int(x.Plies)) {
		return 0, false
	}
	w.tbHits.Add(1)
	return x.Later(n.ply).Value(), true // relative to the root
}

// evaluate returns the static evaluation of the position at ply for the side to move.
func (w *worker) evaluate(ply int) score.Value {
	p := &w.stack[ply].pos
	if w.accumulators != nil {
		return score.Value(w.accumulators.Evaluate(p, w.keys[w.base:w.base+ply+1]))
	}
	return score.Value(w.eval.Evaluate(p))
}

// setStatic sets the static evaluation of a node, from the transposition table if it is there.
func (w *worker) setStatic(n *node, ss *stackEntry) {
	switch {
	case ss.inCheck:
		ss.static = score.None
		return
	case ss.excluded != board.NoMove:
	case n.ttHit && score.Value(n.entry.Eval) != score.None:
		ss.static = score.Value(n.entry.Eval)
	default:
		ss.static = w.evaluate(n.ply)
	}
	if n.ply >= 2 {
		before := w.stack[n.ply-2].static
		n.improving = before == score.None || ss.static > before
	}
}
