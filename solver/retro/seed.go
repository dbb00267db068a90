package retro

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/index"
)

// Seeding: what belongs here gives every number its first state, by looking forward one
// ply at most.

// ending tells in which way a move from a slice may end the game by extinction. Positions
// after it have no numbers, so that it must be seen from before.
type ending uint8

const (
	endless   ending = iota // it may not
	byCapture               // by capture of a man of the kinds that matter
	byAny                   // by other moves as well
)

// endingOf returns the ending of a slice.
func (r *run) endingOf(s index.Slice) ending {
	extinct := false
	for _, next := range r.ix.Successors(s) {
		extinct = extinct || r.ix.Extinct(&next)
	}
	switch {
	case !extinct:
		return endless
	case r.losesOwn:
		return byAny
	}
	return byCapture
}

// vitalKinds returns the kinds of which the last ones must not go, and whether a move can take
// away one's own.
func vitalKinds(g *board.Game) (kinds []board.Kind, losesOwn bool) {
	for _, letter := range []byte(g.Variant().End.Extinct) {
		k, ok := g.KindOf(letter)
		if !ok {
			continue
		}
		kinds = append(kinds, k)
		losesOwn = losesOwn || g.Turns(k) || k == g.Pawn() && len(g.Variant().Promote.To) > 0
	}
	return kinds, losesOwn
}

// seed returns the first states of the numbers of sh.
func (w *worker) seed(sh *shard) ([]tb.Value, error) {
	s := &w.run.slices[sh.slice]
	states := make([]tb.Value, sh.size)
	w.cursor.Reset(s.table)
	for i := range states {
		p, ok := w.cursor.At(sh.first + uint64(i))
		if !ok {
			states[i] = tb.None
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
func (w *worker) first(p *board.Position, s *slice) (tb.Value, error) {
	g := w.run.g
	if o := g.Decided(p); o.Over() {
		if s.settles {
			return tb.None, nil // no move leads there from where the game goes on
		}
		return [...]tb.Value{endedLost, endedDrawn, endedWon}[1+o.Result], nil
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
	return tb.Value(n), nil
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
func (w *worker) settle(p *board.Position, n int) tb.Value {
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
			return tb.Win + 1
		case attacked:
			n--
		}
	}
	return countdown(n)
}

// settleAll is settle with a look at every move.
func (w *worker) settleAll(p *board.Position, n int) tb.Value {
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
			return tb.Win + 1
		case !o.Over() && g.Attackers(&w.next, us.Other(), at, w.next.Occupied()) != 0:
			n--
		}
	}
	return countdown(n)
}

// countdown returns the state of a position with n moves left after those refuted at once.
func countdown(n int) tb.Value {
	if n == 0 {
		return tb.Loss + 2
	}
	return tb.Value(n)
}

// atOnce returns the state of a position that is at its end without a goal reached.
func atOnce(r rules.Result) tb.Value {
	return [...]tb.Value{tb.Loss, drawnAtOnce, tb.Win}[1+r]
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

// look counts the moves of a position of which some may end the game by extinction.
func (w *worker) look(p *board.Position) (tb.Value, error) {
	g := w.run.g
	g.Moves(p, &w.moves)
	if w.moves.Len() == 0 {
		return atOnce(g.NoMoves(p).Result), nil
	}
	n := tb.Value(0)
	for _, m := range w.moves.All() {
		g.Apply(&w.next, p, m)
		switch o := g.Decided(&w.next); {
		case o.Reason != board.Extinction:
			n++
		case o.Result == rules.Loss:
			return tb.Win + 1, nil
		case o.Result == rules.Draw:
			n++
		}
	}
	if n == 0 {
		return tb.Loss + 1, nil
	}
	return n, nil
}
