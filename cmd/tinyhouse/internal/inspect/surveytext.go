package inspect

// The figures as people read them.

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Text writes the figures: a line for each, tables in between. What it prints depends on the
// table alone, byte for byte: not on the number of threads, nor on where the file lies.
func (r *Survey) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant: %s\nmaterial: %s\n", r.Variant, r.Material)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tpositions\twins\tlosses\tdraws\t\n")
	r.Sides[0].write(w, "white to move")
	r.Sides[1].write(w, "black to move")
	r.All.write(w, "all")
	for _, s := range r.Slices {
		s.write(w, s.Slice)
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

// String returns the value of an example.
func (e Example) String() string {
	if e.Plies == nil {
		return e.Value.Value
	}
	return fmt.Sprint(e.Value.Value, " ", *e.Plies)
}

// writeCounts writes a histogram.
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
