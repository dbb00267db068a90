package unmove

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// This file takes back the moves of pawns. A pawn on at, or what it has become there, is off
// the board when they are called; squares that leave the board by a shift are masked out.

// pawn takes back single steps and captures to at, whatever else they changed.
func (w *undoing) pawn(at geom.Set, by Change) {
	s := &w.side.steps
	h := hop{w.u.game.Pawn(), 0, by}
	free := w.side.home &^ w.occ
	takers := attackers(s, at) & free
	calm := w.calm()
	w.from(&h, at.Rotate(-s.Up)&s.CanUp&free&calm&w.check.quiet)
	w.captures(&h, takers&calm&w.check.capture, at)
	if w.u.passing && takers != 0 {
		w.enPassant(&h, takers, at)
	}
}

// calm returns the squares from which a pawn does not attack the king that it must not have
// attacked.
func (w *undoing) calm() geom.Set {
	if !w.check.on {
		return every
	}
	return ^attackers(&w.side.steps, geom.Of(w.check.king))
}

// attackers returns the squares from which a pawn that moves by s attacks at.
func attackers(s *board.PawnSteps, at geom.Set) geom.Set {
	return at.Rotate(-s.Left)&s.CanLeft | at.Rotate(-s.Right)&s.CanRight
}

// double takes back a double step to at. It left an en passant square behind if an enemy
// pawn attacks that.
func (w *undoing) double(at geom.Set) {
	s := &w.side.steps
	passed := at.Rotate(-s.Up) & s.Passed & s.CanUp &^ w.occ
	from := passed.Rotate(-s.Up) & w.side.home &^ w.occ & w.calm() & w.check.quiet
	if from != 0 && !w.answered(passed) {
		w.from(&hop{w.u.game.Pawn(), 0, 0}, from)
	}
}

// answered reports whether a pawn of them can capture en passant on passed.
func (w *undoing) answered(passed geom.Set) bool {
	enemy := &w.u.sides[w.them&1]
	return w.u.passing && attackers(&enemy.steps, passed)&w.Of(w.them, w.u.game.Pawn()) != 0
}

// stepPast takes back the double step that passed over ep: nothing else can have been played.
func (w *undoing) stepPast(ep geom.Square) {
	s, passed := &w.side.steps, geom.Of(ep)
	at := passed.Rotate(s.Up)
	if at&s.Keeps != 0 && w.check.without(at) {
		from := passed.Rotate(-s.Up) & w.side.home & w.calm() & w.check.quiet
		w.Remove(w.us, w.u.game.Pawn(), at)
		w.from(&hop{w.u.game.Pawn(), 0, 0}, from)
		w.Place(w.us, w.u.game.Pawn(), at)
	}
}

// enPassant takes back captures en passant to at, as captures does.
func (w *undoing) enPassant(h *hop, takers, at geom.Set) {
	enemy, v := &w.u.sides[w.them&1], w.side.pawn
	victim := at.Rotate(enemy.steps.Up) & enemy.home
	start := at.Rotate(-enemy.steps.Up)
	if at&enemy.steps.Passed == 0 || victim == 0 || (victim|start)&w.occ != 0 || w.stock.Count(v.held) == 0 {
		return
	}
	w.restore(v, victim)
	w.SetEnPassant(at.First())
	for ; takers != 0; takers &= takers - 1 {
		w.Place(w.us, h.kind, takers&-takers)
		if w.sound() && !(w.check.on && w.u.game.OpponentInCheck(&w.Position)) {
			w.visit(&w.Position, h.by|v.by)
		}
		w.Remove(w.us, h.kind, takers&-takers)
	}
	w.SetEnPassant(geom.NoSquare)
	w.remove(v, victim)
}

// passable returns the en passant squares that the draft can have: passed over by a pawn of
// them that still stands before them, and attacked by one of us.
func (w *undoing) passable() geom.Set {
	enemy, s := &w.u.sides[w.them&1].steps, &w.side.steps
	k, occ := w.u.game.Pawn(), w.Occupied()
	passed := w.Of(w.them, k).Rotate(-enemy.Up) & enemy.Passed &^ occ &^ occ.Rotate(enemy.Up)
	if passed == 0 {
		return 0
	}
	own := w.Of(w.us, k)
	return passed & ((own & s.CanLeft).Rotate(s.Left) | (own & s.CanRight).Rotate(s.Right))
}
