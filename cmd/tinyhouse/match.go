package main

// The command match: engines against each other. What a match is stands in package match,
// how it is told in package contest; here they meet the tables, the variants and the streams
// of the program. An interrupt stops a match as it stops all that is long: what has been
// played is kept, and the exit status is 1.

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"slices"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/contest"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol/match"
	"tinyhouse/tb"
)

// matchCommand describes the command and its flags.
func (a *app) matchCommand() *cobra.Command {
	var f contest.Flags
	var tables []string
	c := &cobra.Command{
		Use:   "match --engine cmd=…,name=… --engine cmd=…,name=…",
		Short: "Play two UCI engines against each other, as referee",
		Long:  contest.Help,
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.runMatch(c.Context(), &f, tables) },
	}
	// The settings are read where they are understood, by the standard library's means.
	own := flag.NewFlagSet("match", flag.ContinueOnError)
	f.Add(own)
	flags := c.Flags()
	flags.AddGoFlagSet(own)
	addTables(flags, &tables)
	a.addPosition(flags)
	a.addJSON(flags)
	return c
}

// runMatch prints the lines of the match as they come. They are its result, unless that is
// asked for in JSON: then they are for people who wait for it.
func (a *app) runMatch(ctx context.Context, f *contest.Flags, paths []string) error {
	g, err := a.game()
	if err != nil {
		return err
	}
	tables, err := a.openAllTables(paths, g)
	if err != nil {
		return err
	}
	defer tables.Close()
	c, err := a.readMatch(f, g, tables)
	if err != nil {
		return err
	}
	c.Out = a.out
	if a.json {
		c.Out = a.errOut
	}
	s, err := match.Run(ctx, c)
	if s != nil && a.json {
		err = cmp.Or(a.printJSON(s), err)
	}
	if err == nil && c.Strict && !s.IsClean() {
		err = errors.New("match: not all was as it should be")
	}
	return err
}

// readMatch makes a match of the flags. Games that are written anywhere can be gone on from.
func (a *app) readMatch(f *contest.Flags, g *board.Game, tables *tb.Set) (_ *match.Config, err error) {
	if a.fen != "" {
		if f.From, err = a.position(g); err != nil {
			return nil, err
		}
	}
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	f.Tables = tables.Digest(g)
	c, err := f.Match(g, otherNames(catalog, g.Variant()), tables)
	if err != nil {
		return nil, usageError{err}
	}
	if c.PGN != "" {
		c.Journal = cmp.Or(c.Journal, c.PGN+".journal")
	}
	return c, nil
}

// otherNames returns the names of a variant beside its own: engines may know it by one of
// them only.
func otherNames(c *rules.Catalog, v *rules.Variant) []string {
	return slices.DeleteFunc(c.Names(), func(name string) bool {
		same, err := c.Get(name)
		return err != nil || same != v || name == v.Name
	})
}
