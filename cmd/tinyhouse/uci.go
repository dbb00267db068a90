package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/memory"
	"tinyhouse/engine"
	"tinyhouse/protocol"
	"tinyhouse/protocol/ucci"
	"tinyhouse/protocol/uci"
	"tinyhouse/protocol/usi"
	"tinyhouse/protocol/xboard"
)

// protocolCommands returns the commands that run a protocol.
func (a *app) protocolCommands() []*cobra.Command {
	var commands []*cobra.Command
	for _, p := range []struct{ name, short string }{
		{"uci", "Speak UCI on standard input and output, as without a command"},
		{"usi", "Speak USI, the protocol of shogi programs"},
		{"ucci", "Speak UCCI, a protocol of xiangqi programs"},
		{"xboard", "Speak the protocol of XBoard and WinBoard"},
	} {
		c := &cobra.Command{Use: p.name, Short: p.short, Long: p.short + ".", Args: noArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return a.speak(cmd, p.name) }}
		a.addVariant(c.Flags())
		commands = append(commands, c)
	}
	return commands
}

// speak runs a session until the end of input or an interrupt. The first line may select another protocol.
// On a terminal it prints a hint.
func (a *app) speak(cmd *cobra.Command, dialect string) error {
	session, err := a.session(dialect)
	if err != nil {
		return err
	}
	if dialect == "uci" && isTerminal(a.in) {
		fmt.Fprintf(a.errOut, "tinyhouse %s speaks UCI: try d, go depth 10, quit; %s --help lists the commands\n", version, cmd.Root().Name())
	}
	return session.Run(cmd.Context())
}

// session connects the engine, the dialects and the tables.
func (a *app) session(dialect string) (*protocol.Session, error) {
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	g, err := a.game()
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
		Dialects: map[string]protocol.Dialect{"uci": uci.Dialect{}, "ucicyclone": uci.Cyclone{}, "usi": usi.Dialect{}, "ucci": ucci.New(), "xboard": xboard.New()},
		Dialect:  dialect,
		Catalog:  catalog,
		Variant:  a.variantName(),
		Bench:    engine.Bench,
		MaxHash:  memory.MiB() / 4 * 3,
		Tables:   &tableProvider{},
	})
}
