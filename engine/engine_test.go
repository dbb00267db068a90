package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

func start(t *testing.T, variant string) (*board.Game, board.Position) {
	t.Helper()
	g := enginetest.Game(t, variant)
	return g, enginetest.Position(t, g, g.Variant().Start)
}

func TestOptionsAreChecked(t *testing.T) {
	g, _ := start(t, "tinyhouse")
	o := DefaultOptions()
	o.Hash = 0
	if _, err := New(g, o); err == nil || !strings.Contains(err.Error(), "hash") {
		t.Errorf("got %v, want an error about the hash", err)
	}
	e, err := New(g, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetOptions(o); err == nil || e.Options() != DefaultOptions() {
		t.Errorf("SetOptions accepted bad options: %v, %+v", err, e.Options())
	}
}

// TestUse calls the methods of Engine in the order of a protocol.
func TestUse(t *testing.T) {
	g, p := start(t, "tinyhouse")
	e, err := New(g, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if best := e.Go(context.Background(), Limits{Depth: 1}, nil); best.OK {
		t.Errorf("found %+v without a position", best)
	}
	e.Set(p, nil)
	if e.Eval() == "" {
		t.Error("no evaluation")
	}
	o := DefaultOptions()
	o.MultiPV, o.Threads, o.Hash = 3, 2, 1
	if err := e.SetOptions(o); err != nil {
		t.Fatal(err)
	}
	var lines []Info
	best := e.Go(context.Background(), Limits{Depth: 4}, func(i Info) { lines = append(lines, i) })
	if !best.OK || len(lines) < 12 || lines[len(lines)-1].MultiPV != 3 {
		t.Errorf("got %+v and %d lines", best, len(lines))
	}
	only := lines[len(lines)-1].PV[:1]
	if best := e.Go(context.Background(), Limits{Depth: 2, SearchMoves: only}, nil); best.Move != only[0] {
		t.Errorf("a move outside SearchMoves: %v", best)
	}
	g, p = start(t, "chess")
	e.SetGame(g)
	e.Set(p, nil)
	if best := e.Go(context.Background(), Limits{MoveTime: 20 * time.Millisecond}, nil); !g.IsLegal(&p, best.Move) {
		t.Errorf("illegal after a change of game: %v", best)
	}
}

// TestOver checks the answers to positions where the game is over.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		value        score.Value
	}{
		{"chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", score.LostIn(0)},
		{"chess", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1", 0},
		{"peasants", "P7/8/8/8/8/8/7p/8 b - - 0 1", score.LostIn(0)},
	} {
		g, _ := start(t, c.variant)
		p, err := notation.ParseFEN(g, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(g, DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		e.Set(p, nil)
		var lines []Info
		best := e.Go(context.Background(), Limits{Depth: 5}, func(i Info) { lines = append(lines, i) })
		if best.OK || !best.Outcome.Over() || len(lines) != 1 || lines[0].Depth != 0 || lines[0].Value != c.value {
			t.Errorf("%s: got %+v, %+v", c.fen, best, lines)
		}
	}
}
