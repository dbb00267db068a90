package main

import (
	"context"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
)

// statsCommand returns the command stats.
func (a *app) statsCommand() *cobra.Command {
	var o verify.Options
	var bySignature bool
	c := &cobra.Command{
		Use:   "stats FILE",
		Short: "Print the statistics of a table or a certificate",
		Long: `Print the statistics of a table or a certificate: wins, losses and draws, a histogram of the distances,
mutual zugzwangs, and the longest win with its main line.`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkThreads(o.Threads); err != nil {
				return err
			}
			return a.runStats(c.Context(), args[0], bySignature, o)
		},
	}
	c.Flags().BoolVar(&bySignature, "slices", false, "also count by signature, that is by the pieces on the board and in the hands")
	addThreads(c.Flags(), &o.Threads)
	a.addVariant(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// runStats prints the statistics.
func (a *app) runStats(ctx context.Context, path string, bySignature bool, o verify.Options) error {
	t, f, rules, err := a.openFile(path, tableCache)
	switch {
	case err != nil:
		return err
	case f != nil:
		defer f.Close()
		return a.certificateStats(ctx, f, rules)
	}
	defer t.Close()
	o.Memory = halfMemory()
	bar := a.startProgress("stats", "numbers")
	o.Progress = bar.advance
	s, err := verify.TakeSurvey(ctx, t, o)
	bar.stop()
	if err != nil {
		return err
	}
	r, err := inspect.NewTableStats(t, rules, s)
	if err != nil {
		return err
	}
	if !bySignature {
		r.Signatures = nil
	}
	return a.print(r, r.Text)
}

// certificateStats is runStats for certificates.
func (a *app) certificateStats(ctx context.Context, f *certificate.File, rules inspect.Rules) error {
	bar := a.startProgress("stats", "records")
	r, err := inspect.NewCertificateStats(ctx, f, rules, bar.advance)
	bar.stop()
	if err != nil {
		return err
	}
	return a.print(r, r.Text)
}
