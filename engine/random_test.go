package engine_test

import (
	"context"
	"slices"
	"testing"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// TestRandomVariants plays randomly generated variants. Every move and reported line must be
// legal, and a line to a won or lost end must have the reported length.
func TestRandomVariants(t *testing.T) {
	variants := uint64(150)
	if testing.Short() {
		variants = 25
	}
	for seed := range variants {
		g := enginetest.Random(t, 6000+seed)
		play(t, g, 8)
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, g.Variant())
		}
	}
}

// play plays both sides until the game ends, or for a number of plies.
func play(t *testing.T, g *board.Game, plies int) {
	p := enginetest.Position(t, g, "")
	o := engine.DefaultOptions()
	o.Hash = 1
	e, err := engine.New(g, o)
	if err != nil {
		t.Fatal(err)
	}
	var history []uint64
	for range plies {
		e.Set(p, history)
		best := e.Go(context.Background(), engine.Limits{Depth: 5, Nodes: 2000}, func(i engine.Info) { checkLine(t, g, p, history, i) })
		if !best.OK {
			if g.Count(&p) != 0 {
				t.Errorf("%s: no move", notation.FEN(g, &p))
			}
			return
		}
		history = append(history, p.Key())
		if !g.IsLegal(&p, best.Move) {
			t.Errorf("%s: illegal move %04x", notation.FEN(g, &p), uint16(best.Move))
			return
		}
		g.Apply(&p, &p, best.Move)
	}
}

// checkLine plays the line of a report. A won or lost line may end by repetition, which some of
// these variants score so.
func checkLine(t *testing.T, g *board.Game, p board.Position, history []uint64, i engine.Info) {
	start := p
	history = slices.Clone(history)
	for n, m := range i.PV {
		history = append(history, p.Key())
		if !g.IsLegal(&p, m) {
			t.Errorf("%s: move %d of the line is illegal", notation.FEN(g, &start), n+1)
			return
		}
		g.Apply(&p, &p, m)
	}
	if i.Bound == engine.Exact && i.Value.IsDecisive() && (len(i.PV) != i.Value.Plies() || !g.Outcome(&p, history).Over()) {
		t.Errorf("%s: value %d, a line of %d plies", notation.FEN(g, &start), i.Value, len(i.PV))
	}
}
