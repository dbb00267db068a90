package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/cmd/tinyhouse/internal/matchflags"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol/match"
	"tinyhouse/tb"
)

// matchCommand describes the command and its flags.
func (a *app) matchCommand() *cobra.Command {
	var f matchflags.Flags
	var tables []string
	c := &cobra.Command{
		Use:   "match --engine cmd=…,name=… --engine cmd=…,name=…",
		Short: "Play two UCI engines against each other, as referee",
		Long:  matchflags.Help,
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.runMatch(c.Context(), &f, tables) },
	}
	own := flag.NewFlagSet("match", flag.ContinueOnError)
	f.Add(own)
	flags := c.Flags()
	flags.AddGoFlagSet(own)
	addTables(flags, &tables)
	a.addPosition(flags)
	a.addJSON(flags)
	return c
}

// runMatch plays a match and prints its lines, with --json on standard error.
func (a *app) runMatch(ctx context.Context, f *matchflags.Flags, paths []string) error {
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
		err = errors.New("match: an engine has faults, see the lines above")
	}
	return err
}

// readMatch returns the match of the flags. A match with a PGN file has a checkpoint.
func (a *app) readMatch(f *matchflags.Flags, g *board.Game, tables *tb.Set) (_ *match.Config, err error) {
	if a.fen != "" {
		if f.From, err = a.position(g); err != nil {
			return nil, err
		}
	}
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	f.Context = a.ctx
	f.Open = func(path string) (io.ReadCloser, error) { return input.OpenText(a.ctx, path) }
	f.Tables = tables.Digest(g)
	c, err := f.Match(g, otherNames(catalog, g.Variant()), tables)
	if err != nil {
		return nil, usageError{err}
	}
	if info, err := os.Stat(c.PGN); c.PGN != "" && (err != nil || info.Mode().IsRegular()) { // not for /dev/null
		c.Checkpoint = cmp.Or(c.Checkpoint, c.PGN+".checkpoint")
	}
	return c, nil
}

// otherNames returns the aliases of a variant.
func otherNames(c *rules.Catalog, v *rules.Variant) []string {
	return slices.DeleteFunc(c.Names(), func(name string) bool {
		same, err := c.Get(name)
		return err != nil || same != v || name == v.Name
	})
}
