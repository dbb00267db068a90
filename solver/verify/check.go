package verify

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/tb/dtm"
)

// checker compares the values of positions with those of their moves, in one thread.
type checker struct {
	finder
	listing   *listing
	moves     board.List
	next      board.Position
	positions uint64
	errors    uint64
	first     []Fault
}

// visit checks the value of a position, unless the game is over there, and how many positions have
// its number.
func (c *checker) visit(e *entry) error {
	over := e.unused || c.scan.game.Decided(e.pos).Over()
	f := Fault{Stored: e.value, Move: board.NoMove, signature: e.signature, number: e.number}
	if !over {
		f.Counted = c.scan.images(e)
		c.positions += f.Counted
	}
	found, images, known := c.counted(e)
	switch f.Found = found; {
	case known && (f.Found != f.Counted || !images):
		f.Kind = WrongCount
	case over:
		return nil
	default:
		if err := c.best(e.pos, &f); err != nil {
			return err
		}
		if f.Kind == WrongValue && isValue(e.value) && e.value.Exact() == f.Want {
			return nil
		}
	}
	c.errors++
	if len(c.first) < maxFaults {
		f.Position = c.scan.position(e.signature, e.number)
		c.first = append(c.first, f)
	}
	return nil
}

// best sets the best value that the moves of p reach and a move that reaches it, or a move to a
// position without a value.
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
		after, ok, err := c.scan.valueAfter(&c.next)
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

// valueAfter returns the value of the position after a move: by the rules if a goal or an
// extinction has ended the game, otherwise from the table.
func (s *scan) valueAfter(p *board.Position) (score.Exact, bool, error) {
	if o := s.game.Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, true, nil
	}
	v, err := s.probe(p)
	return v.Exact(), isValue(v), err
}

func isValue(v dtm.Value) bool {
	return v == dtm.Draw || dtm.Loss <= v && v <= dtm.Win+dtm.MaxPlies
}
