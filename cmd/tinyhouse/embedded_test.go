package main

import (
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/embedded"
)

// TestEmbeddedPlay searches positions of every embedded table with default options: the engine knows
// the exact value and the whole line, without a search.
func TestEmbeddedPlay(t *testing.T) {
	all, err := embedded.All(nil)
	if err != nil {
		t.Fatal(err)
	}
	e := &player{partner: start(t)}
	for _, table := range all {
		e.table, e.game = table, table.Game()
		e.send("setoption name UCI_Variant value " + e.game.Variant().Name)
		for _, p := range sampleOf(t, table, many(20)) {
			e.checkValue(&p)
		}
	}
	e.quit()
}

// TestEmbeddedNames checks that a table serves its game under every name of the variant, and beside
// other tables.
func TestEmbeddedNames(t *testing.T) {
	e := start(t, "uci", "--variant", "chess")
	const fen = "position fen 8/8/8/8/8/3kp3/8/4K3 b - - 0 1"
	for _, name := range []string{"chess", "standard"} {
		if info := e.search("setoption name UCI_Variant value "+name, fen, "go depth 1"); !strings.Contains(info, " score mate ") || word(info, "tbhits") == "0" {
			t.Errorf("%s: %s", name, info)
		}
	}
	other := solveTable(t, "--variant", "losalamos", "--material", "KQvKR")
	e.ask("info string table *", "setoption name TablebasePath value "+other.Name())
	if info := e.search(fen, "go depth 1"); word(info, "tbhits") == "0" {
		t.Errorf("with another table: %s", info)
	}
	e.quit()
}

// TestEmbeddedLazy checks that the provider opens embedded tables only when their game is probed.
func TestEmbeddedLazy(t *testing.T) {
	s := &tableProvider{}
	p, notes := s.Open(nil, 1)
	if len(notes) > 0 || len(s.set.Tables()) > 0 {
		t.Errorf("%d tables at the start, %q", len(s.set.Tables()), notes)
	}
	if p.Holds(enginetest.Game(t, "crazyhouse")) || len(s.set.Tables()) > 0 {
		t.Error("there are tables of a game that has none")
	}
	if !p.Holds(enginetest.Game(t, "thinchess8")) || len(s.set.Tables()) != 1 {
		t.Errorf("%d tables of a game that has one", len(s.set.Tables()))
	}
}
