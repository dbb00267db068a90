package verify

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
)

// Images: what belongs here knows which positions share a number. Tables hold one of each,
// people count them all: but for those of other material, as where the colours are
// exchanged in a table of a rook against nothing.

// images are the images of the positions of a slice that are of the material of the table.
type images struct {
	plain, turned bool // the position as it is numbered, and with the colours exchanged
}

// readMaterial finds out which images count in each slice.
func (s *scan) readMaterial() (err error) {
	if s.material, err = solver.Parse(s.game, s.table.Material()); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	for _, slice := range s.table.Signatures() {
		turned := slice.Turned()
		s.counted = append(s.counted, images{
			plain:  s.material.Holds(s.game, &slice),
			turned: s.ix.Turns() && s.material.Holds(s.game, &turned),
		})
	}
	return nil
}

// sides returns how many positions have the number of e, by their side to move.
func (s *scan) sides(e *entry) (n [2]uint64) {
	mirrors := uint64(2)
	if e.self || !s.ix.Mirrors() {
		mirrors = 1
	}
	us := e.pos.Turn()
	if s.counted[e.slice].plain {
		n[us] = mirrors
	}
	if s.counted[e.slice].turned {
		n[us.Other()] = mirrors
	}
	return n
}

// images returns how many positions have the number of e.
func (s *scan) images(e *entry) uint64 {
	n := s.sides(e)
	return n[board.White] + n[board.Black]
}

// position returns a position with a number: of those that count, the one that the table
// has in mind if it can be.
func (s *scan) position(slice int, number uint64) (p board.Position) {
	s.layouts[slice].Decode(number, &p)
	if s.counted[slice].plain || !s.counted[slice].turned {
		return p
	}
	return s.ix.Turned(&p)
}
