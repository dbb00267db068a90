package verify

import (
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// The space: what belongs here finds out whether a table is about all that it says.

// missing returns a fault for each slice that play can reach with the material of the
// table and that the table lacks. Slices without a position in which the game goes on need
// not be there.
func (s *scan) missing() ([]Fault, error) {
	space, err := s.ix.Reachable(s.start())
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for _, slice := range space {
		if _, ok := s.table.SignatureNumber(slice); ok || s.ix.Extinct(&slice) {
			continue
		}
		layout, err := s.ix.Layout(slice)
		if err != nil {
			return nil, err
		}
		if p, ok := s.anyOf(layout); ok {
			faults = append(faults, Fault{Kind: MissingSlice, Position: p, Stored: dtm.None, slice: -1})
		}
	}
	return faults, nil
}

// anyOf returns a position of a slice in which the game goes on.
func (s *scan) anyOf(layout *index.Layout) (p board.Position, ok bool) {
	for i := range layout.Full() {
		if layout.Decode(i, &p) && !s.game.Decided(&p).Over() {
			return p, true
		}
	}
	return p, false
}

// start returns the slice that the material of the table begins with: all men in hand
// where there are drops, on the board elsewhere. All others follow from it. Of a kind that a
// side must not lose, both sides have some on the board.
func (s *scan) start() (slice index.Signature) {
	g := s.game
	for c := range board.Color(2) {
		if g.HasKing() {
			slice.Add(c, board.King, false, 1)
		}
		for k := range board.Kind(g.Kinds()) {
			n := s.material[c][k]
			switch {
			case g.HasCaptures() && s.isVital(k):
				slice.Add(c, k, false, (s.material[board.White][k]+1-int(c))/2)
			case g.HasDrops():
				slice.Give(c, k, n)
			default:
				slice.Add(c, k, false, n)
			}
		}
	}
	return slice
}

// isVital reports whether a side that runs out of kind k has lost.
func (s *scan) isVital(k board.Kind) bool {
	return strings.IndexByte(string(s.game.Variant().End.Extinct), s.game.Letter(k)) >= 0
}
