package brute

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Solve returns the value of every position, in the order of the space, with the distance to the
// end of the game in plies, where the winner shortens the game and the loser prolongs it. Endless
// play is a draw, and there is no move limit. A move out of the space is an error, unless it ends
// the game by a flag or an extinction.
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
	// Each round finds the values of one more ply. They depend on values of the round before, so
	// the first round without a value is the last.
	for plies, found := 1, true; found; plies++ {
		found = r.round(plies)
	}
	return r.values[:s.Len()], nil
}

// ends are the values of games that are over. They follow those of the positions.
var ends = [...]score.Exact{score.LossIn(0), {}, score.WinIn(0)}

// solution is a space being solved.
type solution struct {
	values     []score.Exact // by position, then the ends
	successors []int32       // of position 0, of position 1, ...
	first      []int         // index of the first successor of each position
	open       []int32       // positions without a win or loss so far
}

// expand finds the successors of position i, or its value if it has none.
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

// round finds the wins and losses of the given plies, and reports whether there are any.
func (r *solution) round(plies int) bool {
	open := r.open[:0]
	for _, i := range r.open {
		if value := r.forced(i, plies); value.Outcome != score.Draw {
			r.values[i] = value
		} else {
			open = append(open, i)
		}
	}
	found := len(open) < len(r.open)
	r.open = open
	return found
}

// forced returns the value of an open position if it is a win or loss in the given plies, a draw
// otherwise.
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
