package main

import (
	"context"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/cmd/tinyhouse/internal/memory"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

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
			return a.withFile(args[0], tableCache,
				func(t *table.File, rules inspect.Rules) error {
					return a.tableStats(c.Context(), t, rules, bySignature, o)
				},
				func(f *certificate.File, rules inspect.Rules) error {
					return a.certificateStats(c.Context(), f, rules)
				})
		},
	}
	c.Flags().BoolVar(&bySignature, "signatures", false, "also count by signature, that is by the pieces on the board and in the hands")
	addThreads(c.Flags(), &o.Threads)
	a.addVariant(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// tableStats prints the statistics of a table.
func (a *app) tableStats(ctx context.Context, t *table.File, rules inspect.Rules, bySignature bool, o verify.Options) error {
	o.Memory = memory.Half()
	bar := a.startProgress("stats", "numbers")
	o.Progress = bar.Advance
	s, err := verify.TakeSurvey(ctx, t, o)
	bar.Stop()
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
	return a.print(r)
}

// certificateStats prints the statistics of a certificate.
func (a *app) certificateStats(ctx context.Context, f *certificate.File, rules inspect.Rules) error {
	bar := a.startProgress("stats", "records")
	r, err := inspect.NewCertificateStats(ctx, f, rules, bar.Advance)
	bar.Stop()
	if err != nil {
		return err
	}
	return a.print(r)
}
