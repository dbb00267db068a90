package search

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/score"
)

// quiesce returns the value of the position at ply once what hangs has been taken: the
// side to move may stand still, or capture, or promote; in check it must look at every
// move. The contract is that of search.
func (w *worker) quiesce(ply, deep int, alpha, beta score.Value) score.Value {
	f := &w.frames[ply]
	f.pvLen = 0
	if w.visit(ply) {
		return 0
	}
	if v, over := w.ended(ply); over {
		return v
	}
	if ply >= maxPly-1 {
		return w.estimate(f)
	}
	n := node{ply: ply, alpha: alpha, beta: beta, pv: beta-alpha > 1, start: alpha, best: -score.Infinite}
	if v, ok := w.probeTT(&n, f); ok {
		return v
	}
	w.assess(&n, f)
	if !f.inCheck {
		if v, stand := w.stand(&n, f); stand {
			return v
		}
	}
	w.captures(&n, f, deep)
	switch {
	case w.aborted:
		return 0
	case n.moves == 0 && (f.inCheck || w.mayBeStuck(f)) && w.game.Count(&f.pos) == 0:
		return decided(w.game.NoMoves(&f.pos), ply)
	}
	w.remember(&n, f)
	return n.best
}

// stand takes the estimate as a value that the side to move can have, and reports whether
// that is enough. A table value of 0 may be the draw of another line: it is not taken, so
// that only draws are reported as 0.
func (w *worker) stand(n *node, f *frame) (score.Value, bool) {
	v := f.static
	if t := n.tableValue; n.known && t != 0 && !t.IsDecisive() &&
		(n.entry.Bound == tt.Lower && t > v || n.entry.Bound == tt.Upper && t < v) {
		v = t
	}
	n.best = v
	if v >= n.beta && !w.mayBeStuck(f) {
		return v, true
	}
	n.alpha = max(n.alpha, v)
	return 0, false
}

// mayBeStuck reports whether it is worth asking if the side to move, not in check, has a
// move at all.
func (w *worker) mayBeStuck(f *frame) bool {
	us := f.pos.Turn()
	return f.pos.Hand(us) == 0 && (!w.traits.ownKing || f.pos.Color(us).Len() <= 4)
}

// captures searches the noisy moves of a node, all moves in check, and quiet checks in the
// first ply.
func (w *worker) captures(n *node, f *frame, deep int) {
	var pk picker
	hash := board.Move(n.entry.Move)
	if hash != board.NoMove && !f.inCheck && !isNoisy(w.game, &f.pos, hash) {
		hash = board.NoMove
	}
	pk.start(w, n.ply, hash)
	pk.only = !f.inCheck
	for {
		m, noisy := pk.next()
		if m == board.NoMove {
			break
		}
		n.moves++
		if n.best > -score.Decisive && !w.worthTaking(n, f, m, noisy, &pk) {
			continue
		}
		w.play(n.ply, m)
		v := -w.quiesce(n.ply+1, deep+1, -n.beta, -n.alpha)
		if w.aborted || w.takes(n, m, v) {
			return
		}
	}
	if deep == 0 && !f.inCheck && w.traits.ownKing {
		w.quietChecks(n, f)
	}
}

// takes is raise for quiescence, which teaches nothing.
func (w *worker) takes(n *node, m board.Move, v score.Value) bool {
	if v > n.best {
		n.best = v
		if v > n.alpha {
			n.alpha, n.move = v, m
			if n.pv {
				w.extendLine(n.ply, m)
			}
		}
	}
	return n.alpha >= n.beta
}

// worthTaking reports whether a move can raise the value of a quiescence node.
func (w *worker) worthTaking(n *node, f *frame, m board.Move, noisy bool, pk *picker) bool {
	if f.inCheck {
		return noisy || n.moves <= 3 || !n.pv && n.best <= n.alpha && n.moves <= 6
	}
	if pk.stage == badNoisy {
		return false
	}
	gain := score.Value(150)
	if f.pos.Occupied().Has(m.To()) {
		gain += score.Value(w.eval.Value(f.pos.KindAt(m.To()), f.pos.Promoted().Has(m.To())))
	}
	return m.IsPromotion() || f.static+gain > n.alpha
}

// quietChecks searches the quiet moves that give check and lose nothing.
func (w *worker) quietChecks(n *node, f *frame) {
	squares := w.game.CheckSquares(&f.pos)
	if squares.None() {
		return
	}
	w.game.Quiet(&f.pos, &f.quiet)
	for i := range f.quiet.Len() {
		m := f.quiet.At(i)
		if !squares.Has(&f.pos, m) || !w.eval.Gains(&f.pos, m, 0) {
			continue
		}
		n.moves++
		w.play(n.ply, m)
		v := -w.quiesce(n.ply+1, 1, -n.beta, -n.alpha)
		if w.aborted || w.takes(n, m, v) {
			return
		}
	}
}
