package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine/board"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/index"
)

// verifyCommand returns the command verify.
func (a *app) verifyCommand() *cobra.Command {
	var o verify.Options
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a table or a certificate by the rules alone",
		Long: `Check every value of a table against the values of its successors, or every record of a certificate
against the records after it. The check uses the rules and nothing of the solver. The first errors are
printed; any error makes the exit status 1.`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if o.Sample < 0 {
				return usageError{fmt.Errorf("--sample %d: want at least 0", o.Sample)}
			}
			if err := checkThreads(o.Threads); err != nil {
				return err
			}
			if isProof(args[0]) {
				return a.verifyProof(c.Context(), args[0], o)
			}
			return a.runVerify(c.Context(), args[0], o)
		},
	}
	c.Flags().IntVar(&o.Sample, "sample", 0, "check `N` positions or records only, evenly spread (default all)")
	addThreads(c.Flags(), &o.Threads)
	a.addVariant(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// sameRules returns an error if the rules in a file are not those that the variant of that
// name has here or in --variants: what is right by them says nothing of the game that the
// file seems to be about. Of a name that nobody knows it says so in the log: then the file
// stands for itself.
func (a *app) sameRules(path string, g *board.Game) error {
	catalog, err := a.catalog()
	if err != nil {
		return err
	}
	name := g.Variant().Name
	v, err := catalog.Get(name)
	if err != nil {
		a.log.Warn().Str("file", path).Str("variant", name).Msg("verify: by the rules in the file alone, for none here have that name")
		return nil
	}
	known, err := board.Compile(v)
	if err == nil && index.RulesDigest(known) != index.RulesDigest(g) {
		err = fmt.Errorf("%s: by other rules than those of %q here", path, name)
	}
	return err
}

// runVerify prints the first errors, and the counts in the last line.
func (a *app) runVerify(ctx context.Context, path string, o verify.Options) error {
	t, err := openTable(path)
	if err != nil {
		return err
	}
	defer t.Close()
	if err := a.sameRules(path, t.Game()); err != nil {
		return err
	}
	o.Memory = halfMemory()
	bar := a.startProgress("verify", "numbers")
	o.Progress = bar.advance
	r, err := verify.Table(ctx, t, o)
	bar.stop()
	if err != nil {
		return err
	}
	v := inspect.NewTableVerdict(t, r)
	return a.judge(v, v.Text, path, r.Errors)
}

// verifyProof prints the first errors, what is proved, and the counts in the last line. The
// cache takes the whole certificate if it can, since every record asks for others anywhere.
func (a *app) verifyProof(ctx context.Context, path string, o verify.Options) error {
	f, err := certificate.Open(path, container.NewCache(halfMemory()))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := a.sameRules(path, f.Game()); err != nil {
		return err
	}
	bar := a.startProgress("verify", "records")
	o.Progress = bar.advance
	r, err := verify.Proof(ctx, f, o)
	bar.stop()
	if err != nil {
		return err
	}
	v := inspect.NewProofVerdict(f, r)
	return a.judge(v, v.Text, path, r.Errors)
}

// judge prints a verdict. Errors in the file are one of the command.
func (a *app) judge(verdict any, text func() string, path string, errors uint64) error {
	if err := a.print(verdict, text); err != nil {
		return err
	}
	if errors > 0 {
		return fmt.Errorf("%s: %d errors", path, errors)
	}
	return nil
}
