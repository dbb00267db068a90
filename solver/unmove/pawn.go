package unmove

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// pawn reverses single steps and captures to at by a pawn, or what it has promoted to, which has
// been removed from there. by is what else the move changed.
func (w *reversal) pawn(at geom.Set, by Change) {
	s := &w.side.steps
	h := origin{w.u.game.Pawn(), 0, by}
	free := w.side.home &^ w.occ
	takers := attackers(s, at) & free
	safe := w.safe()
	w.emitFrom(&h, at.Rotate(-s.Up)&s.CanUp&free&safe&w.check.quiet)
	w.captures(&h, takers&safe&w.check.capture, at)
	if w.u.passing && takers != 0 {
		w.enPassant(&h, takers, at)
	}
}

// safe returns the squares from which a pawn does not attack the king of the side to move in p.
func (w *reversal) safe() geom.Set {
	if !w.check.on {
		return anywhere
	}
	return ^attackers(&w.side.steps, geom.Of(w.check.king))
}

// attackers returns the squares from which a pawn with the given steps attacks at.
func attackers(s *board.PawnSteps, at geom.Set) geom.Set {
	return at.Rotate(-s.Left)&s.CanLeft | at.Rotate(-s.Right)&s.CanRight
}

// double reverses a double step to at that left no en passant square behind, because no pawn
// attacks the square passed over.
func (w *reversal) double(at geom.Set) {
	s := &w.side.steps
	passed := at.Rotate(-s.Up) & s.Passed & s.CanUp &^ w.occ
	from := passed.Rotate(-s.Up) & w.side.home &^ w.occ & w.safe() & w.check.quiet
	if from != 0 && !w.answerable(passed) {
		w.emitFrom(&origin{w.u.game.Pawn(), 0, 0}, from)
	}
}

// answerable reports whether a pawn of them can capture en passant on passed.
func (w *reversal) answerable(passed geom.Set) bool {
	enemy := &w.u.sides[w.them&1]
	return w.u.passing && attackers(&enemy.steps, passed)&w.Of(w.them, w.u.game.Pawn()) != 0
}

// doublePast reverses the double step over ep, the only move that leads to p then.
func (w *reversal) doublePast(ep geom.Square) {
	s, passed := &w.side.steps, geom.Of(ep)
	at := passed.Rotate(s.Up)
	if at&s.Keeps != 0 && w.check.without(at) {
		from := passed.Rotate(-s.Up) & w.side.home & w.safe() & w.check.quiet
		w.Remove(w.us, w.u.game.Pawn(), at)
		w.emitFrom(&origin{w.u.game.Pawn(), 0, 0}, from)
		w.Place(w.us, w.u.game.Pawn(), at)
	}
}

// enPassant reverses captures en passant to at.
func (w *reversal) enPassant(h *origin, takers, at geom.Set) {
	enemy, v := &w.u.sides[w.them&1], w.side.pawn
	victim := at.Rotate(enemy.steps.Up) & enemy.home
	start := at.Rotate(-enemy.steps.Up)
	if at&enemy.steps.Passed == 0 || victim == 0 || (victim|start)&w.occ != 0 || w.stock.Count(v.held) == 0 {
		return
	}
	w.restoreVictim(v, victim)
	w.SetEnPassant(at.First())
	for ; takers != 0; takers &= takers - 1 {
		w.Place(w.us, h.kind, takers&-takers)
		if w.legal() && !(w.check.on && w.u.game.OpponentInCheck(&w.Position)) {
			w.visit(&w.Position, h.by|v.by)
		}
		w.Remove(w.us, h.kind, takers&-takers)
	}
	w.SetEnPassant(geom.NoSquare)
	w.removeVictim(v, victim)
}

// passedSquares returns the en passant squares that the predecessor can have: passed over by a
// pawn of them, and attacked by one of us.
func (w *reversal) passedSquares() geom.Set {
	enemy, s := &w.u.sides[w.them&1].steps, &w.side.steps
	k, occ := w.u.game.Pawn(), w.Occupied()
	passed := w.Of(w.them, k).Rotate(-enemy.Up) & enemy.Passed &^ occ &^ occ.Rotate(enemy.Up)
	if passed == 0 {
		return 0
	}
	own := w.Of(w.us, k)
	return passed & ((own & s.CanLeft).Rotate(s.Left) | (own & s.CanRight).Rotate(s.Right))
}
