package proof

import (
	"context"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// reportNodes is how many positions the enumeration adds between two reports.
const reportNodes = 1 << 16

// enumerate lets the enumeration add up to limit positions, for its share of a round, and reports
// whether it knows the position. If so, all goals are certain.
func (r *run) enumerate(ctx context.Context, limit uint64) bool {
	e := r.solver.enumeration
	if e == nil || !r.explore(ctx, limit) {
		return false
	}
	v, _ := e.Value(&r.pos)
	for _, q := range r.goals {
		winner := score.Win
		if q.attacker != r.pos.Turn() {
			winner = score.Loss
		}
		q.certain, q.wins = true, v.Outcome == winner
	}
	return true
}

// explore is enumerate without its effect on goals.
func (r *run) explore(ctx context.Context, limit uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, r.share())
	defer cancel()
	e := r.solver.enumeration
	for {
		before, part := e.Nodes(), min(limit, reportNodes)
		known := e.Explore(ctx, &r.pos, part, r.solver.memory.enumeration())
		limit -= part
		r.enumerated += e.Nodes() - before
		if known || limit == 0 || ctx.Err() != nil || !e.CanGrow(&r.pos) {
			return known
		}
		r.reportSearch(r.goals[0])
	}
}

// enumerateMore is enumerate for a quarter more positions than there are: an enumeration that knows
// much of the game may soon know this position, and then the certificate needs no search.
func (r *run) enumerateMore(ctx context.Context) bool {
	e := r.solver.enumeration
	return e != nil && r.enumerateTo(ctx, e.Nodes()+e.Nodes()/4)
}

// enumerateTo is enumerate until there are most positions in all, or no more fit into memory.
func (r *run) enumerateTo(ctx context.Context, most uint64) bool {
	for e := r.solver.enumeration; e != nil; {
		switch {
		case r.enumerate(ctx, most-min(e.Nodes(), most)):
			return true
		case e.Nodes() >= most || !e.CanGrow(&r.pos) || ctx.Err() != nil:
			return false
		}
	}
	return false
}

// knows reports whether the enumeration knows p.
func (s *Solver) knows(p *board.Position) bool {
	if s.enumeration == nil {
		return false
	}
	_, ok := s.enumeration.Value(p)
	return ok
}

// enumerationBytes returns the memory of the enumeration, or of the search of package pawns in its
// place.
func (s *Solver) enumerationBytes() int64 {
	switch {
	case s.Pawns != nil:
		return s.memory.enumeration()
	case s.enumeration == nil:
		return 0
	}
	return s.enumeration.Bytes()
}
