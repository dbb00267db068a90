package main

// The command verify: whether a table or a certificate is right, by the rules alone.

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver/verify"
)

// verifyCommand describes the command and its flags.
func (a *app) verifyCommand() *cobra.Command {
	var o verify.Options
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check every value of a table, or record of a certificate, against the positions after it",
		Args:  oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if o.Sample < 0 {
				return usageError{fmt.Errorf("--sample %d: want at least 0", o.Sample)}
			}
			if isProof(args[0]) {
				return a.verifyProof(c.Context(), args[0], o)
			}
			return a.runVerify(c.Context(), args[0], o)
		},
	}
	c.Flags().IntVar(&o.Sample, "sample", 0, "look at `N` numbers or records of the file only, spread evenly")
	addThreads(c.Flags(), &o.Threads)
	a.addJSON(c.Flags())
	return c
}

// verifyResult is what verify finds, as --json prints it.
type verifyResult struct {
	Table     string       `json:"table"`
	Variant   string       `json:"variant"`
	Material  string       `json:"material"`
	Positions uint64       `json:"positions"`
	Errors    uint64       `json:"errors"`
	First     []faultEntry `json:"first"`
}

// faultEntry is one error of a file, in words.
type faultEntry struct {
	FEN   string `json:"fen"`
	Fault string `json:"fault"`
}

// runVerify prints the first errors, and the counts in the last line.
func (a *app) runVerify(ctx context.Context, path string, o verify.Options) error {
	t, err := openTable(path)
	if err != nil {
		return err
	}
	defer t.Close()
	o.Memory = int64(memoryMiB()) << 19 // half of it
	bar := a.startProgress("verify", "numbers")
	o.Progress = bar.set
	r, err := verify.Table(ctx, t, o)
	bar.stop()
	if err != nil {
		return err
	}
	result := verifyResult{path, t.Game().Variant().Name, t.Material(), r.Positions, r.Errors, []faultEntry{}}
	for i := range r.First {
		f := &r.First[i]
		result.First = append(result.First, faultEntry{notation.FEN(t.Game(), &f.Position), faultText(t.Game(), f)})
	}
	if err := a.print(&result, result.text); err != nil {
		return err
	}
	if r.Errors > 0 {
		return fmt.Errorf("%s: %d errors", path, r.Errors)
	}
	return nil
}

// text writes the errors, and the counts in the last line.
func (r *verifyResult) text() string {
	return faultLines(r.First) + fmt.Sprintf("verified: %d positions, %d errors\n", r.Positions, r.Errors)
}

// faultLines writes errors, a line for each.
func faultLines(faults []faultEntry) (text string) {
	for _, f := range faults {
		text += fmt.Sprintf("error: %s: %s\n", f.FEN, f.Fault)
	}
	return text
}

// faultText says what is wrong with the value of a position.
func faultText(g *board.Game, f *verify.Fault) string {
	switch {
	case f.Kind == verify.MissingSlice:
		return "not in the table, which claims its material"
	case f.Kind == verify.NoSuccessor:
		return fmt.Sprintf("%s leads out of the table", notation.Move(g, &f.Position, f.Move))
	case f.Move == board.NoMove:
		return fmt.Sprintf("stored %v, by the rules %v", f.Stored.Exact(), f.Want)
	}
	return fmt.Sprintf("stored %v, by %s %v", f.Stored.Exact(), notation.Move(g, &f.Position, f.Move), f.Want)
}
