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

// text writes the moves in columns; the value comes last, where scripts find it.
func (r *probeResult) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant: %s\nfen: %s\n", r.Variant, r.FEN)
	if len(r.Moves) > 0 {
		b.WriteString("moves:\n")
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, m := range r.Moves {
		fmt.Fprintf(w, "  %s\t%s\t%v\n", m.UCI, m.SAN, m.value)
	}
	w.Flush()
	if r.Result != "" {
		fmt.Fprintf(&b, "result: %s\n", r.Result)
	}
	if len(r.Line) > 0 {
		fmt.Fprintf(&b, "line: %s\n", lineText(r.Line))
	}
	fmt.Fprintf(&b, "value: %v\n", r.value)
	return b.String()
}
