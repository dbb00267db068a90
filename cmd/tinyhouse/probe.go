package main

import (
	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
)

// probeCommand returns the command probe.
func (a *app) probeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "probe FILE --fen FEN",
		Short: "Print the exact value of a position and of each legal move",
		Long: `Print the exact value of a position and of each legal move, the best first, and the main line. A
certificate has bounds of values; without --fen its root is probed.`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			if isProof(args[0]) {
				return a.probeProof(args[0])
			}
			return a.runProbe(args[0])
		},
	}
	a.addPosition(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// runProbe prints the value, the moves and the main line.
func (a *app) runProbe(path string) error {
	t, err := openTable(path)
	if err != nil {
		return err
	}
	defer t.Close()
	p, err := a.position(t.Game())
	if err != nil {
		return err
	}
	r, err := inspect.ProbeTable(t, p)
	if err != nil {
		return err
	}
	return a.print(r, r.Text)
}

// probeProof prints what a certificate says of a position and of its moves; of its root, if no
// position is given.
func (a *app) probeProof(path string) error {
	f, err := certificate.Open(path, container.NewCache(tableCache))
	if err != nil {
		return err
	}
	defer f.Close()
	p := f.Root()
	if a.fen != "" {
		if p, err = a.position(f.Game()); err != nil {
			return err
		}
	}
	r, err := inspect.ProbeProof(f, p)
	if err != nil {
		return err
	}
	return a.print(r, r.Text)
}
