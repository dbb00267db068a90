package engine_test

import (
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/perft"
)

// TestVariantFromINI checks a variant that is defined by ini text alone: move counts agree with
// those of the ffish library and of package slow, and the engine plays a game of it.
func TestVariantFromINI(t *testing.T) {
	g := enginetest.FromFile(t, "testdata/five.ini", "five")
	p := enginetest.Position(t, g, "")
	for i, want := range []uint64{7, 53, 473, 4775} { // ffish 0.7.10
		if n := perft.Count(g, &p, i+1); n != want {
			t.Errorf("perft %d: %d, want %d", i+1, n, want)
		}
	}
	q, err := slow.Parse(g.Variant(), g.Variant().Start)
	if err != nil {
		t.Fatal(err)
	}
	if n := q.Perft(3); n != 473 {
		t.Errorf("slow perft 3: %d, want 473", n)
	}
	play(t, g, 200)
}
