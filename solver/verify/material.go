package verify

import (
	"context"
	"errors"
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
		return fmt.Errorf("verify: table %q: %w", s.table.Name(), err)
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

// maxMissing bounds the missing signatures that are counted, and so the time and memory for a table
// of a few bytes whose material would have billions of them.
const maxMissing = 1000

// missing returns a fault for each signature that play can reach with the material of the table
// and that the table lacks. It ignores signatures in which the game is over in all positions. More
// than maxMissing are an error, and so are signatures that the material cannot become.
func (s *scan) missing(ctx context.Context) ([]Fault, error) {
	reachable, err := s.ix.Reachable(ctx, s.start(), len(s.layouts)+maxMissing)
	many := errors.Is(err, index.ErrTooMany)
	if err != nil && !many {
		return nil, fmt.Errorf("verify: table %q: material %.80q: %w", s.table.Name(), s.table.Material(), err)
	}
	if len(reachable) == 0 {
		return nil, fmt.Errorf("verify: table %q: no position has all of its material %.80q", s.table.Name(), s.table.Material())
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
		p, ok, err := s.anyInPlay(ctx, layout)
		if err != nil {
			return nil, err
		}
		if ok {
			faults = append(faults, Fault{Kind: MissingSignature, Position: p, Stored: dtm.None, signature: -1})
		}
	}
	if many || len(faults) > maxMissing {
		return nil, fmt.Errorf("verify: table %q lacks at least %d signatures of its material %.80q", s.table.Name(), max(len(faults), 1), s.table.Material())
	}
	if len(faults) == 0 {
		err = s.beyond(reachable)
	}
	return faults, err
}

// beyond returns an error if the table has positions of a signature that the material cannot become.
func (s *scan) beyond(reachable []index.Signature) error {
	known := make(map[index.Signature]bool, len(reachable))
	for _, signature := range reachable {
		known[signature] = true
	}
	for i, signature := range s.table.Signatures() {
		if s.table.Size(i) > 0 && !known[signature] {
			return fmt.Errorf("verify: table %q has positions of %s, which its material %.80q cannot become", s.table.Name(), s.ix.Text(signature), s.table.Material())
		}
	}
	return nil
}

// anyInPlay returns a position of a layout in which the game is not over.
func (s *scan) anyInPlay(ctx context.Context, layout *index.Layout) (p board.Position, ok bool, err error) {
	cursor := layout.Cursor()
	for i := range layout.Full() {
		if i%ctxSteps == 0 && ctx.Err() != nil {
			return p, false, ctx.Err()
		}
		if q, ok := cursor.At(i); ok && !s.game.Decided(q).Over() {
			layout.Decode(i, &p)
			return p, true, nil
		}
	}
	return p, false, nil
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
