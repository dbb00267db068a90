package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/orthodox"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
)

func (a *app) perftCommand() *cobra.Command {
	var depth int
	var divide, verify bool
	c := &cobra.Command{
		Use:   "perft --depth N",
		Short: "Count the leaves of the tree of legal moves",
		Long: `Count the leaves of the tree of legal moves, to check and time the move generator. It uses one
thread and no hash table.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case !c.Flags().Changed("depth"):
				return usageError{errors.New("perft: --depth is missing: want a number of plies, such as --depth 5")}
			case depth < 1 || depth > perft.MaxDepth:
				return usageError{fmt.Errorf("perft: --depth %d: want 1 to %d", depth, perft.MaxDepth)}
			}
			return a.runPerft(c.Context(), depth, divide, verify)
		},
	}
	c.Flags().IntVar(&depth, "depth", 0, "count the leaves after `N` plies")
	c.Flags().BoolVar(&divide, "divide", false, "print the count of each root move, too")
	c.Flags().BoolVar(&verify, "verify", false, "compare counts of orthodox chess with those of github.com/notnil/chess, too")
	a.addPosition(c.Flags())
	a.addJSON(c.Flags())
	return c
}

// perftResult is the result of perft, as --json prints it.
type perftResult struct {
	Variant  string           `json:"variant"`
	FEN      string           `json:"fen"`
	Depth    int              `json:"depth"`
	Nodes    uint64           `json:"nodes"`
	Millis   int64            `json:"time_ms"`
	NPS      uint64           `json:"nps"`
	Divide   []perftMove      `json:"divide,omitempty"`
	Verified []orthodox.Check `json:"verified,omitempty"`
}

// perftMove is a root move and the number of leaves below it.
type perftMove struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// String returns the result as text, with the total on the last line.
func (r *perftResult) String() string {
	var b strings.Builder
	for _, m := range r.Divide {
		fmt.Fprintf(&b, "%s: %d\n", m.Move, m.Nodes)
	}
	for _, v := range r.Verified {
		fmt.Fprintf(&b, "verified: %s perft %d: %d\n", v.FEN, v.Depth, v.Nodes)
	}
	fmt.Fprintf(&b, "perft %d: %d\n", r.Depth, r.Nodes)
	return b.String()
}

// runPerft counts, and prints the result.
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
		if r.Verified, err = orthodox.Verify(ctx); err != nil {
			return err
		}
	}
	if !divide {
		r.Divide = nil
	}
	return a.print(&r)
}

// countLeaves sets the counts and the time of r.
func (a *app) countLeaves(ctx context.Context, g *board.Game, pos *board.Position, r *perftResult) error {
	bar, moves := a.startProgress("perft", "nodes"), g.Count(pos)
	defer bar.Stop()
	begin := time.Now()
	err := perft.Divide(ctx, g, pos, r.Depth, func(m board.Move, nodes uint64) {
		r.Divide = append(r.Divide, perftMove{notation.Move(g, pos, m), nodes})
		r.Nodes += nodes
		bar.Update(float64(len(r.Divide))/float64(moves), r.Nodes, "")
	})
	if err != nil {
		return fmt.Errorf("interrupted after %d nodes", r.Nodes)
	}
	elapsed := max(time.Since(begin), time.Microsecond)
	r.Millis = elapsed.Milliseconds()
	r.NPS = uint64(float64(r.Nodes) / elapsed.Seconds())
	bar.Stop()
	a.log.Info().Uint64("nodes", r.Nodes).Dur("ms", elapsed).Uint64("nps", r.NPS).Msg("perft")
	return nil
}
