// Package unmove takes moves back: from a position it finds those that lead to it by one
// legal move. What belongs here is everything that the core can do, done backward; what the
// core does not do forward is found nowhere here, and tests compare the two edge by edge.
//
// Going back, a move is told by the man that made it, which stands where it ended, and by
// what that move may have changed:
//
//	it stepped      the man came from a square that is empty now; its target was empty
//	it captured     the same, and a man of the opponent stood on the target: one of the
//	                mover's hand where captured men change sides, any at all elsewhere
//	it promoted     either, and the man was a pawn, or had not been turned over
//	it was dropped  the man goes back to the hand
//	en passant      the pawn captured stood beside the target
//
// A predecessor may have had an en passant square that its move did not use. Nothing in the
// position tells, so each is a predecessor of its own.
//
// Castling is not taken back, and no predecessor has the right to castle: positions with
// rights belong to no table.
package unmove

import (
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Unmover takes back the moves of one game. It is immutable, and shared between any number of
// goroutines.
type Unmover struct {
	game     *board.Game
	sides    [2]side // by the colour of the mover
	lone     lone
	captures bool // captured men go to the captor's hand
	drops    bool
	ends     bool // games may end while there are moves left
	passing  bool // there is en passant
	memory   *sync.Pool
}

// New returns the unmover of g. It takes as long as compiling the game.
func New(g *board.Game) *Unmover {
	return &Unmover{
		game:     g,
		sides:    [2]side{newSide(g, board.White), newSide(g, board.Black)},
		lone:     newLone(g),
		captures: g.HasCaptures(),
		drops:    g.HasDrops(),
		ends:     endsEarly(g.Variant()),
		passing:  g.Pawn() != 0 && g.Variant().Pawn.EnPassant,
		memory:   &sync.Pool{New: func() any { return new(scratch) }},
	}
}

// Before calls visit for every position q from which a legal move leads to p, once for each
// such move. Castling rights of p are not looked at.
//
// The position that visit gets is a draft: its key is not valid, its counters are those of a
// new game, it has no castling rights, and it is there only during the call. Otherwise it is
// one that board.New would make, in which the game is not over. Before allocates nothing.
func (u *Unmover) Before(p *board.Position, visit func(q *board.Position, by Change)) {
	u.run(p, visit, u.ends)
}

// Pseudo is Before without the look whether the game is over in q by a flag or an extinction:
// for callers who know such positions by other means.
func (u *Unmover) Pseudo(p *board.Position, visit func(q *board.Position, by Change)) {
	u.run(p, visit, false)
}

// scratch is the memory of one call of Before.
type scratch struct {
	draft board.Builder
	aims  board.KingRayList
}

// undoing is one call of Before.
type undoing struct {
	*board.Builder // being edited from p to each q and back
	u              *Unmover
	side           *side
	visit          func(q *board.Position, by Change)
	us, them       board.Color // us made the move
	occ            geom.Set    // the men of p
	stock          board.Hand  // of what kinds there is one that can have been captured
	check          check
	ends           bool // nor may the game be over in a predecessor
	picky          bool // a predecessor needs a look before it is visited
}

func (u *Unmover) run(p *board.Position, visit func(q *board.Position, by Change), ends bool) {
	s := u.memory.Get().(*scratch)
	us := p.Turn().Other()
	w := undoing{Builder: &s.draft, u: u, side: &u.sides[us&1], visit: visit, us: us, them: us.Other(), occ: p.Occupied()}
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
	w.check = check{quiet: every, capture: every}
	if u.game.HasKing() {
		w.check.look(u.game, p, &s.aims)
	}
	w.ends, w.picky = ends, w.check.each || ends || u.passing
	if p.EnPassant() == geom.NoSquare {
		w.all()
	} else {
		w.stepPast(p.EnPassant())
	}
	u.memory.Put(s)
}

// all takes back every move but a double step that can be answered en passant.
func (w *undoing) all() {
	own, promoted := w.Color(w.us), w.Promoted()
	for i := range w.side.men {
		m := &w.side.men[i]
		for men := own & w.Kind(m.kind) & (promoted ^ ^m.marks); men != 0; men &= men - 1 {
			w.man(m, men.First())
		}
	}
}

// man takes back every move that the man on sq, one of m, can have made.
func (w *undoing) man(m *man, sq geom.Square) {
	at := geom.Of(sq)
	if !w.check.without(at) {
		return
	}
	w.Remove(w.us, m.kind, at)
	w.TogglePromoted(at & m.marks)
	switch {
	case m.plain == nil:
		if m.arrives.Has(sq) {
			w.pawn(at, 0)
			w.double(at)
		}
	case m.arrives.Has(sq):
		w.steps(m.plain, &hop{m.kind, m.marks, 0}, sq, m.leaves)
	}
	if m.turning != nil {
		leaves := every
		if !w.side.zone.Has(sq) {
			leaves = w.side.zone
		}
		w.steps(m.turning, &hop{m.kind, 0, turningOf(m.kind)}, sq, leaves)
	}
	if m.born.Has(sq) {
		w.pawn(at, promotionTo(m.kind))
	}
	if m.drops.Has(sq) && w.check.quiet == every && w.mayDrop(m.kind, sq) {
		w.AddToHand(w.us, m.kind, 1)
		w.found(dropOf(m.kind))
		w.AddToHand(w.us, m.kind, -1)
	}
	w.Place(w.us, m.kind, at)
	w.TogglePromoted(at & m.marks)
}

// mayDrop reports whether the company on its file let a man of kind k drop on sq.
func (w *undoing) mayDrop(k board.Kind, sq geom.Square) bool {
	l := &w.u.lone
	return l.kind != k || (w.Of(w.us, k)&^w.Promoted()&l.file[sq&63]).Len() < l.count
}

// hop is a man that is put back where it came from, and what its move changed.
type hop struct {
	kind  board.Kind
	marks geom.Set
	by    Change
}

// steps takes back the moves to sq of a man no pawn, which is off the board now; leaves is
// where it may have come from.
func (w *undoing) steps(r *retreat, h *hop, sq geom.Square, leaves geom.Set) {
	leaves &^= w.occ
	quiet, capture := r.from(sq, w.occ)
	quiet &= leaves & w.check.quiet
	capture &= leaves & w.check.capture
	if w.check.on {
		quiet &^= r.capture.From(w.check.king, w.occ.Without(sq))
		capture &^= r.capture.From(w.check.king, w.occ)
	}
	w.from(h, quiet)
	w.captures(h, capture, geom.Of(sq))
}

// captures takes back captures on at by h from each of squares.
func (w *undoing) captures(h *hop, squares, at geom.Set) {
	if squares == 0 {
		return
	}
	for i := range w.side.victims {
		v := &w.side.victims[i]
		if v.home&at != 0 && w.stock.Count(v.held) != 0 {
			w.restore(v, at)
			w.from(&hop{h.kind, h.marks, h.by | v.by}, squares)
			w.remove(v, at)
		}
	}
}

// from puts h back on each of squares in turn.
func (w *undoing) from(h *hop, squares geom.Set) {
	for ; squares != 0; squares &= squares - 1 {
		at := squares & -squares
		w.Place(w.us, h.kind, at)
		w.TogglePromoted(at & h.marks)
		if w.picky {
			w.found(h.by)
		} else {
			w.visit(&w.Position, h.by)
		}
		w.Remove(w.us, h.kind, at)
		w.TogglePromoted(at & h.marks)
	}
}

// restore puts v, captured on at, back there, out of the mover's hand where it went there.
func (w *undoing) restore(v *victim, at geom.Set) {
	w.Place(w.them, v.kind, at)
	w.TogglePromoted(at & v.marks)
	if w.u.captures {
		w.AddToHand(w.us, v.held, -1)
	}
}

// remove undoes restore.
func (w *undoing) remove(v *victim, at geom.Set) {
	w.Remove(w.them, v.kind, at)
	w.TogglePromoted(at & v.marks)
	if w.u.captures {
		w.AddToHand(w.us, v.held, 1)
	}
}

// found visits the draft, if it is a position in which the game goes on, with every en
// passant square it can have.
func (w *undoing) found(by Change) {
	if !w.sound() {
		return
	}
	w.visit(&w.Position, by)
	if w.u.passing {
		for maybe := w.passable(); maybe != 0; maybe &= maybe - 1 {
			w.SetEnPassant(maybe.First())
			w.visit(&w.Position, by)
			w.SetEnPassant(geom.NoSquare)
		}
	}
}

// sound reports whether a move can be made in the draft.
func (w *undoing) sound() bool {
	return !(w.check.each && w.u.game.OpponentInCheck(&w.Position)) && !(w.ends && w.u.game.Decided(&w.Position).Over())
}
