package verify

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// images says which of the positions that share a number of a signature are of the material of
// the table.
type images struct {
	plain, turned bool // the position of the number, and the one with the colours exchanged
}

// readMaterial sets the material and the images to count.
func (s *scan) readMaterial() (err error) {
	if s.material, err = solver.Parse(s.game, s.table.Material()); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	for _, signature := range s.table.Signatures() {
		turned := signature.Turned()
		s.counted = append(s.counted, images{
			plain:  s.material.Holds(s.game, &signature),
			turned: s.ix.Turns() && s.material.Holds(s.game, &turned),
		})
	}
	return nil
}

// sides returns the number of positions of the material that share the number of e, by their
// side to move.
func (s *scan) sides(e *entry) (n [2]uint64) {
	mirrors := uint64(2)
	if e.symmetric || !s.ix.Mirrors() {
		mirrors = 1
	}
	us := e.pos.Turn()
	if s.counted[e.signature].plain {
		n[us] = mirrors
	}
	if s.counted[e.signature].turned {
		n[us.Other()] = mirrors
	}
	return n
}

// images returns the number of positions of the material that share the number of e.
func (s *scan) images(e *entry) uint64 {
	n := s.sides(e)
	return n[board.White] + n[board.Black]
}

// position returns the position of a number, or the one with the colours exchanged if only that
// is of the material.
func (s *scan) position(signature int, number uint64) (p board.Position) {
	s.layouts[signature].Decode(number, &p)
	if s.counted[signature].plain || !s.counted[signature].turned {
		return p
	}
	return s.ix.Turned(&p)
}

// missing returns a fault for each signature that play can reach with the material of the table
// and that the table lacks. It ignores signatures in which the game is over in all positions.
func (s *scan) missing() ([]Fault, error) {
	reachable, err := s.ix.Reachable(s.start())
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for _, signature := range reachable {
		if _, ok := s.table.SignatureNumber(signature); ok || s.ix.Extinct(&signature) {
			continue
		}
		layout, err := s.ix.Layout(signature)
		if err != nil {
			return nil, err
		}
		if p, ok := s.anyInPlay(layout); ok {
			faults = append(faults, Fault{Kind: MissingSignature, Position: p, Stored: dtm.None, signature: -1})
		}
	}
	return faults, nil
}

// anyInPlay returns a position of a layout in which the game is not over.
func (s *scan) anyInPlay(layout *index.Layout) (p board.Position, ok bool) {
	for i := range layout.Full() {
		if layout.Decode(i, &p) && !s.game.Decided(&p).Over() {
			return p, true
		}
	}
	return p, false
}

// start returns a signature from which play can reach all others of the material: all pieces are
// in hand where there are drops, on the board elsewhere. Kinds whose extinction ends the game
// are on the board, shared between the sides.
func (s *scan) start() (signature index.Signature) {
	g := s.game
	for c := range board.Color(2) {
		if g.HasKing() {
			signature.Add(c, board.King, false, 1)
		}
		for k := range board.Kind(g.Kinds()) {
			n := s.material[c][k]
			switch {
			case g.HasCaptures() && strings.IndexByte(string(g.Variant().End.Extinct), g.Letter(k)) >= 0:
				signature.Add(c, k, false, (s.material[board.White][k]+1-int(c))/2)
			case g.HasDrops():
				signature.Give(c, k, n)
			default:
				signature.Add(c, k, false, n)
			}
		}
	}
	return signature
}
