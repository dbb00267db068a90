package main

// The command probe: what a table knows of a position, or a certificate.

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
)

// probeCommand describes the command and its flags.
func (a *app) probeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "probe FILE --fen FEN",
		Short: "Print the exact value of a position, and of each of its moves",
		Long: "Print the exact value of a position, and of each of its moves. Of a certificate, print what\n" +
			"it proves of them; of its root, if no position is given.",
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			if isProof(args[0]) {
				return a.probeProof(args[0])
			}
			return a.runProbe(args[0])
		},
	}
	a.addFEN(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// probeResult is what probe finds, as --json prints it.
type probeResult struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	solver.Value
	Result string      `json:"result,omitempty"` // why the game is over, if it is
	Moves  []moveEntry `json:"moves"`            // the best first
	Line   []lineEntry `json:"mainline"`

	value score.Exact
}

// runProbe prints the value, the moves and the main line.
func (a *app) runProbe(path string) error {
	t, err := openTable(path)
	if err != nil {
		return err
	}
	defer t.Close()
	g := t.Game()
	p, err := a.position(g)
	if err != nil {
		return err
	}
	r := probeResult{Variant: g.Variant().Name, FEN: notation.FEN(g, &p)}
	if r.value, err = valueOf(t, &p); err != nil {
		return err
	}
	r.Value = solver.ValueOf(r.value)
	if o := g.Outcome(&p, nil); o.Over() && o.Reason != board.MoveLimit {
		r.Result = o.Reason.String()
	} else if r.Moves, err = moveEntries(t, &p); err != nil {
		return err
	}
	slices.SortStableFunc(r.Moves, func(a, b moveEntry) int { return b.value.Compare(a.value) })
	if r.Line, err = mainLine(t, p); err != nil {
		return err
	}
	return a.print(&r, r.text)
}

// text writes what was found.
func (r *probeResult) text() string {
	p := probeText{r.Variant, r.FEN, nil, r.Result, nil, r.Line, r.value.String()}
	for _, m := range r.Moves {
		p.moves = append(p.moves, [...]string{m.UCI, m.SAN, m.value.String()})
	}
	return p.String()
}

// probeText is what probe prints of a table or a certificate.
type probeText struct {
	variant, fen string
	moves        [][3]string // as UCI and SAN have it, and what is known
	result       string      // "": the game goes on
	record       *lineEntry  // nil: there is none
	line         []lineEntry
	value        string
}

// String writes the moves in columns; the value comes last, where scripts find it.
func (p *probeText) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant: %s\nfen: %s\n", p.variant, p.fen)
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
