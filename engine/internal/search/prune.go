package search

import (
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/score"
)

// This file prunes, reduces and extends. No function in it may return a decisive value that is
// not proved.

// prune returns a value for a node outside the principal variation without searching its moves,
// by reverse futility pruning, razoring or a null move.
func (w *worker) prune(n *node, ss *stackEntry) (score.Value, bool) {
	eval := ss.static
	if n.ttHit && (n.entry.Bound == tt.Lower && n.ttValue > eval || n.entry.Bound == tt.Upper && n.ttValue < eval) {
		eval = n.ttValue
	}
	if n.beta.IsDecisive() || eval.IsDecisive() {
		return 0, false
	}
	if n.depth <= 8 && eval-w.reverseFutilityMargin(n) >= n.beta {
		return eval, true
	}
	if n.depth <= 3 && eval+score.Value(250*n.depth) <= n.alpha {
		if v := w.quiesce(n.ply, 0, n.alpha, n.beta); v <= n.alpha && !v.IsDecisive() || w.aborted {
			return v, true
		}
	}
	return w.nullMoveSearch(n, ss, eval)
}

// reverseFutilityMargin returns how far above beta a static evaluation must be to cut.
func (w *worker) reverseFutilityMargin(n *node) score.Value {
	step := 85
	if w.traits.drops {
		step = 127
	}
	if n.improving {
		return score.Value(step * (n.depth - 1))
	}
	return score.Value(step * n.depth)
}

// nullMoveSearch searches a null move, which must fail high. It is unsound in zugzwang, so it
// requires a piece other than king and pawns, and a game in which stalemate does not win.
func (w *worker) nullMoveSearch(n *node, ss *stackEntry, eval score.Value) (score.Value, bool) {
	if !w.traits.allowsNullMove || n.depth < 3 || eval < n.beta || ss.static < n.beta ||
		n.ply == 0 || w.stack[n.ply-1].move == board.NoMove || !w.hasNonPawnMaterial(ss) {
		return 0, false
	}
	w.pass(n.ply)
	r := 3 + n.depth/4 + min(int(eval-n.beta)/200, 3)
	v := -w.search(n.ply+1, n.depth-1-r, -n.beta, -n.beta+1, !n.cut)
	if w.aborted || v < n.beta {
		return 0, false
	}
	if v.IsDecisive() {
		v = n.beta
	}
	return v, true
}

// hasNonPawnMaterial reports whether the side to move has more than king and pawns.
func (w *worker) hasNonPawnMaterial(ss *stackEntry) bool {
	us := ss.pos.Turn()
	pieces := ss.pos.Color(us) &^ ss.pos.Of(us, board.King)
	if pawn := w.game.Pawn(); pawn != 0 {
		pieces &^= ss.pos.Kind(pawn)
	}
	return pieces != 0 || ss.pos.Hand(us) != 0
}

// skipMove reports whether to prune a move, which is not the first of its node and gives no
// direct check: by SEE, move count or futility.
func (w *worker) skipMove(n *node, ss *stackEntry, m board.Move, noisy bool, pk *picker) bool {
	if w.plain || n.ply == 0 || n.moves == 1 || ss.inCheck || n.depth > 8 {
		return false
	}
	if noisy {
		return n.depth <= 6 && !w.eval.SEE(&ss.pos, m, -100*n.depth) && !w.givesCheck(n, ss, m)
	}
	lmr := max(n.depth-int(w.baseReduction(n))/1024, 1)
	if n.moves > w.moveCountLimit(n) {
		pk.unordered = true
		return !w.givesCheck(n, ss, m)
	}
	if lmr <= 7 && ss.static+score.Value(90+95*lmr) <= n.alpha {
		return !w.givesCheck(n, ss, m)
	}
	return lmr <= 6 && !w.eval.SEE(&ss.pos, m, -28*lmr*lmr) && !w.givesCheck(n, ss, m)
}

// givesCheck reports whether the moved or dropped piece itself gives check.
func (w *worker) givesCheck(n *node, ss *stackEntry, m board.Move) bool {
	if !w.traits.ownKing {
		return false
	}
	if !n.checkInfoKnown {
		n.checkInfo, n.checkInfoKnown = w.game.CheckSquares(&ss.pos), true
	}
	return n.checkInfo.Has(&ss.pos, m)
}

// moveCountLimit returns how many moves of a node are searched before quiet ones are skipped.
func (w *worker) moveCountLimit(n *node) int {
	k := 6 + 6*n.depth*n.depth/4
	if !n.improving {
		k = k * 2 / 3
	}
	return k
}

// newReductions fills the table of late move reductions.
func newReductions() (t [64][64]int32) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			t[depth][n] = int32(1024 * (0.5 + math.Log(float64(depth))*math.Log(float64(n))/2.2))
		}
	}
	return t
}

// baseReduction returns the reduction of the next move of a node by depth and move number, in
// 1024ths of a ply.
func (w *worker) baseReduction(n *node) int32 { return w.reduce[min(n.depth, 63)][min(n.moves, 63)] }

// reduction returns the late move reduction of the move just played, in plies.
func (w *worker) reduction(n *node, ss *stackEntry, m board.Move, noisy bool) int {
	if w.plain || n.depth < 3 || n.moves < 2 || n.pv && n.moves < 4 {
		return 0
	}
	r := int(w.baseReduction(n))
	if noisy {
		r = r/2 - 512
	} else {
		r -= w.quietScore(n.ply, ss, m, ss.slot) / 10
		if m == ss.killers[0] || m == ss.killers[1] {
			r -= 1024
		}
	}
	if n.pv {
		r -= 1024
	}
	if n.cut {
		r += 1024
	}
	if !n.improving {
		r += 400
	}
	if ss.inCheck || w.stack[n.ply+1].inCheck {
		r -= 1024
	}
	return max(r, 0) / 1024
}

// extendsAfterCheck reports whether the move just played gives check without losing material.
func (w *worker) extendsAfterCheck(n *node, ss *stackEntry, m board.Move) bool {
	return w.stack[n.ply+1].inCheck && n.ply < 2*w.depth && w.eval.SEE(&ss.pos, m, 0)
}

// singular searches the node without its hash move m. It extends m if all other moves are clearly
// worse, cuts the node off if another one reaches beta, too (multi-cut), and reduces m if only its
// value in the table does.
func (w *worker) singular(n *node, ss *stackEntry, m board.Move) (extend int, multiCut bool) {
	if w.plain || n.ply == 0 || n.depth < 7 || ss.excluded != board.NoMove || n.entry.Bound&tt.Lower == 0 ||
		int(n.entry.Depth) < n.depth-3 || n.ttValue.IsDecisive() || n.ply >= 2*w.depth {
		return 0, false
	}
	singularBeta := n.ttValue - score.Value(2*n.depth)
	ss.excluded = m
	v := w.search(n.ply, (n.depth-1)/2, singularBeta-1, singularBeta, n.cut)
	ss.excluded = board.NoMove
	switch {
	case w.aborted:
		return 0, false
	case v < singularBeta:
		return 1, false
	case singularBeta >= n.beta && !n.pv && !v.IsDecisive():
		n.best, n.move = singularBeta, m
		return 0, true
	case n.ttValue >= n.beta:
		return -1, false
	}
	return 0, false
}
