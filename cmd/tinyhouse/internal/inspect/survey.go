package inspect

// What a table holds, in figures. What a certificate holds is in proofsurvey.go.

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/table"
)

// Survey is what stats finds, as --json prints it. Both sides to move and all images
// of a position count.
type Survey struct {
	Table      string    `json:"table"` // the file as it was named
	Variant    string    `json:"variant"`
	Material   string    `json:"material"`
	Sides      [2]Tally  `json:"sides"` // White to move, Black to move
	All        Tally     `json:"all"`
	Slices     []Slice   `json:"slices,omitempty"` // with --slices only
	Wins       []Count   `json:"wins_in"`
	Losses     []Count   `json:"losses_in"`
	Longest    *Longest  `json:"longest"`
	Checkmates uint64    `json:"checkmates"`
	Stalemates uint64    `json:"stalemates"`
	Zugzwangs  Zugzwangs `json:"zugzwangs"`
	Numbers    uint64    `json:"numbers"` // in the index; not all stand for positions
	Bytes      int64     `json:"bytes"`
	PerPos     float64   `json:"bytes_per_position"`
}

// Tally counts positions by value.
type Tally struct {
	Positions uint64 `json:"positions"`
	Wins      uint64 `json:"wins"`
	Losses    uint64 `json:"losses"`
	Draws     uint64 `json:"draws"`
}

// Slice counts the positions of a slice.
type Slice struct {
	Slice string `json:"slice"`
	Tally
}

// Count counts the positions of a distance.
type Count struct {
	Plies     int    `json:"plies"`
	Positions uint64 `json:"positions"`
}

// Example is a position and its value.
type Example struct {
	FEN string `json:"fen"`
	solver.Value
}

// Longest is a position that takes longest, and best play from there.
type Longest struct {
	Example
	Line []Step `json:"mainline"`
}

// Zugzwangs counts mutual zugzwangs; see verify.Zugzwangs.
type Zugzwangs struct {
	Full     uint64    `json:"full"`
	Half     uint64    `json:"half"`
	Examples []Example `json:"examples"`
}

// NewSurvey puts the figures of a survey into the form they are printed in.
func NewSurvey(t *table.File, s *verify.Survey) (*Survey, error) {
	g := t.Game()
	r := &Survey{Table: t.Name(), Variant: g.Variant().Name, Material: t.Material(), Checkmates: s.Checkmates, Stalemates: s.Stalemates,
		Numbers: t.Numbers(), Bytes: t.Bytes(), Wins: countsOf(s.Wins), Losses: countsOf(s.Losses)}
	all := s.Sides[board.White]
	all.Merge(s.Sides[board.Black])
	r.Sides, r.All = [2]Tally{tallyOf(s.Sides[board.White]), tallyOf(s.Sides[board.Black])}, tallyOf(all)
	r.PerPos = float64(t.Bytes()) / float64(max(r.All.Positions, 1))
	for i, slice := range t.Signatures() {
		r.Slices = append(r.Slices, Slice{t.Layout(i).Indexer().Text(slice), tallyOf(s.Slices[i])})
	}
	z := &s.Zugzwangs
	r.Zugzwangs = Zugzwangs{Full: z.Full, Half: z.Half, Examples: []Example{}}
	for _, e := range z.Examples {
		r.Zugzwangs.Examples = append(r.Zugzwangs.Examples, Example{notation.FEN(g, &e.Position), solver.ValueOf(e.Value)})
	}
	if e := s.Longest; e != nil {
		line, err := mainLine(t, e.Position)
		if err != nil {
			return nil, err
		}
		r.Longest = &Longest{Example{notation.FEN(g, &e.Position), solver.ValueOf(e.Value)}, line}
	}
	return r, nil
}

// tallyOf adds the sum to a tally.
func tallyOf(t verify.Tally) Tally {
	return Tally{t.Positions(), t.Wins, t.Losses, t.Draws}
}

// countsOf returns the counts that are not 0.
func countsOf(byPlies []uint64) []Count {
	counts := []Count{}
	for plies, n := range byPlies {
		if n > 0 {
			counts = append(counts, Count{plies, n})
		}
	}
	return counts
}
