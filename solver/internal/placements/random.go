package placements

import (
	"math/rand/v2"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
)

// Start returns the start position without castling rights, if it is of the material.
func (s *Space) Start() (p board.Position, ok bool) {
	p, err := notation.Start(s.game)
	b := board.Builder{Position: p}
	b.ResetCounters()
	p = b.Finish()
	return p, s.whole && err == nil && s.inPlay(&p)
}

// Random returns a random position, with a key. Each unit gets any of its forms with the same
// probability, and any square of it. ok is false if the result is no position in play; try again.
func (s *Space) Random(rng *rand.Rand) (p board.Position, ok bool) {
	p, ok = s.placement(rng)
	if !ok || !s.inPlay(&p) {
		return p, false
	}
	return s.withEnPassant(p, rng), true
}

// withEnPassant returns p, or p after one of the double steps that may have led to it.
func (s *Space) withEnPassant(p board.Position, rng *rand.Rand) board.Position {
	passed := s.passed(&p)
	if len(passed) == 0 || rng.IntN(4) == 0 {
		return p
	}
	b := board.Builder{Position: p}
	b.SetEnPassant(passed[rng.IntN(len(passed))])
	return b.Finish()
}

// placement returns a random placement, which need not be legal, without an en passant square. ok is
// false if a piece found no square.
func (s *Space) placement(rng *rand.Rand) (p board.Position, ok bool) {
	b := board.NewBuilder(board.Color(rng.IntN(2)), geom.NoSquare, [2]board.Hand{})
	for i := range s.units {
		u := &s.units[i]
		for range u.count {
			f := &u.forms[rng.IntN(len(u.forms))]
			if f.held {
				b.AddToHand(f.piece.Color, f.piece.Kind, 1)
			}
			if f.squares == 0 {
				continue
			}
			free := f.squares &^ b.Occupied()
			if free == 0 {
				return p, false
			}
			for range rng.IntN(free.Len()) {
				free &= free - 1
			}
			b.Place(f.piece.Color, f.piece.Kind, geom.Of(free.First()))
			if f.piece.Promoted {
				b.TogglePromoted(geom.Of(free.First()))
			}
		}
	}
	return b.Finish(), true
}
