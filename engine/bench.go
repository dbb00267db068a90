package engine

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// benchText lists positions besides the start positions, one per line: variant and FEN.
//
//go:embed bench.txt
var benchText string

// Bench searches fixed positions of all built-in variants to fixed depths with one thread. It
// returns the nodes, which are the same in every run, and the time. It calls report, which may be
// nil, for each position. The cancelling of ctx ends it soon.
func Bench(ctx context.Context, report func(variant, fen string, nodes uint64)) (nodes uint64, elapsed time.Duration) {
	return BenchVariants(ctx, rules.Builtin().Variants(), report)
}

// BenchVariants does what Bench does with the positions of some variants.
func BenchVariants(ctx context.Context, variants []*rules.Variant, report func(variant, fen string, nodes uint64)) (nodes uint64, elapsed time.Duration) {
	var e *Engine
	for _, v := range variants {
		g, err := board.Compile(v)
		if err != nil {
			panic(err)
		}
		if e == nil {
			if e, err = New(g, DefaultOptions()); err != nil {
				panic(err)
			}
		}
		e.SetGame(g)
		for _, fen := range benchFENs(v) {
			n, took := benchOne(ctx, e, fen)
			if ctx.Err() != nil {
				return nodes, elapsed
			}
			nodes, elapsed = nodes+n, elapsed+took
			if report != nil {
				report(v.Name, fen, n)
			}
		}
	}
	return nodes, elapsed
}

// benchFENs returns the bench positions of a variant.
func benchFENs(v *rules.Variant) []string {
	fens := []string{v.Start}
	for line := range strings.Lines(benchText) {
		if name, fen, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == v.Name {
			fens = append(fens, fen)
		}
	}
	return fens
}

// benchOne searches a position and returns its nodes and time.
func benchOne(ctx context.Context, e *Engine, fen string) (uint64, time.Duration) {
	p, err := notation.ParseFEN(e.Game(), fen)
	if err != nil {
		panic(err)
	}
	depth := 11
	if e.Game().Geometry().Squares() >= 40 {
		depth = 10
	}
	e.NewGame()
	e.Set(p, nil)
	start, nodes := time.Now(), uint64(0)
	e.Go(ctx, Limits{Depth: depth}, func(i Info) { nodes = i.Nodes })
	return nodes, time.Since(start)
}
