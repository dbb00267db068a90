package inspect

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb/table"
)

// TableProbe is the result of probing a table.
type TableProbe struct {
	Rules
	FEN string `json:"fen"`
	solver.Value
	Result string `json:"result,omitempty"` // why the game is over, if it is
	Moves  []Move `json:"moves"`            // the best first
	Line   []Step `json:"mainline"`

	value score.Exact
}

// ProbeTable returns the value of a position, its moves and its main line.
func ProbeTable(t *table.File, rules Rules, p board.Position) (*TableProbe, error) {
	g := t.Game()
	r := &TableProbe{Rules: rules, FEN: notation.FEN(g, &p)}
	var err error
	if r.value, err = Value(t, &p); err != nil {
		return nil, err
	}
	r.Value = solver.ValueOf(r.value)
	if o := g.Outcome(&p, nil); o.Over() && o.Reason != board.MoveLimit {
		r.Result = o.Reason.String()
	} else if r.Moves, err = Moves(t, &p); err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Moves, func(a, b Move) int { return b.Exact.Compare(a.Exact) })
	r.Line, err = mainLine(tableSource{t}, p)
	return r, err
}

// String returns the result for users.
func (r *TableProbe) String() string {
	p := probeText{r.Rules, r.FEN, nil, r.Result, nil, r.Line, r.value.String()}
	for _, m := range r.Moves {
		p.moves = append(p.moves, [...]string{m.UCI, m.SAN, m.Exact.String()})
	}
	return p.String()
}

// probeText is the result of probing a table or a certificate.
type probeText struct {
	rules  Rules
	fen    string
	moves  [][3]string // in UCI notation, in SAN, and what is known
	result string      // "" while the game goes on
	record *Step       // nil if there is none
	line   []Step
	value  string
}

// String returns the text, with the moves in columns and the value in the last line.
func (p *probeText) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%sfen: %s\n", p.rules.text(), p.fen)
	if len(p.moves) > 0 {
		b.WriteString("moves:\n")
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, m := range p.moves {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", m[0], m[1], m[2])
	}
	w.Flush()
	if p.result != "" {
		fmt.Fprintf(&b, "result: %s\n", p.result)
	}
	if p.record != nil {
		fmt.Fprintf(&b, "record: %s\n", p.record.UCI)
	}
	if len(p.line) > 0 {
		fmt.Fprintf(&b, "line: %s\n", lineText(p.line))
	}
	fmt.Fprintf(&b, "value: %s\n", p.value)
	return b.String()
}
