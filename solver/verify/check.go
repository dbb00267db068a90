package verify

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/tb/dtm"
)

// Checking: what belongs here compares one value with what the moves say.

// checker checks the positions of one thread.
type checker struct {
	scan      *scan
	moves     board.List
	next      board.Position
	positions uint64
	errors    uint64
	first     []Fault
}

// visit checks the value of a position. Where the game has ended by a goal there is none.
func (c *checker) visit(e *entry) error {
	g := c.scan.game
	if g.Decided(e.pos).Over() {
		return nil
	}
	c.positions += c.scan.images(e)
	f := Fault{Stored: e.value, slice: e.slice, number: e.number}
	if err := c.best(e.pos, &f); err != nil {
		return err
	}
	if f.Kind == WrongValue && e.value == dtm.ValueOf(f.Want) {
		return nil
	}
	c.errors++
	if len(c.first) < maxFaults {
		f.Position = c.scan.position(e.slice, e.number)
		c.first = append(c.first, f)
	}
	return nil
}

// best sets what the moves of p say: the best value and its move, or a move that leads out
// of the table.
func (c *checker) best(p *board.Position, f *Fault) error {
	g := c.scan.game
	f.Move = board.NoMove
	g.Moves(p, &c.moves)
	if c.moves.Len() == 0 {
		f.Want = score.Exact{Outcome: score.Outcome(g.NoMoves(p).Result)}
		return nil
	}
	for _, m := range c.moves.All() {
		g.Apply(&c.next, p, m)
		after, ok, err := c.scan.after(&c.next)
		if err != nil {
			return err
		}
		if !ok {
			f.Kind, f.Move = NoSuccessor, m
			return nil
		}
		if v := after.Prev(); f.Move == board.NoMove || v.Compare(f.Want) > 0 {
			f.Want, f.Move = v, m
		}
	}
	return nil
}

// after returns the value of a position after a move: from the rules where a goal has
// ended the game, from the table elsewhere.
func (s *scan) after(p *board.Position) (score.Exact, bool, error) {
	if o := s.game.Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, true, nil
	}
	v, err := s.lookUp(p)
	return v.Exact(), isValue(v), err
}

// isValue reports whether v is the value of a position.
func isValue(v dtm.Value) bool {
	return v == dtm.Draw || dtm.Loss <= v && v <= dtm.Win+dtm.MaxPlies
}
