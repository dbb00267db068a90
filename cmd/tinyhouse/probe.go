package main

import (
	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/tb/certificate"
)

// probeCommand returns the command probe.
func (a *app) probeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "probe FILE --fen FEN",
		Short: "Print the exact value of a position and of each legal move",
		Long: `Print the exact value of a position and of each legal move, the best first, and the main line. A
certificate has bounds of values; without --fen its root is probed.`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.runProbe(args[0]) },
	}
	a.addPosition(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// runProbe prints the value, the moves and the main line.
func (a *app) runProbe(path string) error {
	t, f, rules, err := a.openFile(path, tableCache)
	switch {
	case err != nil:
		return err
	case f != nil:
		defer f.Close()
		return a.probeCertificate(f, rules)
	}
	defer t.Close()
	p, err := a.position(t.Game())
	if err != nil {
		return err
	}
	r, err := inspect.ProbeTable(t, rules, p)
	if err != nil {
		return err
	}
	return a.print(r, r.Text)
}

// probeCertificate is runProbe for certificates. Without --fen it probes the root.
func (a *app) probeCertificate(f *certificate.File, rules inspect.Rules) (err error) {
	p := f.Root()
	if a.fen != "" {
		if p, err = a.position(f.Game()); err != nil {
			return err
		}
	}
	r, err := inspect.ProbeCertificate(f, rules, p)
	if err != nil {
		return err
	}
	return a.print(r, r.Text)
}
