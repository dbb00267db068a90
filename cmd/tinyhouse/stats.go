package main

import (
	"context"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
)

// statsCommand returns the command stats.
func (a *app) statsCommand() *cobra.Command {
	var o verify.Options
	var bySlice bool
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
			if isProof(args[0]) {
				return a.statsProof(c.Context(), args[0])
			}
			return a.runStats(c.Context(), args[0], bySlice, o)
		},
	}
	c.Flags().BoolVar(&bySlice, "slices", false, "count each slice, that is what stands on the board and in the hands, too")
	addThreads(c.Flags(), &o.Threads)
	a.addVariant(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// runStats prints the figures.
func (a *app) runStats(ctx context.Context, path string, bySlice bool, o verify.Options) error {
	t, err := openTable(path)
	if err != nil {
		return err
	}
	defer t.Close()
	o.Memory = halfMemory()
	bar := a.startProgress("stats", "numbers")
	o.Progress = bar.advance
	s, err := verify.Take(ctx, t, o)
	bar.stop()
	if err != nil {
		return err
	}
	r, err := inspect.NewSurvey(t, s)
	if err != nil {
		return err
	}
	if !bySlice {
		r.Slices = nil
	}
	return a.print(r, r.Text)
}

// statsProof prints the figures of a certificate.
func (a *app) statsProof(ctx context.Context, path string) error {
	f, err := certificate.Open(path, container.NewCache(tableCache))
	if err != nil {
		return err
	}
	defer f.Close()
	bar := a.startProgress("stats", "records")
	r, err := inspect.NewProofSurvey(ctx, f, bar.advance)
	bar.stop()
	if err != nil {
		return err
	}
	return a.print(r, r.Text)
}
