package brute

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Solve returns the value of every position, in the order of the space: the distance to the
// end of the game in plies where it can be forced, the winner hurrying and the loser
// delaying, and a draw where it cannot. A game that repeats itself is drawn, and no move
// limit counts. A move out of the space must end the game at once by a flag or an
// extinction; any other is an error.
func (s *Space) Solve() ([]score.Exact, error) {
	r := solution{values: make([]score.Exact, s.Len()+len(ends)), first: make([]int, 1, s.Len()+1)}
	for i, end := range ends {
		r.values[s.Len()+i] = end
	}
	for i := range s.positions {
		if err := s.expand(i, &r); err != nil {
			return nil, err
		}
	}
	// A round settles the positions of one more ply. Each rests on one of the round before,
	// so a round that settles nothing is the last; only the first rests on ends as well.
	for plies, settled := 1, true; settled; plies++ {
		settled = r.round(plies)
	}
	return r.values[:s.Len()], nil
}

// ends are the values of games that are over: behind those of all positions stand these, to
// which moves out of the space lead.
var ends = [...]score.Exact{score.LossIn(0), {}, score.WinIn(0)}

// solution is a space being solved.
type solution struct {
	values     []score.Exact // by position, then the ends
	successors []int32       // of position 0, of position 1, ...
	first      []int         // where those of a position begin
	open       []int32       // positions without a forced value so far
}

// expand finds the successors of position i, or its value when there are none.
func (s *Space) expand(i int, r *solution) error {
	var moves board.List
	var next board.Position
	p := &s.positions[i]
	s.game.Moves(p, &moves)
	for _, m := range moves.All() {
		s.game.Apply(&next, p, m)
		to, ok := s.Find(&next)
		if !ok {
			end := s.game.Decided(&next)
			if !end.Over() {
				return fmt.Errorf("brute: move %04x of position %d leads out of the space", uint16(m), i)
			}
			to = s.Len() + 1 + int(end.Result)
		}
		r.successors = append(r.successors, int32(to))
	}
	r.first = append(r.first, len(r.successors))
	if moves.Len() == 0 {
		r.values[i] = ends[1+s.game.NoMoves(p).Result]
	} else {
		r.open = append(r.open, int32(i))
	}
	return nil
}

// round settles the open positions with a forced value of so many plies, and reports
// whether there are any.
func (r *solution) round(plies int) bool {
	open := r.open[:0]
	for _, i := range r.open {
		if value := r.forced(i, plies); value.Outcome != score.Draw {
			r.values[i] = value
		} else {
			open = append(open, i)
		}
	}
	settled := len(open) < len(r.open)
	r.open = open
	return settled
}

// forced returns the value of an open position if it is one of so many plies, a draw
// otherwise. Values of as many plies belong to the same round and do not count yet.
func (r *solution) forced(i int32, plies int) score.Exact {
	lost := true
	for _, to := range r.successors[r.first[i]:r.first[i+1]] {
		switch v := r.values[to]; {
		case v.Outcome == score.Draw || int(v.Plies) >= plies:
			lost = false
		case v.Outcome == score.Loss:
			return score.WinIn(plies)
		}
	}
	if lost {
		return score.LossIn(plies)
	}
	return score.Exact{}
}
