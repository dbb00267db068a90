// Package unmove reverses moves: it finds the positions from which one legal move leads to a
// position.
//
// It starts from each piece of the side that moved, on the square where its move may have ended:
//
//	quiet move   the piece came from a square that is empty now, and its target was empty
//	capture      the same, and a piece of the opponent was on the target: one of a kind in the
//	             mover's hand where captured pieces change sides, of any kind elsewhere
//	promotion    either of these, and the piece was a pawn or not promoted
//	drop         the piece returns to the hand
//	en passant   the captured pawn was beside the target
//
// A predecessor may have had an en passant square that its move did not use. It cannot be inferred
// from the position, so each possible one makes a predecessor of its own.
//
// Castling is not reversed, and no predecessor has castling rights: tables have no such positions.
package unmove

import (
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Unmover reverses the moves of one game. It is immutable and may be shared between goroutines.
type Unmover struct {
	game      *board.Game
	sides     [2]side // by the colour of the mover
	fileLimit fileLimit
	captures  bool // captured pieces go to the captor's hand
	drops     bool
	passing   bool // there is en passant
	pool      *sync.Pool
}

// New returns the unmover of g. It takes as long as compiling the game.
func New(g *board.Game) *Unmover {
	return &Unmover{
		game:      g,
		sides:     [2]side{newSide(g, board.White), newSide(g, board.Black)},
		fileLimit: newFileLimit(g),
		captures:  g.HasCaptures(),
		drops:     g.HasDrops(),
		passing:   g.Pawn() != 0 && g.Variant().Pawn.EnPassant,
		pool:      &sync.Pool{New: func() any { return new(scratch) }},
	}
}

// Before calls visit for every position q from which a legal move leads to p, once for each such
// move, and also for such positions in which a flag or an extinction has already ended the game:
// callers recognize these more cheaply. Before ignores castling rights of p.
//
// The position q is valid during the call only. It has no key, the counters of a new game and no
// castling rights; otherwise it is one that package setup would make. Before allocates nothing.
func (u *Unmover) Before(p *board.Position, visit func(q *board.Position, by Change)) {
	s := u.pool.Get().(*scratch)
	us := p.Turn().Other()
	w := reversal{Builder: &s.draft, u: u, side: &u.sides[us&1], visit: visit, us: us, them: us.Other(), occ: p.Occupied()}
	w.Position = *p
	w.ResetCounters()
	w.SetTurn(us)
	w.SetEnPassant(geom.NoSquare)
	w.stock = p.Hand(us)
	if !u.captures {
		w.stock = ^board.Hand(0)
		if u.drops && w.occ.Len()+p.Hand(us).Len()+p.Hand(us^1).Len() >= board.MaxUnits {
			w.stock = 0
		}
	}
	w.check = check{quiet: anywhere, capture: anywhere}
	if u.game.HasKing() {
		w.check.find(u.game, p, &s.rays)
	}
	w.filtered = w.check.each || u.passing
	if p.EnPassant() == geom.NoSquare {
		w.all()
	} else {
		w.doublePast(p.EnPassant())
	}
	u.pool.Put(s)
}

// scratch is the memory of one call of Before.
type scratch struct {
	draft board.Builder
	rays  board.KingRayList
}

// reversal is the state of one call of Before.
type reversal struct {
	*board.Builder // p, changed to each q and back
	u              *Unmover
	side           *side
	visit          func(q *board.Position, by Change)
	us, them       board.Color // us has moved
	occ            geom.Set    // of p
	stock          board.Hand  // the kinds that can have been captured
	check          check
	filtered       bool // not every predecessor is legal, or it may have en passant squares
}

// all reverses every move but a double step that can be captured en passant.
func (w *reversal) all() {
	own, promoted := w.Color(w.us), w.Promoted()
	for i := range w.side.pieces {
		m := &w.side.pieces[i]
		for set := own & w.Kind(m.kind) & (promoted ^ ^m.marked); set != 0; set &= set - 1 {
			w.piece(m, set.First())
		}
	}
}

// piece reverses every move that the piece on sq, one of m, can have made.
func (w *reversal) piece(m *pieces, sq geom.Square) {
	at := geom.Of(sq)
	if !w.check.without(at) {
		return
	}
	w.Remove(w.us, m.kind, at)
	w.TogglePromoted(at & m.marked)
	switch {
	case m.plain == nil:
		if m.arrives.Has(sq) {
			w.pawn(at, 0)
			w.double(at)
		}
	case m.arrives.Has(sq):
		w.steps(m.plain, &origin{m.kind, m.marked, 0}, sq, m.leaves)
	}
	if m.turning != nil {
		leaves := anywhere
		if !w.side.zone.Has(sq) {
			leaves = w.side.zone
		}
		w.steps(m.turning, &origin{m.kind, 0, promotionOf(m.kind)}, sq, leaves)
	}
	if m.born.Has(sq) {
		w.pawn(at, promotionTo(m.kind))
	}
	if m.drops.Has(sq) && w.check.quiet == anywhere && w.mayDrop(m.kind, sq) {
		w.AddToHand(w.us, m.kind, 1)
		w.emit(dropOf(m.kind))
		w.AddToHand(w.us, m.kind, -1)
	}
	w.Place(w.us, m.kind, at)
	w.TogglePromoted(at & m.marked)
}

// mayDrop reports whether a piece of kind k could be dropped on sq next to others on its file.
func (w *reversal) mayDrop(k board.Kind, sq geom.Square) bool {
	l := &w.u.fileLimit
	return l.kind != k || (w.Of(w.us, k)&^w.Promoted()&l.file[sq&63]).Len() < l.count
}

// origin is a piece before its move, and what the move changed.
type origin struct {
	kind   board.Kind
	marked geom.Set
	by     Change
}

// steps reverses the moves to sq of a piece other than a pawn, which has been removed from there;
// leaves is where it may have come from.
func (w *reversal) steps(r *retreat, h *origin, sq geom.Square, leaves geom.Set) {
	leaves &^= w.occ
	quiet, capture := r.from(sq, w.occ)
	quiet &= leaves & w.check.quiet
	capture &= leaves & w.check.capture
	if w.check.on {
		quiet &^= r.capture.From(w.check.king, w.occ.Without(sq))
		capture &^= r.capture.From(w.check.king, w.occ)
	}
	w.emitFrom(h, quiet)
	w.captures(h, capture, geom.Of(sq))
}

// captures reverses captures on at by h from each of squares.
func (w *reversal) captures(h *origin, squares, at geom.Set) {
	if squares == 0 {
		return
	}
	for i := range w.side.victims {
		v := &w.side.victims[i]
		if v.home&at != 0 && w.stock.Count(v.held) != 0 {
			w.restoreVictim(v, at)
			w.emitFrom(&origin{h.kind, h.marked, h.by | v.by}, squares)
			w.removeVictim(v, at)
		}
	}
}

// emitFrom emits the predecessors with h on each of squares.
func (w *reversal) emitFrom(h *origin, squares geom.Set) {
	for ; squares != 0; squares &= squares - 1 {
		at := squares & -squares
		w.Place(w.us, h.kind, at)
		w.TogglePromoted(at & h.marked)
		if w.filtered {
			w.emit(h.by)
		} else {
			w.visit(&w.Position, h.by)
		}
		w.Remove(w.us, h.kind, at)
		w.TogglePromoted(at & h.marked)
	}
}

// restoreVictim puts v, captured on at, back there, from the mover's hand if it went there.
func (w *reversal) restoreVictim(v *victim, at geom.Set) {
	w.Place(w.them, v.kind, at)
	w.TogglePromoted(at & v.marked)
	if w.u.captures {
		w.AddToHand(w.us, v.held, -1)
	}
}

// removeVictim undoes restoreVictim.
func (w *reversal) removeVictim(v *victim, at geom.Set) {
	w.Remove(w.them, v.kind, at)
	w.TogglePromoted(at & v.marked)
	if w.u.captures {
		w.AddToHand(w.us, v.held, 1)
	}
}

// emit visits the predecessor if it is legal, also with every en passant square that it can have.
func (w *reversal) emit(by Change) {
	if !w.legal() {
		return
	}
	w.visit(&w.Position, by)
	if w.u.passing {
		for maybe := w.passedSquares(); maybe != 0; maybe &= maybe - 1 {
			w.SetEnPassant(maybe.First())
			w.visit(&w.Position, by)
			w.SetEnPassant(geom.NoSquare)
		}
	}
}

// legal reports whether the side to move of p is not in check in the predecessor, if find could
// not decide that beforehand.
func (w *reversal) legal() bool { return !(w.check.each && w.u.game.OpponentInCheck(&w.Position)) }
