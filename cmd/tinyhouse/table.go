package main

// What the commands on tables share.

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/tb"
)

// oneFile accepts the name of one file.
func oneFile(c *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d files given, want one, see %s --help", len(args), c.CommandPath())}
}

// addThreads adds the flag of commands that use several processors.
func addThreads(flags *pflag.FlagSet, threads *int) {
	flags.IntVar(threads, "threads", runtime.NumCPU(), "use `N` threads")
}

// print prints a result as the flags say.
func (a *app) print(result any, text func() string) error {
	if a.json {
		return a.printJSON(result)
	}
	_, err := fmt.Fprint(a.out, text())
	return err
}

// moveEntry is a move, its value for who plays it, and how to write it.
type moveEntry struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	solver.Value

	move  board.Move
	value score.Exact
}

// Positions are of the table's own game, t.Game(): the flags of the variant choose nothing
// here.

// moveEntries returns the legal moves of p with their values, in the order of the
// generator. A move that leads out of the table is an error.
func moveEntries(t *tb.Table, p *board.Position) ([]moveEntry, error) {
	var l board.List
	var next board.Position
	g := t.Game()
	g.Moves(p, &l)
	var all []moveEntry
	for _, m := range l.All() {
		g.Apply(&next, p, m)
		after, err := valueOf(t, &next)
		if err != nil {
			return nil, err
		}
		v := after.Prev()
		all = append(all, moveEntry{notation.Move(g, p, m), notation.SAN(g, p, m), solver.ValueOf(v), m, v})
	}
	return all, nil
}

// errNotHeld is for positions of other material.
var errNotHeld = errors.New("not in the table")

// valueOf returns the value of a position.
func valueOf(t *tb.Table, p *board.Position) (score.Exact, error) {
	if o := t.Game().Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, nil
	}
	v, ok, err := t.Probe(p)
	switch {
	case err != nil || ok:
	case p.Castling() != 0:
		err = fmt.Errorf("%s: %w %s: no table holds positions with a right to castle", notation.FEN(t.Game(), p), errNotHeld, t.Name())
	default:
		err = fmt.Errorf("%s: %w %s, which holds %s and less", notation.FEN(t.Game(), p), errNotHeld, t.Name(), t.Material())
	}
	return v, err
}
