package retro

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sort"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// A finished table is sampled at one number in 64, but at least and at most at so many. If one
// value in a thousand is false, the most miss all of them with a probability of 2e-9.
const (
	leastSample = 1000
	maxSample   = 20_000
)

// checkSample plays every move of a sample of positions of the finished table, and returns an error
// unless the values after them imply those of the positions. It knows nothing of predecessors and
// rounds, so it sees a calculation that is wrong as a whole, to which the sums are blind.
func (r *run) checkSample(ctx context.Context, t *table.File) error {
	var ends []uint64 // of the numbers of each signature
	total := uint64(0)
	for i := range r.signatures {
		total += r.signatures[i].layout.Size()
		ends = append(ends, total)
	}
	if total == 0 {
		return nil
	}
	s := sampler{game: r.g, table: t}
	rng := rand.New(rand.NewPCG(total, 0))
	for range min(max(total/64, leastSample), maxSample) {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := rng.Uint64N(total)
		i := sort.Search(len(ends), func(i int) bool { return ends[i] > at })
		layout := r.signatures[i].layout
		if err := s.check(i, layout, at-(ends[i]-layout.Size())); err != nil {
			return err
		}
	}
	return nil
}

// sampler checks positions of a table.
type sampler struct {
	game  *board.Game
	table *table.File
	moves board.List
}

// check checks a number of signature i.
func (s *sampler) check(i int, layout *index.Layout, number uint64) error {
	var p board.Position
	if !layout.Decode(number, &p) || s.game.Decided(&p).Over() {
		return nil
	}
	stored, err := s.table.Value(i, number)
	if err != nil {
		return err
	}
	want, err := s.value(&p)
	if err == nil && stored.Exact() != want {
		err = fmt.Errorf("%w: %s is stored as %v, its moves make it %v", errChanged, solver.FEN(s.game, &p), stored.Exact(), want)
	}
	return err
}

// value returns the value of a position by those after its moves.
func (s *sampler) value(p *board.Position) (score.Exact, error) {
	s.game.Moves(p, &s.moves)
	if s.moves.Len() == 0 {
		return score.Exact{Outcome: score.Outcome(s.game.NoMoves(p).Result)}, nil
	}
	best := score.LossIn(0)
	for _, m := range s.moves.All() {
		var next board.Position
		s.game.Apply(&next, p, m)
		v, err := s.after(&next)
		if err != nil {
			return best, err
		}
		if v = v.Prev(); v.Compare(best) > 0 {
			best = v
		}
	}
	return best, nil
}

// after returns the value of a position after a move, by the rules or the table.
func (s *sampler) after(p *board.Position) (score.Exact, error) {
	if o := s.game.Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, nil
	}
	v, ok, err := s.table.Probe(p)
	if err == nil && !ok {
		err = fmt.Errorf("%w: the table lacks %s", errChanged, solver.FEN(s.game, p))
	}
	return v, err
}
