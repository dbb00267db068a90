package main

import (
	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

func (a *app) probeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "probe FILE --fen FEN",
		Short: "Print the exact value of a position and of each legal move",
		Long: `Print the exact value of a position and of each legal move, the best first, and the main line. A
certificate has bounds of values; without --fen its root is probed.`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withFile(args[0], tableCache, a.probeTable, a.probeCertificate)
		},
	}
	a.addPosition(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// probeTable prints the value of a position, its moves and its main line.
func (a *app) probeTable(t *table.File, rules inspect.Rules) error {
	p, err := a.position(t.Game())
	if err != nil {
		return err
	}
	r, err := inspect.ProbeTable(t, rules, p)
	if err != nil {
		return err
	}
	return a.print(r)
}

// probeCertificate is probeTable for certificates. Without --fen it probes the root.
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
	return a.print(r)
}
