package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Certificates: what belongs here tells a Sink all claims that prove an answer. None of them
// rests on anything but the rules: what tables or other knowledge told is worked out here.

var (
	errLost = errors.New("proof: a proof could not be put together again")
	errLong = errors.New("proof: the win takes too many moves for a certificate")
)

// certify tells the sink what proves the answer, if anything is known.
func (r *run) certify(ctx context.Context, a *Answer) error {
	found := false
	if a.answers(r.question) {
		r.saveInTime(r.interval() / 8) // this may take long, too
	}
	defer r.workers[0].heed(ctx)()
	for _, q := range r.inquiries {
		if !worthClaiming(q, a) || q.wins {
			q.drop() // certificates need the memory
		}
	}
	for _, q := range r.inquiries {
		if !worthClaiming(q, a) {
			continue
		}
		found = true
		if err := r.certifyOne(ctx, a, q); err != nil {
			return err
		}
	}
	if !found || r.options.Finish == nil {
		return nil
	}
	return r.options.Finish()
}

// certifyOne claims what was found of one question.
func (r *run) certifyOne(ctx context.Context, a *Answer, q *inquiry) (err error) {
	s := r.solver
	switch {
	case s.charted(&r.pos) || r.chartMore(ctx):
		return r.copyAtlas(ctx, a, q)
	case q.wins:
		err = r.certifyWin(ctx, a, s.turned(&r.pos, q.attacker), q.attacker)
	default:
		err = r.certifyHold(ctx, q)
		q.drop()
	}
	switch {
	case !errors.Is(err, ErrMemory):
		return err
	case r.chartAll(ctx): // of this question nothing has been claimed yet
		return r.copyAtlas(ctx, a, q)
	}
	return cmp.Or(ctx.Err(), err)
}

// worthClaiming reports whether the answer needs what was found: that one side does not win
// says nothing beside the other's win.
func worthClaiming(q *inquiry, a *Answer) bool {
	return q.certain && (q.wins || !a.Exact() || a.Low == score.Draw)
}

// drop forgets the closed set.
func (q *inquiry) drop() { q.set = newClosedSet(q.set.advisor, q.attacker, adviceBudget) }

// certifyWin claims that the attacker wins all roots, and notes the distance.
func (r *run) certifyWin(ctx context.Context, a *Answer, roots []board.Position, attacker board.Color) error {
	g := newWinGraph(r.workers[0], attacker)
	g.most = r.solver.memory.claims(r.solver.atlasBytes(), true)
	g.told = r.tellOfClaims(attacker)
	if err := g.prove(ctx, roots); err != nil {
		return err
	}
	g.shorten(ctx)
	longest := 0
	for i := range roots {
		at, _ := g.number.Of(r.solver.keys.Of(&roots[i], true).Identity)
		longest = max(longest, int(g.nodes[at].plies))
	}
	if longest >= math.MaxUint16 {
		return errLong
	}
	a.Plies = longest
	if r.pos.Turn() != attacker {
		a.Plies++
	}
	return g.claims(ctx, roots, r.options.Sink)
}

// tellOfClaims returns a function that tells of a certificate now and then: of how many positions are
// laid out, and how many of them wait for their moves.
func (r *run) tellOfClaims(attacker board.Color) func(claims, open int) {
	due := paced(tellEvery)
	return func(claims, open int) {
		if r.options.Progress != nil && due() {
			r.options.Progress(Progress{Attacker: attacker, Nodes: r.nodes(), Claims: claims, Open: open, Load: r.solver.table.load1000()})
		}
	}
}

// certifyHold claims that the attacker does not win.
func (r *run) certifyHold(ctx context.Context, q *inquiry) error {
	roots := r.solver.turned(&q.pos, q.attacker.Other())
	set := q.set
	set.most = r.solver.memory.claims(r.solver.atlasBytes(), false)
	for _, other := range r.inquiries {
		if other != q {
			set.most = max(set.most-len(other.set.nodes), fewMembers)
		}
	}
	switch holds, certain := set.build(ctx, roots, set.most); {
	case ctx.Err() != nil:
		return ctx.Err()
	case !certain:
		return fmt.Errorf("%w: more than %d", ErrMemory, set.most)
	case !holds:
		return errLost
	}
	return set.claims(ctx, roots, r.options.Sink)
}

// walk calls claim for each position of a proof that the roots need, once, and goes on with
// what comes up after all answers to the move that it returns, unless ctx ends.
func (s *Solver) walk(ctx context.Context, roots []board.Position, attacking bool, claim func(*board.Position) (board.Move, error)) error {
	seen := map[uint64]bool{}
	var all []board.Position
	visit := func(p *board.Position) {
		id := s.keys.Image(p, attacking)
		if !seen[id] {
			seen[id] = true
			all = append(all, *p)
		}
	}
	for i := range roots {
		visit(&roots[i])
	}
	var l board.List
	for len(all) > 0 {
		p := all[len(all)-1]
		all = all[:len(all)-1]
		m, err := claim(&p)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		var next, y board.Position
		s.game.Apply(&next, &p, m)
		s.game.Moves(&next, &l)
		for _, answer := range l.All() {
			s.game.Apply(&y, &next, answer)
			if !s.over(&y) {
				visit(&y)
			}
		}
	}
	return nil
}

// sameBoard reports whether two positions differ in their counters at most.
func sameBoard(p, q *board.Position) bool {
	return p.Key() == q.Key() && p.Color(board.White) == q.Color(board.White) && p.Turn() == q.Turn()
}

// Value returns the answer as an exact value, where it is one. Without a certificate nobody has counted the
// plies to the end, and they are 0.
func (a *Answer) Value() (score.Exact, bool) {
	return score.Exact{Outcome: a.Low, Plies: uint16(a.Plies)}, a.Exact()
}
