package main

// The command perft, with which move generators are compared and timed.

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
)

// perftCommand describes the command and its flags.
func (a *app) perftCommand() *cobra.Command {
	var depth int
	var divide, verify bool
	c := &cobra.Command{
		Use:   "perft --depth N",
		Short: "Count the leaves of the tree of legal moves",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if depth < 1 {
				return usageError{fmt.Errorf("--depth %d: want at least 1", depth)}
			}
			return a.runPerft(c.Context(), depth, divide, verify)
		},
	}
	c.Flags().IntVar(&depth, "depth", 0, "`PLIES` to look ahead, at least 1")
	c.Flags().BoolVar(&divide, "divide", false, "print the count of each move")
	c.Flags().BoolVar(&verify, "verify", false, "also compare orthodox chess with the counts of github.com/notnil/chess")
	a.addFEN(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// perftResult is what perft finds, as --json prints it.
type perftResult struct {
	Variant  string       `json:"variant"`
	FEN      string       `json:"fen"`
	Depth    int          `json:"depth"`
	Nodes    uint64       `json:"nodes"`
	Millis   int64        `json:"time_ms"`
	NPS      uint64       `json:"nps"`
	Divide   []perftMove  `json:"divide,omitempty"`
	Verified []perftCheck `json:"verified,omitempty"`
}

// perftMove is a root move and the leaves below it.
type perftMove struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// runPerft prints the counts of moves, the agreements with the other program, and the total
// in the last line.
func (a *app) runPerft(ctx context.Context, depth int, divide, verify bool) error {
	g, err := a.game()
	if err != nil {
		return err
	}
	pos, err := a.position(g)
	if err != nil {
		return err
	}
	r := perftResult{Variant: g.Variant().Name, FEN: notation.FEN(g, &pos), Depth: depth}
	if err := a.countLeaves(ctx, g, &pos, &r); err != nil {
		return err
	}
	if verify {
		if r.Verified, err = verifyOrthodox(ctx); err != nil {
			return err
		}
	}
	if !divide {
		r.Divide = nil
	}
	if a.json {
		return a.printJSON(r)
	}
	for _, m := range r.Divide {
		fmt.Fprintf(a.out, "%s: %d\n", m.Move, m.Nodes)
	}
	for _, v := range r.Verified {
		fmt.Fprintf(a.out, "verified: %s perft %d: %d\n", v.FEN, v.Depth, v.Nodes)
	}
	fmt.Fprintf(a.out, "perft %d: %d\n", depth, r.Nodes)
	return nil
}

// countLeaves counts on one thread and without a table, so that the time is that of the
// move generator. It fills in what r lacks, telling on the way how far it is.
func (a *app) countLeaves(ctx context.Context, g *board.Game, pos *board.Position, r *perftResult) error {
	bar, moves := a.startProgress("perft", "nodes"), g.Count(pos)
	defer bar.stop()
	begin := time.Now()
	err := perft.Divide(ctx, g, pos, r.Depth, func(m board.Move, nodes uint64) {
		r.Divide = append(r.Divide, perftMove{notation.Move(g, pos, m), nodes})
		r.Nodes += nodes
		bar.update(float64(len(r.Divide))/float64(moves), r.Nodes, "")
	})
	if err != nil {
		return fmt.Errorf("stopped after %d nodes", r.Nodes)
	}
	elapsed := max(time.Since(begin), time.Microsecond)
	r.Millis = elapsed.Milliseconds()
	r.NPS = uint64(float64(r.Nodes) / elapsed.Seconds())
	bar.stop()
	a.log.Info().Uint64("nodes", r.Nodes).Dur("ms", elapsed).Uint64("nps", r.NPS).Msg("perft")
	return nil
}
