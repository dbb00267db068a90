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

// benchCommand returns the command bench.
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

// runBench prints the line that OpenBench reads, then the two that Stockfish's scripts read. An
// interrupt does not wait for the search.
func (a *app) runBench(ctx context.Context) error {
	variants, err := a.benchVariants()
	if err != nil {
		return err
	}
	done := make(chan benchResult, 1)
	go func() { done <- a.bench(variants) }()
	var r benchResult
	select {
	case <-ctx.Done():
		return ctx.Err()
	case r = <-done:
	}
	if a.json {
		return a.printJSON(r)
	}
	fmt.Fprintf(a.out, "%d nodes %d nps\n", r.Nodes, r.NPS)
	fmt.Fprintf(a.out, "Nodes searched: %d\nNodes/second: %d\n", r.Nodes, r.NPS)
	return nil
}

// benchVariants returns the variant of --variant, or all built-in ones and those of --variants.
func (a *app) benchVariants() ([]*rules.Variant, error) {
	catalog, v, err := a.rules()
	if err != nil || a.variant == "" && a.variants == "" {
		return rules.Builtin().Variants(), err
	}
	variants := []*rules.Variant{v}
	if a.variant == "" {
		variants = catalog.Variants()
	}
	for _, v := range variants {
		if _, err := board.Compile(v); err != nil {
			return nil, err
		}
	}
	return variants, nil
}

// bench searches the positions of the variants and logs each.
func (a *app) bench(variants []*rules.Variant) (r benchResult) {
	nodes, elapsed := engine.BenchVariants(variants, func(variant, fen string, nodes uint64) {
		a.log.Info().Str("variant", variant).Str("fen", fen).Uint64("nodes", nodes).Msg("bench")
		r.Positions = append(r.Positions, benchPosition{variant, fen, nodes})
	})
	elapsed = max(elapsed, time.Microsecond)
	r.Nodes, r.Millis = nodes, elapsed.Milliseconds()
	r.NPS = uint64(float64(nodes) / elapsed.Seconds())
	return r
}
