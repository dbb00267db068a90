package main

// The command bench: one number for the behaviour of the search, one for its speed.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/engine"
)

// benchCommand describes the command and its flags.
func (a *app) benchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions of all variants; the node count is the same in every run",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.runBench(c.Context()) },
	}
	a.addJSON(c.Flags())
	return c
}

// benchResult is what bench finds, as --json prints it.
type benchResult struct {
	Nodes     uint64          `json:"nodes"`
	Millis    int64           `json:"time_ms"`
	NPS       uint64          `json:"nps"`
	Positions []benchPosition `json:"positions"`
}

// benchPosition is a position and what its search visited.
type benchPosition struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Nodes   uint64 `json:"nodes"`
}

// runBench prints the line that OpenBench reads before the two that Stockfish's scripts
// do. On an interrupt it gives up without waiting for the search, which the end of the
// program ends.
func (a *app) runBench(ctx context.Context) error {
	done := make(chan benchResult, 1)
	go func() { done <- a.bench() }()
	var r benchResult
	select {
	case <-ctx.Done():
		return errors.New("bench stopped before its end")
	case r = <-done:
	}
	if a.json {
		return a.printJSON(r)
	}
	fmt.Fprintf(a.out, "%d nodes %d nps\n", r.Nodes, r.NPS)
	fmt.Fprintf(a.out, "Nodes searched: %d\nNodes/second: %d\n", r.Nodes, r.NPS)
	return nil
}

// bench searches all positions, with a line in the log for each.
func (a *app) bench() (r benchResult) {
	nodes, elapsed := engine.Bench(func(variant, fen string, nodes uint64) {
		a.log.Info().Str("variant", variant).Str("fen", fen).Uint64("nodes", nodes).Msg("bench")
		r.Positions = append(r.Positions, benchPosition{variant, fen, nodes})
	})
	elapsed = max(elapsed, time.Microsecond)
	r.Nodes, r.Millis = nodes, elapsed.Milliseconds()
	r.NPS = uint64(float64(nodes) / elapsed.Seconds())
	return r
}
