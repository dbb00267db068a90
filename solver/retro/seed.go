package retro

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// Seeding: what belongs here gives every number its first state, by looking forward one
// ply at most.

// ending tells in which way a move from a slice may lead to a position that sends no word, so
// that it must be seen from before: where the game has ended by extinction, as there are no
// numbers, or from where vital men do not lead to where they do, as most is settled there.
type ending uint8

const (
	endless   ending = iota // it may not
	byCapture               // by capture of a man of the kinds that matter
	byAny                   // by other moves as well
)

// endingOf returns the ending of a slice.
func (r *run) endingOf(s index.Signature) ending {
	extinct, enters := false, false
	for _, next := range r.ix.Successors(s) {
		extinct = extinct || r.ix.Extinct(&next)
		enters = enters || r.ix.HasRoyalPair(&next)
	}
	switch {
	case extinct && r.changing || enters && !r.ix.HasRoyalPair(&s):
		return byAny
	case extinct:
		return byCapture
	}
	return endless
}

// vitalKinds returns the kinds of which the last ones must not go, and whether more than a
// capture of a man of these kinds can take them away: a move of one's own by which one becomes
// something else, or the capture of a man that only counts as one.
func vitalKinds(g *board.Game) (kinds []board.Kind, changing bool) {
	v := g.Variant()
	for _, letter := range []byte(v.End.Extinct) {
		k, ok := g.KindOf(letter)
		if !ok {
			continue
		}
		kinds = append(kinds, k)
		changing = changing || g.HasPromotedForm(k) || k == g.Pawn() && len(v.Promote.To) > 0
		for _, piece := range v.Pieces {
			changing = changing || piece.Promoted == letter
		}
	}
	return kinds, changing
}

// seed returns the first states of the numbers of sh.
func (w *worker) seed(sh *shard) ([]dtm.Value, error) {
	s := &w.run.slices[sh.slice]
	states := make([]dtm.Value, sh.size)
	w.cursor.Reset(s.table)
	for i := range states {
		p, ok := w.cursor.At(sh.first + uint64(i))
		if !ok {
			states[i] = dtm.None
			continue
		}
		v, err := w.first(p, s)
		if err != nil {
			return nil, err
		}
		states[i] = v
	}
	return states, nil
}

// first returns the first state of a position.
func (w *worker) first(p *board.Position, s *slice) (dtm.Value, error) {
	g := w.run.g
	if o := g.Decided(p); o.Over() {
		if s.settles {
			return dtm.None, nil // no move leads there from where the game goes on
		}
		return [...]dtm.Value{endedLost, endedDrawn, endedWon}[1+o.Result], nil
	}
	switch {
	case s.settles && w.takesVital(p):
		return wonAtOnce, nil
	case !s.settles && (s.ending == byAny || s.ending == byCapture && w.threatens(p)):
		return w.look(p)
	}
	n := g.Count(p)
	switch {
	case n == 0:
		return atOnce(g.NoMoves(p).Result), nil
	case n > maxMoves:
		return 0, fmt.Errorf("%d moves in one position", n)
	case s.settles:
		return w.settle(p, n), nil
	}
	return dtm.Value(n), nil
}

// takesVital reports whether the side to move can take the other's only vital man.
func (w *worker) takesVital(p *board.Position) bool {
	theirs := p.Of(p.Turn().Other(), w.run.leader).First()
	return w.run.g.Attackers(p, p.Turn(), theirs, p.Occupied()) != 0
}

// settle returns the first state of a position with n moves, where vital men lead. A move
// after which the own vital man can be taken is refuted from the start: positions won so never
// send word, and those that the pair settles have no state. That cannot make a loss too short,
// for in such games nothing is won in 0 plies, and so no other move refuted sooner.
func (w *worker) settle(p *board.Position, n int) dtm.Value {
	g, us := w.run.g, p.Turn()
	ours := p.Of(us, w.run.leader).First()
	goal := g.Variant().End.FlagZone[us&1]
	if g.HasRays() || goal.Has(ours) || g.Attackers(p, us.Other(), ours, p.Occupied()) != 0 {
		return w.settleAll(p, n)
	}
	// Only moves of the vital man itself can bring it into danger, or to its goal.
	for to := range g.Targets(p, ours).All() {
		attacked := g.Attackers(p, us.Other(), to, p.Occupied().With(to)) != 0
		switch {
		case goal.Has(to) && !(attacked && g.Variant().End.FlagSafe):
			return dtm.Win + 1
		case attacked:
			n--
		}
	}
	return countdown(n)
}

// settleAll is settle with a look at every move.
func (w *worker) settleAll(p *board.Position, n int) dtm.Value {
	g, us := w.run.g, p.Turn()
	ours := p.Of(us, w.run.leader).First()
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
	return countdown(n)
}

// countdown returns the state of a position with n moves left after those refuted at once.
func countdown(n int) dtm.Value {
	if n == 0 {
		return dtm.Loss + 2
	}
	return dtm.Value(n)
}

// atOnce returns the state of a position that is at its end without a goal reached.
func atOnce(r rules.Result) dtm.Value {
	return [...]dtm.Value{dtm.Loss, drawnAtOnce, dtm.Win}[1+r]
}

// threatens reports whether the side to move attacks a man of a vital kind, or any man en
// passant.
func (w *worker) threatens(p *board.Position) bool {
	if p.EnPassant() != geom.NoSquare {
		return true
	}
	them, occ := p.Turn().Other(), p.Occupied()
	for _, k := range w.run.vital {
		for sq := range p.Of(them, k).All() {
			if w.run.g.Attackers(p, p.Turn(), sq, occ) != 0 {
				return true
			}
		}
	}
	return false
}

// look counts the moves of a position of which some may lead to where nothing sends word: an
// end by extinction, or a position that vital men settle. These are told from here; if with
// them every move is refuted the position is lost at once, since nothing else is known yet of
// the others but that some have ended the game, too.
func (w *worker) look(p *board.Position) (dtm.Value, error) {
	g := w.run.g
	g.Moves(p, &w.moves)
	if w.moves.Len() == 0 {
		return atOnce(g.NoMoves(p).Result), nil
	}
	n, open, plies := dtm.Value(0), 0, dtm.Value(1)
	for _, m := range w.moves.All() {
		g.Apply(&w.next, p, m)
		o, enters := g.Decided(&w.next), w.enters()
		silent := o.Reason == board.Extinction || o.Over() && enters
		switch {
		case silent && o.Result == rules.Loss:
			return dtm.Win + 1, nil
		case silent && o.Result == rules.Win:
			continue
		case enters && w.takesVital(&w.next):
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

// enters reports whether vital men lead in the position after a move.
func (w *worker) enters() bool {
	if w.run.leader == 0 {
		return false
	}
	s := w.run.ix.SignatureOf(&w.next)
	return w.run.ix.HasRoyalPair(&s)
}
