package index_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/index"
)

// TestSymmetryDecided changes one region of a symmetric game at a time and looks at which
// symmetries are left.
func TestSymmetryDecided(t *testing.T) {
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

// TestIdleRegions says that regions of rules not in force do not count.
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

// TestLarge samples slices far too large to go through.
func TestLarge(t *testing.T) {
	for _, c := range []struct{ variant, slice string }{
		{"tinyhouse", "KWUFPvKWUFP"}, {"dobutsu", "LCGEvLCGE"}, {"thinchess", "KRNRNvKRNRN"},
		{"peasants", "PPPPPPvPPPPPP"}, {"peasants5", "PPPPPPPvPPPPPPP"}, {"chess", "KRPPPPvKRPPPP"},
		{"crazyhouse", "KQ~PPN~vKRRPP[NPP]"}, {"losalamos", "KRPPPvKNPPP"},
	} {
		tab := table(t, indexer(t, c.variant), c.slice)
		rng := rand.New(rand.NewPCG(1, tab.Full()))
		legal := 0
		for range 2000 {
			i := rng.Uint64N(tab.Full())
			var p board.Position
			if !tab.Decode(i, &p) {
				continue
			}
			legal++
			if got, ok := tab.Encode(&p); !ok || got != i {
				t.Fatalf("%s %s: number %d is encoded as %d", c.variant, c.slice, i, got)
			}
		}
		t.Logf("%s %s: size %d, %d of 2000 legal", c.variant, c.slice, tab.Full(), legal)
	}
}

// TestTooLarge wants an error for a slice that 64 bits cannot count.
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
