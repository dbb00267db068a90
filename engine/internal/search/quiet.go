package search

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/score"
)

// quiesce returns the value of the position at ply by quiescence search: the side to move may
// stand pat, capture or promote, and in the first ply (qply 0) give check; in check it must try
// every move. Its result means what that of search does.
func (w *worker) quiesce(ply, qply int, alpha, beta score.Value) score.Value {
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
	n := node{ply: ply, alpha: alpha, beta: beta, pv: beta-alpha > 1, start: alpha, best: -score.Infinite}
	if v, ok := w.probeTT(&n, ss); ok {
		return v
	}
	w.setStatic(&n, ss)
	if !ss.inCheck {
		if v, ok := w.standPat(&n, ss); ok {
			return v
		}
	}
	w.searchCaptures(&n, ss, qply)
	switch {
	case w.aborted:
		return 0
	case n.moves == 0 && (ss.inCheck || w.maybeStalemate(ss)) && w.game.Count(&ss.pos) == 0:
		return terminalValue(w.game.NoMoves(&ss.pos), ply)
	}
	w.storeTT(&n, ss)
	return n.best
}

// standPat takes the static evaluation as a lower bound and reports whether it reaches beta. It
// ignores a value of 0 in the transposition table, which may be the draw of another line: only
// draws are reported as 0.
func (w *worker) standPat(n *node, ss *stackEntry) (score.Value, bool) {
	v := ss.static
	if t := n.ttValue; n.ttHit && t != 0 && !t.IsDecisive() &&
		(n.entry.Bound == tt.Lower && t > v || n.entry.Bound == tt.Upper && t < v) {
		v = t
	}
	n.best = v
	if v >= n.beta && !w.maybeStalemate(ss) {
		return v, true
	}
	n.alpha = max(n.alpha, v)
	return 0, false
}

// maybeStalemate reports whether the side to move, not in check, has so little material that it
// may have no legal move.
func (w *worker) maybeStalemate(ss *stackEntry) bool {
	us := ss.pos.Turn()
	return ss.pos.Hand(us) == 0 && (!w.traits.ownKing || ss.pos.Color(us).Len() <= 4)
}

// searchCaptures searches the noisy moves of a node, all moves in check, and quiet checks in the
// first ply.
func (w *worker) searchCaptures(n *node, ss *stackEntry, qply int) {
	var pk picker
	hashMove := board.Move(n.entry.Move)
	if hashMove != board.NoMove && !ss.inCheck && !isNoisy(w.game, &ss.pos, hashMove) {
		hashMove = board.NoMove
	}
	pk.start(w, n.ply, hashMove)
	pk.noisyOnly = !ss.inCheck
	for {
		m, noisy := pk.next()
		if m == board.NoMove {
			break
		}
		n.moves++
		if n.best > -score.Decisive && !w.worthSearching(n, ss, m, noisy, &pk) {
			continue
		}
		w.play(n.ply, m)
		v := -w.quiesce(n.ply+1, qply+1, -n.beta, -n.alpha)
		if w.aborted || w.raiseAlpha(n, m, v) {
			return
		}
	}
	if qply == 0 && !ss.inCheck && w.traits.ownKing {
		w.quietChecks(n, ss)
	}
}

// raiseAlpha updates the node with the value of a move and reports whether it reaches beta.
func (w *worker) raiseAlpha(n *node, m board.Move, v score.Value) bool {
	if v > n.best {
		n.best = v
		if v > n.alpha {
			n.alpha, n.move = v, m
			if n.pv {
				w.updatePV(n.ply, m)
			}
		}
	}
	return n.alpha >= n.beta
}

// worthSearching reports whether a move may raise the value of a quiescence node.
func (w *worker) worthSearching(n *node, ss *stackEntry, m board.Move, noisy bool, pk *picker) bool {
	if ss.inCheck {
		return noisy || n.moves <= 3 || !n.pv && n.best <= n.alpha && n.moves <= 6
	}
	if pk.stage == badNoisy {
		return false
	}
	gain := score.Value(150)
	if ss.pos.Occupied().Has(m.To()) {
		gain += score.Value(w.eval.Value(ss.pos.KindAt(m.To()), ss.pos.Promoted().Has(m.To())))
	}
	return m.IsPromotion() || ss.static+gain > n.alpha
}

// quietChecks searches the quiet moves that give check without losing material.
func (w *worker) quietChecks(n *node, ss *stackEntry) {
	squares := w.game.CheckSquares(&ss.pos)
	if squares.None() {
		return
	}
	w.game.Quiet(&ss.pos, &ss.quiet)
	for i := range ss.quiet.Len() {
		m := ss.quiet.At(i)
		if !squares.Has(&ss.pos, m) || !w.eval.SEE(&ss.pos, m, 0) {
			continue
		}
		n.moves++
		w.play(n.ply, m)
		v := -w.quiesce(n.ply+1, 1, -n.beta, -n.alpha)
		if w.aborted || w.raiseAlpha(n, m, v) {
			return
		}
	}
}
