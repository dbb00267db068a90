package search

import (
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/score"
)

// The ideas of this file leave parts of the tree out, or look at them less deep. None may
// turn a guess into a decisive value.

// prune returns a value for a node outside the main line without searching its moves.
func (w *worker) prune(n *node, f *frame) (score.Value, bool) {
	good := f.static
	if n.known && (n.entry.Bound == tt.Lower && n.tableValue > good || n.entry.Bound == tt.Upper && n.tableValue < good) {
		good = n.tableValue
	}
	if n.beta.IsDecisive() || good.IsDecisive() {
		return 0, false
	}
	if n.depth <= 8 && good-w.margin(n) >= n.beta {
		return good, true
	}
	if n.depth <= 3 && good+score.Value(250*n.depth) <= n.alpha {
		if v := w.quiesce(n.ply, 0, n.alpha, n.beta); v <= n.alpha && !v.IsDecisive() || w.aborted {
			return v, true
		}
	}
	return w.null(n, f, good)
}

// margin returns how far above beta an estimate must be to trust it.
func (w *worker) margin(n *node) score.Value {
	step := 85
	if w.traits.drops {
		step = 127
	}
	if n.improving {
		return score.Value(step * (n.depth - 1))
	}
	return score.Value(step * n.depth)
}

// null lets the opponent move twice. Where passing is as good as the best move, or wins,
// the idea says nothing: not with pawns and king alone, nor where stalemate wins.
func (w *worker) null(n *node, f *frame, good score.Value) (score.Value, bool) {
	if !w.traits.passes || n.depth < 3 || good < n.beta || f.static < n.beta ||
		n.ply == 0 || w.frames[n.ply-1].move == board.NoMove || !w.hasForce(f) {
		return 0, false
	}
	w.pass(n.ply)
	r := 3 + n.depth/4 + min(int(good-n.beta)/200, 3)
	v := -w.search(n.ply+1, n.depth-1-r, -n.beta, -n.beta+1, !n.cut)
	if w.aborted || v < n.beta {
		return 0, false
	}
	if v.IsDecisive() {
		v = n.beta
	}
	return v, true
}

// hasForce reports whether the side to move has more than king and pawns.
func (w *worker) hasForce(f *frame) bool {
	us := f.pos.Turn()
	men := f.pos.Color(us) &^ f.pos.Of(us, board.King)
	if pawn := w.game.Pawn(); pawn != 0 {
		men &^= f.pos.Kind(pawn)
	}
	return men != 0 || f.pos.Hand(us) != 0
}

// skip reports whether a move, not the first of its node, is not worth playing. Moves that
// give check by where they arrive are.
func (w *worker) skip(n *node, f *frame, m board.Move, noisy bool, pk *picker) bool {
	if w.plain || n.ply == 0 || n.moves == 1 || f.inCheck || n.depth > 8 {
		return false
	}
	if noisy {
		return n.depth <= 6 && !w.eval.Gains(&f.pos, m, -100*n.depth) && !w.checks(n, f, m)
	}
	lmr := max(n.depth-int(w.late(n))/1024, 1)
	if n.moves > w.enough(n) {
		pk.rush = true
		return !w.checks(n, f, m)
	}
	if lmr <= 7 && f.static+score.Value(90+95*lmr) <= n.alpha {
		return !w.checks(n, f, m)
	}
	return lmr <= 6 && !w.eval.Gains(&f.pos, m, -28*lmr*lmr) && !w.checks(n, f, m)
}

// checks reports whether a move gives check by where it arrives.
func (w *worker) checks(n *node, f *frame, m board.Move) bool {
	if !w.traits.ownKing {
		return false
	}
	if !n.looked {
		n.checks, n.looked = w.game.CheckSquares(&f.pos), true
	}
	return n.checks.Has(&f.pos, m)
}

// enough returns how many moves of a node are searched before quiet ones are skipped.
func (w *worker) enough(n *node) int {
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

// late returns the plain reduction of the next move of a node, in 1024ths of a ply.
func (w *worker) late(n *node) int32 { return w.reduce[min(n.depth, 63)][min(n.moves, 63)] }

// reduction returns by how many plies less the move just played is searched first.
func (w *worker) reduction(n *node, f *frame, m board.Move, noisy bool) int {
	if w.plain || n.depth < 3 || n.moves < 2 || n.pv && n.moves < 4 {
		return 0
	}
	r := int(w.late(n))
	if noisy {
		r = r/2 - 512
	} else {
		r -= w.quietScore(n.ply, f, m, f.slot) / 10
		if m == f.killers[0] || m == f.killers[1] {
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
	if f.inCheck || w.frames[n.ply+1].inCheck {
		r -= 1024
	}
	return max(r, 0) / 1024
}

// extendsCheck reports whether the move just played gives a check worth a ply more.
func (w *worker) extendsCheck(n *node, f *frame, m board.Move) bool {
	return w.frames[n.ply+1].inCheck && n.ply < 2*w.depth && w.eval.Gains(&f.pos, m, 0)
}

// singular searches the node without its table move. Where all else is clearly worse the
// move is extended; where all else is good enough as well the node is cut (multi).
func (w *worker) singular(n *node, f *frame, m board.Move) (extend int, multi bool) {
	if w.plain || n.ply == 0 || n.depth < 7 || f.excluded != board.NoMove || n.entry.Bound&tt.Lower == 0 ||
		int(n.entry.Depth) < n.depth-3 || n.tableValue.IsDecisive() || n.ply >= 2*w.depth {
		return 0, false
	}
	edge := n.tableValue - score.Value(2*n.depth)
	f.excluded = m
	v := w.search(n.ply, (n.depth-1)/2, edge-1, edge, n.cut)
	f.excluded = board.NoMove
	switch {
	case w.aborted:
		return 0, false
	case v < edge:
		return 1, false
	case edge >= n.beta && !n.pv && !v.IsDecisive():
		n.best, n.move = edge, m
		return 0, true
	case n.tableValue >= n.beta:
		return -1, false
	}
	return 0, false
}
