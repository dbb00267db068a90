package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

func (a *app) benchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions and print the node count and the speed",
		Long: `Search fixed positions of all built-in variants, or of --variant NAME alone, to a fixed depth with one
thread. The node count is the same in every run; it changes when the search does.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.runBench(c.Context()) },
	}
	a.addVariant(c.Flags())
	c.Flags().Lookup("variant").Usage = "search positions of the variant `NAME` only (default all built-in variants)"
	a.addJSON(c.Flags())
	return c
}

// benchResult is the result of bench, as --json prints it.
type benchResult struct {
	Nodes     uint64          `json:"nodes"`
	Millis    int64           `json:"time_ms"`
	NPS       uint64          `json:"nps"`
	Positions []benchPosition `json:"positions"`
}

// benchPosition is a position and the nodes of its search.
type benchPosition struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Nodes   uint64 `json:"nodes"`
}

// String returns the line that OpenBench reads, then the two that Stockfish's scripts read.
func (r *benchResult) String() string {
	return fmt.Sprintf("%d nodes %d nps\nNodes searched: %d\nNodes/second: %d\n", r.Nodes, r.NPS, r.Nodes, r.NPS)
}

// runBench prints the result of bench.
func (a *app) runBench(ctx context.Context) error {
	variants, err := a.benchVariants()
	if err != nil {
		return err
	}
	r := a.bench(ctx, variants)
	if err := ctx.Err(); err != nil {
		return err
	}
	return a.print(&r)
}

// benchVariants returns the variant of --variant, or all built-in ones and those of --variants.
func (a *app) benchVariants() ([]*rules.Variant, error) {
	if a.variant != "" {
		g, err := a.game()
		if err != nil {
			return nil, err
		}
		return []*rules.Variant{g.Variant()}, nil
	}
	catalog, err := a.catalog()
	if err != nil {
		return nil, err
	}
	for _, v := range catalog.Variants() {
		if _, err := board.Compile(v); err != nil {
			return nil, err
		}
	}
	return catalog.Variants(), nil
}

// bench searches the positions of the variants and logs each.
func (a *app) bench(ctx context.Context, variants []*rules.Variant) (r benchResult) {
	nodes, elapsed := engine.BenchVariants(ctx, variants, func(variant, fen string, nodes uint64) {
		a.log.Info().Str("variant", variant).Str("fen", fen).Uint64("nodes", nodes).Msg("bench")
		r.Positions = append(r.Positions, benchPosition{variant, fen, nodes})
	})
	elapsed = max(elapsed, time.Microsecond)
	r.Nodes, r.Millis = nodes, elapsed.Milliseconds()
	r.NPS = uint64(float64(nodes) / elapsed.Seconds())
	return r
}
