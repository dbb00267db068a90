package retro

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// ending says by which moves a signature may lead to positions that have no state, and so are
// never propagated: positions in which the game has ended by extinction, which have no numbers,
// and positions that a royal pair decides, reached from a signature without one. Initialization
// looks ahead over such moves.
type ending uint8

const (
	byNone    ending = iota // by no move
	byCapture               // by captures of the extinction kinds
	byAny                   // by other moves as well
)

func (r *run) endingOf(s index.Signature) ending {
	extinct, enters := false, false
	for _, next := range r.ix.Successors(s) {
		extinct = extinct || r.ix.Extinct(&next)
		enters = enters || r.ix.HasRoyalPair(&next)
	}
	switch {
	case extinct && r.transmuting || enters && !r.ix.HasRoyalPair(&s):
		return byAny
	case extinct:
		return byCapture
	}
	return byNone
}

// extinctionKinds returns the kinds whose extinction ends the game, and whether other moves than
// captures of these kinds can bring it about: moves by which a piece of them changes its kind,
// and captures of pieces that count as them.
func extinctionKinds(g *board.Game) (kinds []board.Kind, transmuting bool) {
	v := g.Variant()
	for _, letter := range []byte(v.End.Extinct) {
		k, ok := g.KindOf(letter)
		if !ok {
			continue
		}
		kinds = append(kinds, k)
		transmuting = transmuting || g.HasPromotedForm(k) || k == g.Pawn() && len(v.Promote.To) > 0
		for _, piece := range v.Pieces {
			transmuting = transmuting || piece.Promoted == letter
		}
	}
	return kinds, transmuting
}

func (w *worker) initialStates(sh *shard) ([]dtm.Value, error) {
	s := &w.run.signatures[sh.signature]
	states := make([]dtm.Value, sh.size)
	w.cursor.Reset(s.layout)
	for i := range states {
		p, ok := w.cursor.At(sh.first + uint64(i))
		if !ok {
			states[i] = dtm.None
			continue
		}
		v, err := w.initialState(p, s)
		if err != nil {
			return nil, err
		}
		states[i] = v
		w.books.initialized(v, s.images(w.run.ix.Mirrors() && !w.cursor.Self()))
	}
	return states, nil
}

func (w *worker) initialState(p *board.Position, s *signature) (dtm.Value, error) {
	g := w.run.g
	if o := g.Decided(p); o.Over() {
		if s.royalPair {
			return dtm.None, nil // no move leads there from a position in play
		}
		return [...]dtm.Value{endedLost, endedDrawn, endedWon}[1+o.Result], nil
	}
	switch {
	case s.royalPair && w.attacksRoyal(p):
		return wonAtOnce, nil
	case !s.royalPair && (s.ending == byAny || s.ending == byCapture && w.threatensExtinction(p)):
		return w.lookAhead(p)
	}
	n := g.Count(p)
	switch {
	case n == 0:
		return stateWithoutMoves(g.NoMoves(p).Result), nil
	case n > maxMoves:
		return 0, fmt.Errorf("%d moves in one position", n)
	case s.royalPair:
		return w.refuteExposed(p, n), nil
	}
	return dtm.Value(n), nil
}

// attacksRoyal reports whether the side to move can capture the opponent's only royal piece.
func (w *worker) attacksRoyal(p *board.Position) bool {
	theirs := p.Of(p.Turn().Other(), w.run.royal).First()
	return w.run.g.Attackers(p, p.Turn(), theirs, p.Occupied()) != 0
}

// refuteExposed returns the initial state of a position with a royal pair and n moves. It counts
// the moves after which the own royal piece can be captured as refuted, because the positions
// after them are never propagated: they are won at once or have no state. That makes no loss
// too short: in such games nothing is won in 0 plies, so no other move is refuted sooner.
func (w *worker) refuteExposed(p *board.Position, n int) dtm.Value {
	g, us := w.run.g, p.Turn()
	ours := p.Of(us, w.run.royal).First()
	goal := g.Variant().End.FlagZone[us&1]
	if g.HasRays() || goal.Has(ours) || g.Attackers(p, us.Other(), ours, p.Occupied()) != 0 {
		return w.refuteExposedMoves(p, n)
	}
	// Only moves of the royal piece can expose it, or bring it to its goal.
	for to := range g.Targets(p, ours).All() {
		attacked := g.Attackers(p, us.Other(), to, p.Occupied().With(to)) != 0
		switch {
		case goal.Has(to) && !(attacked && g.Variant().End.FlagSafe):
			return dtm.Win + 1
		case attacked:
			n--
		}
	}
	return stateOf(n)
}

// refuteExposedMoves is refuteExposed for positions in which any move may expose the royal
// piece.
func (w *worker) refuteExposedMoves(p *board.Position, n int) dtm.Value {
	g, us := w.run.g, p.Turn()
	ours := p.Of(us, w.run.royal).First()
	g.Moves(p, &w.moves)
	for _, m := range w.moves.All() {
		at := ours
		if m.From() == ours && !m.IsDrop() {
			at = m.To()
		}
		g.Apply(&w.next, p, m)
		switch o := g.Decided(&w.next); {
		case o.Over() && o.Result == rules.Loss:
			return dtm.Win + 1
		case !o.Over() && g.Attackers(&w.next, us.Other(), at, w.next.Occupied()) != 0:
			n--
		}
	}
	return stateOf(n)
}

// stateOf returns the state of a position of which all but n moves lose the royal piece.
func stateOf(n int) dtm.Value {
	if n == 0 {
		return dtm.Loss + 2
	}
	return dtm.Value(n)
}

// stateWithoutMoves returns the state of a position without moves, which has result r.
func stateWithoutMoves(r rules.Result) dtm.Value {
	return [...]dtm.Value{dtm.Loss, drawnAtOnce, dtm.Win}[1+r]
}

// threatensExtinction reports whether the side to move attacks a piece of an extinction kind,
// or any piece en passant.
func (w *worker) threatensExtinction(p *board.Position) bool {
	if p.EnPassant() != geom.NoSquare {
		return true
	}
	them, occ := p.Turn().Other(), p.Occupied()
	for _, k := range w.run.extinction {
		for sq := range p.Of(them, k).All() {
			if w.run.g.Attackers(p, p.Turn(), sq, occ) != 0 {
				return true
			}
		}
	}
	return false
}

// lookAhead returns the initial state of a position with moves to positions that have no state.
// It evaluates those moves itself. If they and other moves that end the game refute all, the
// position is lost.
func (w *worker) lookAhead(p *board.Position) (dtm.Value, error) {
	g := w.run.g
	g.Moves(p, &w.moves)
	if w.moves.Len() == 0 {
		return stateWithoutMoves(g.NoMoves(p).Result), nil
	}
	n, open, plies := dtm.Value(0), 0, dtm.Value(1)
	for _, m := range w.moves.All() {
		g.Apply(&w.next, p, m)
		o, enters := g.Decided(&w.next), w.entersRoyalPair()
		stateless := o.Reason == board.Extinction || o.Over() && enters
		switch {
		case stateless && o.Result == rules.Loss:
			return dtm.Win + 1, nil
		case stateless && o.Result == rules.Win:
			continue
		case enters && w.attacksRoyal(&w.next):
			plies = 2
			continue
		case !o.Over() || o.Result != rules.Win:
			open++
		}
		n++
	}
	if open == 0 {
		return dtm.Loss + plies, nil
	}
	return n, nil
}

// entersRoyalPair reports whether the position after a move has a royal pair.
func (w *worker) entersRoyalPair() bool {
	if w.run.royal == 0 {
		return false
	}
	s := w.run.ix.SignatureOf(&w.next)
	return w.run.ix.HasRoyalPair(&s)
}
