package proof

import (
	"context"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Charts: what belongs here asks the atlas about the position of a run, and tells what proves
// the answer.

// chart looks up the position in the atlas, after that has met so many more positions, and reports
// whether that answers all questions.
func (r *run) chart(ctx context.Context, limit uint64) bool {
	a := r.solver.atlas
	if a == nil {
		return false
	}
	if !r.explore(ctx, limit) {
		return false
	}
	v, _ := a.Value(&r.pos)
	for _, q := range r.inquiries {
		winner := score.Win
		if q.attacker != r.pos.Turn() {
			winner = score.Loss
		}
		q.certain, q.wins = true, v.Outcome == winner
	}
	return true
}

// explore has the atlas meet so many more positions, for its part of a turn, and reports whether it knows
// the position.
func (r *run) explore(ctx context.Context, limit uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, r.part())
	defer cancel()
	a := r.solver.atlas
	for {
		before, share := a.Nodes(), min(limit, tellOfNodes)
		known := a.Explore(ctx, &r.pos, share, r.solver.memory.atlas())
		limit -= share
		r.charted += a.Nodes() - before
		if known || limit == 0 || ctx.Err() != nil || !a.Grows(&r.pos) {
			return known
		}
		if told := r.inquiries[0].tree.told; told != nil {
			told()
		}
	}
}

// tellOfNodes is how many positions the atlas meets between two looks at whether to tell of it.
const tellOfNodes = 1 << 16

// chartMore is chart for a certificate: an atlas that knows much of the game soon knows this position,
// too, and then its proof needs no search.
func (r *run) chartMore(ctx context.Context) bool {
	a := r.solver.atlas
	return a != nil && r.chartTo(ctx, a.Nodes()+a.Nodes()/4)
}

// chartAll is chart for as long as the atlas grows: where a proof needs most of the positions,
// the atlas has room for more of them.
func (r *run) chartAll(ctx context.Context) bool { return r.chartTo(ctx, noBudget) }

// chartTo is chart until the atlas has met so many positions in all.
func (r *run) chartTo(ctx context.Context, most uint64) bool {
	for a := r.solver.atlas; a != nil; {
		switch {
		case r.chart(ctx, most-min(a.Nodes(), most)):
			return true
		case a.Nodes() >= most || !a.Grows(&r.pos) || ctx.Err() != nil:
			return false
		}
	}
	return false
}

// charted reports whether the atlas knows p.
func (s *Solver) charted(p *board.Position) bool {
	if s.atlas == nil {
		return false
	}
	_, ok := s.atlas.Value(p)
	return ok
}

// atlasBytes returns how many the atlas takes, or the search of package pawns in its place.
func (s *Solver) atlasBytes() int64 {
	switch {
	case s.pawns != nil:
		return s.memory.atlas()
	case s.atlas == nil:
		return 0
	}
	return s.atlas.Bytes()
}

// copyAtlas claims what the atlas knows, unless ctx ends.
func (r *run) copyAtlas(ctx context.Context, a *Answer, q *inquiry) (err error) {
	s, told, claims := r.solver, r.tellOfClaims(q.attacker), 0
	sink := func(p *board.Position, m board.Move, v score.Exact) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		claims++
		told(claims, 0)
		return r.options.Sink(p, m, v)
	}
	if !q.wins {
		return s.atlas.ClaimHolds(s.turned(&q.pos, q.attacker.Other()), sink)
	}
	a.Plies, err = s.atlas.ClaimWins(s.turned(&q.pos, q.attacker), sink)
	if r.pos.Turn() != q.attacker {
		a.Plies++
	}
	return err
}
