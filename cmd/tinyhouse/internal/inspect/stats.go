package inspect

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/table"
)

// TableStats are the statistics of a table. They count the positions of both sides to move and all
// images.
type TableStats struct {
	Table string `json:"table"` // path
	Rules
	Material   string      `json:"material"`
	Sides      [2]Tally    `json:"sides"` // White to move, Black to move
	All        Tally       `json:"all"`
	Signatures []Signature `json:"signatures,omitempty"` // with --signatures only
	Wins       []Count     `json:"wins_in"`
	Losses     []Count     `json:"losses_in"`
	Longest    *Longest    `json:"longest"`
	Checkmates uint64      `json:"checkmates"`
	Stalemates uint64      `json:"stalemates"`
	Zugzwangs  Zugzwangs   `json:"zugzwangs"`
	Numbers    uint64      `json:"numbers"` // in the index; not all stand for positions
	Bytes      int64       `json:"bytes"`
	PerPos     float64     `json:"bytes_per_position"`
}

// Tally counts positions by value.
type Tally struct {
	Positions uint64 `json:"positions"`
	Wins      uint64 `json:"wins"`
	Losses    uint64 `json:"losses"`
	Draws     uint64 `json:"draws"`
}

// Signature counts the positions of a signature.
type Signature struct {
	Name string `json:"signature"`
	Tally
}

// Count counts the positions with a distance.
type Count struct {
	Plies     int    `json:"plies"`
	Positions uint64 `json:"positions"`
}

// Example is a position and its value.
type Example struct {
	FEN string `json:"fen"`
	solver.Value
}

// Longest is a position with the longest distance, and its main line.
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

// NewTableStats returns the statistics that a survey of the table has found.
func NewTableStats(t *table.File, rules Rules, s *verify.Survey) (*TableStats, error) {
	g := t.Game()
	r := &TableStats{Table: t.Name(), Rules: rules, Material: t.Material(), Checkmates: s.Checkmates, Stalemates: s.Stalemates,
		Numbers: t.Numbers(), Bytes: t.Bytes(), Wins: countsOf(s.Wins), Losses: countsOf(s.Losses)}
	all := s.Sides[board.White]
	all.Merge(s.Sides[board.Black])
	r.Sides, r.All = [2]Tally{tallyOf(s.Sides[board.White]), tallyOf(s.Sides[board.Black])}, tallyOf(all)
	r.PerPos = float64(t.Bytes()) / float64(max(r.All.Positions, 1))
	for i, signature := range t.Signatures() {
		r.Signatures = append(r.Signatures, Signature{t.Indexer().Text(signature), tallyOf(s.Signatures[i])})
	}
	z := &s.Zugzwangs
	r.Zugzwangs = Zugzwangs{Full: z.Full, Half: z.Half, Examples: []Example{}}
	for _, e := range z.Examples {
		r.Zugzwangs.Examples = append(r.Zugzwangs.Examples, Example{notation.FEN(g, &e.Position), solver.ValueOf(e.Value)})
	}
	if e := s.Longest; e != nil {
		line, err := mainLine(tableSource{t}, e.Position)
		if err != nil {
			return nil, err
		}
		r.Longest = &Longest{Example{notation.FEN(g, &e.Position), solver.ValueOf(e.Value)}, line}
	}
	return r, nil
}

func tallyOf(t verify.Tally) Tally {
	return Tally{t.Positions(), t.Wins, t.Losses, t.Draws}
}

// countsOf returns the counts that are not zero.
func countsOf(byPlies []uint64) []Count {
	counts := []Count{}
	for plies, n := range byPlies {
		if n > 0 {
			counts = append(counts, Count{plies, n})
		}
	}
	return counts
}

// String returns the statistics for users. It depends only on the contents of the table: not on the
// number of threads, nor on the path.
func (r *TableStats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%smaterial: %s\n", r.Rules.text(), printable(r.Material))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tpositions\twins\tlosses\tdraws\t\n")
	r.Sides[0].write(w, "white to move")
	r.Sides[1].write(w, "black to move")
	r.All.write(w, "all")
	for _, s := range r.Signatures {
		s.write(w, s.Name)
	}
	w.Flush()
	writeCounts(&b, "wins", r.Wins)
	writeCounts(&b, "losses", r.Losses)
	fmt.Fprintf(&b, "checkmates: %d\nstalemates: %d\n", r.Checkmates, r.Stalemates)
	fmt.Fprintf(&b, "mutual zugzwangs: %d, both lose in %d of them, one draws in %d\n",
		r.Zugzwangs.Full+r.Zugzwangs.Half, r.Zugzwangs.Full, r.Zugzwangs.Half)
	for _, e := range r.Zugzwangs.Examples {
		fmt.Fprintf(&b, "  %s %s\n", e.FEN, e)
	}
	fmt.Fprintf(&b, "numbers: %d\nbytes: %d, %.3f a position\n", r.Numbers, r.Bytes, r.PerPos)
	if r.Longest == nil {
		b.WriteString("longest: -\n")
		return b.String()
	}
	fmt.Fprintf(&b, "longest: %d %s %s\n", *r.Longest.Plies, r.Longest.FEN, r.Longest.Value.Value)
	fmt.Fprintf(&b, "line: %s\n", lineText(r.Longest.Line))
	return b.String()
}

// write writes a row of the table of counts.
func (t Tally) write(w *tabwriter.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t\n", name, t.Positions, t.Wins, t.Losses, t.Draws)
}

// String returns the value.
func (e Example) String() string {
	if e.Plies == nil {
		return e.Value.Value
	}
	return fmt.Sprint(e.Value.Value, " ", *e.Plies)
}

func writeCounts(b *strings.Builder, name string, counts []Count) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(b, "%s by plies:\n", name)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, c := range counts {
		fmt.Fprintf(w, "%d\t%d\t\n", c.Plies, c.Positions)
	}
	w.Flush()
}
