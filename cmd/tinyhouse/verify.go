package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/cmd/tinyhouse/internal/memory"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

func (a *app) verifyCommand() *cobra.Command {
	var o verify.Options
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a table or a certificate by playing",
		Long: `Check every value of a table against the values of its successors, or every record of a certificate
against the records after it. The check uses nothing of the solver's method; a table is also compared
with positions that are listed by the rules alone: all of its material, or a sample of a large one. With
--sample N, N values or records are checked, and at most N placements and N positions of games looked
up. The first errors are printed; any error makes the exit status 1.`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			if o.Sample < 0 {
				return usageError{fmt.Errorf("--sample %d: want at least 0", o.Sample)}
			}
			if err := checkThreads(o.Threads); err != nil {
				return err
			}
			// The records of a certificate depend on others anywhere in the file: the cache is large.
			return a.withFile(args[0], memory.Half(),
				func(t *table.File, rules inspect.Rules) error { return a.verifyTable(c.Context(), t, rules, o) },
				func(f *certificate.File, rules inspect.Rules) error {
					return a.verifyCertificate(c.Context(), f, rules, o)
				})
		},
	}
	c.Flags().IntVar(&o.Sample, "sample", 0, "check `N` positions or records only, evenly spread (default all)")
	addThreads(c.Flags(), &o.Threads)
	a.addVariant(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// verifyTable prints the first errors, and the counts in the last line.
func (a *app) verifyTable(ctx context.Context, t *table.File, rules inspect.Rules, o verify.Options) error {
	o.Memory = memory.Half()
	bar := a.startProgress("verify", "numbers")
	o.Progress = bar.Advance
	r, err := verify.Table(ctx, t, o)
	bar.Stop()
	if err != nil {
		return err
	}
	return a.printReport(inspect.NewTableReport(t, rules, r), t.Name(), r.Errors)
}

// verifyCertificate is verifyTable for certificates. It also prints what is proved.
func (a *app) verifyCertificate(ctx context.Context, f *certificate.File, rules inspect.Rules, o verify.Options) error {
	bar := a.startProgress("verify", "records")
	o.Progress = bar.Advance
	r, err := verify.Certificate(ctx, f, o)
	bar.Stop()
	if err != nil {
		return err
	}
	return a.printReport(inspect.NewCertificateReport(f, rules, r), f.Name(), r.Errors)
}

// printReport prints a report. It returns an error if the file has errors.
func (a *app) printReport(report fmt.Stringer, path string, errors uint64) error {
	if err := a.print(report); err != nil {
		return err
	}
	if errors > 0 {
		return fmt.Errorf("%s: %d errors", path, errors)
	}
	return nil
}
