package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
)

// variantsCommand describes the command and its flags.
func (a *app) variantsCommand() *cobra.Command {
	var ini bool
	c := &cobra.Command{
		Use:   "variants",
		Short: "List the variants, or print their definitions",
		Long:  `List the variants: name, size of the board, drops, letters and names of the pieces, start position.`,
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			if ini {
				return a.printINI()
			}
			return a.listVariants()
		},
	}
	c.Flags().BoolVar(&ini, "ini", false, "print the definitions, for Fairy-Stockfish and its GUIs")
	a.addVariants(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// checkCommand describes the command check, which exists in Fairy-Stockfish, too.
func (a *app) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check a file of variants",
		Long: `Print the names of the variants in an ini file, and its mistakes on standard error. With - it reads
standard input.`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.checkVariants(args[0]) },
	}
}

// variantInfo describes a variant, as --json prints it.
type variantInfo struct {
	Name   string   `json:"name"`
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Pieces []string `json:"pieces"`
	Drops  bool     `json:"drops"`
	Start  string   `json:"start"`
}

// listVariants lists every name and alias that --variant accepts, with the size of the board, the
// pieces and the start position.
func (a *app) listVariants() error {
	catalog, err := a.catalog()
	if err != nil {
		return err
	}
	var all []variantInfo
	for _, name := range catalog.Names() {
		v, err := catalog.Get(name)
		if err != nil {
			return err
		}
		info := variantInfo{Name: name, Files: v.Board.Width, Ranks: v.Board.Height, Drops: v.Drop.Allowed, Start: v.Start}
		for _, p := range v.Pieces {
			info.Pieces = append(info.Pieces, fmt.Sprintf("%c=%s", p.Letter, p.Name))
		}
		all = append(all, info)
	}
	if a.json {
		return a.printJSON(all)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, v := range all {
		drops := ""
		if v.Drops {
			drops = "drops"
		}
		fmt.Fprintf(w, "%s\t%dx%d\t%s\t%s\t%s\n", v.Name, v.Files, v.Ranks, drops, strings.Join(v.Pieces, " "), v.Start)
	}
	return w.Flush()
}

// printINI prints builtin.ini and the definitions of --variants.
func (a *app) printINI() error {
	catalog, err := a.catalog()
	if err != nil {
		return err
	}
	fmt.Fprint(a.out, rules.BuiltinINI())
	for _, v := range catalog.Variants()[len(rules.Builtin().Variants()):] {
		if err := protocol.CheckStart(v); err != nil {
			fmt.Fprintln(a.errOut, catalog.Fault(v, "startFen", err.Error()))
			continue
		}
		fmt.Fprintln(a.out)
		if err := rules.WriteINI(a.out, v); err != nil {
			return err
		}
	}
	return nil
}

// checkVariants prints the names of the variants of a file and returns its mistakes as an error. A file
// - is standard input.
func (a *app) checkVariants(file string) error {
	text, err := a.readText(file)
	if err != nil {
		return err
	}
	names, err := protocol.CheckVariants(file, text, rules.Builtin())
	for _, name := range names {
		fmt.Fprintf(a.out, "Parsing variant: %s\n", name)
	}
	if err != nil {
		return errors.Join(errors.New("mistakes in "+file), err)
	}
	return nil
}
