package index_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/index"
)

// TestRegions changes one region of a symmetric game at a time and checks which symmetries are left.
func TestRegions(t *testing.T) {
	base := variant(t, "bolting").Variant()
	geo := base.Board
	sq := func(names ...string) geom.Set {
		var s geom.Set
		for _, name := range names {
			one, err := geo.ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			s = s.With(one)
		}
		return s
	}
	for region, of := range map[string]func(*rules.Variant) *rules.Sides{
		"promotion": func(v *rules.Variant) *rules.Sides { v.Promote.PawnMandatory = false; return &v.Promote.Zone },
		"double":    func(v *rules.Variant) *rules.Sides { return &v.Pawn.DoubleFrom },
		"drop":      func(v *rules.Variant) *rules.Sides { return &v.Drop.Zone },
		"flag":      func(v *rules.Variant) *rules.Sides { v.End.Flag = 'h'; return &v.End.FlagZone },
	} {
		for _, c := range []struct {
			white, black  geom.Set
			mirror, turns bool
		}{
			{sq("b4", "c4"), sq("b3", "c3"), true, true},
			{sq("b4", "c4"), sq("b4", "c4"), true, false},
			{sq("b4"), sq("b3"), false, true},
			{sq("b4"), sq("c3"), false, true}, // by half a circle
			{sq("b4"), sq("b2"), false, false},
			{sq("a4", "d4"), 0, true, false},
		} {
			v := *base
			*of(&v) = rules.Sides{c.white, c.black}
			g, err := board.Compile(&v)
			if err != nil {
				t.Fatal(err)
			}
			if ix := index.New(g); ix.Mirrors() != c.mirror || ix.Turns() != c.turns {
				t.Errorf("%s %x %x: mirror %v, turn %v, want %v, %v", region, c.white, c.black,
					ix.Mirrors(), ix.Turns(), c.mirror, c.turns)
			}
		}
	}
}

// TestIdleRegions checks that regions of rules that are not in force do not count.
func TestIdleRegions(t *testing.T) {
	v := *variant(t, "thinchess8").Variant()
	v.Promote.Zone = rules.Sides{1, 1}
	v.Pawn.DoubleFrom = rules.Sides{1, 0}
	v.Pawn.DoubleStep = false
	v.Drop.Zone = rules.Sides{1, 0}
	v.End.FlagZone = rules.Sides{1, 0}
	g, err := board.Compile(&v)
	if err != nil {
		t.Fatal(err)
	}
	if !index.New(g).Turns() {
		t.Error("an idle region keeps the colours from turning")
	}
}

// TestTooLarge checks that a signature with more numbers than 64 bits count has no layout.
func TestTooLarge(t *testing.T) {
	ix := indexer(t, "peasants")
	s, err := ix.Parse("PPPPPPPPPPPPPPPPvPPPPPPPPPPPPPPPP")
	if err != nil {
		t.Fatal(err)
	}
	if tab, err := ix.Layout(s); err == nil {
		t.Errorf("a size of %d", tab.Full())
	}
}
