package main

// The protocol loop. Only here do the engine and the dialects meet.

import (
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/protocol"
	"tinyhouse/protocol/uci"
	"tinyhouse/protocol/xboard"
)

// uciCommand describes the command, which is also what runs without one.
func (a *app) uciCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "Speak UCI on standard input and output, as without a command",
		Args:  noArgs,
		RunE:  a.runUCI,
	}
}

// runUCI is the protocol loop. It ends well at the end of the input and on an interrupt.
// Whoever starts it by hand is told what to type; a GUI sees nothing that it did not ask for.
func (a *app) runUCI(cmd *cobra.Command, _ []string) error {
	session, err := a.session()
	if err != nil {
		return err
	}
	if isTerminal(a.in) {
		fmt.Fprintf(a.errOut, "tinyhouse %s speaks UCI: try d, go depth 10, quit; %s --help lists the commands\n", version, cmd.Root().Name())
	}
	return session.Run(cmd.Context())
}

// session wires the engine and the dialects.
func (a *app) session() (*protocol.Session, error) {
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	v, err := catalog.Get(a.variant)
	if err != nil {
		return nil, usageError{err}
	}
	g, err := board.Compile(v)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(g, engine.DefaultOptions())
	if err != nil {
		return nil, err
	}
	return protocol.New(protocol.Config{
		ID:       protocol.ID{Name: "Tinyhouse " + version, Author: "the Tinyhouse authors"},
		In:       a.in,
		Out:      a.out,
		Backend:  e,
		Dialects: map[string]protocol.Dialect{"uci": uci.Dialect{}, "xboard": xboard.New()},
		Dialect:  "uci",
		Catalog:  catalog,
		Variant:  a.variant,
		Bench:    engine.Bench,
		MaxHash:  memoryMiB() / 4 * 3,
		Shelf:    &shelf{},
	})
}
