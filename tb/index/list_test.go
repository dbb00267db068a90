package index_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// TestList adds random signatures, some twice, and compares the list with a map.
func TestList(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var l index.List
	if _, ok := l.Find(&index.Signature{}); ok {
		t.Error("found in an empty list")
	}
	want := map[index.Signature]int{}
	for range 5000 {
		var s index.Signature
		for range 3 {
			s.Add(board.Color(rng.IntN(2)), board.Kind(rng.IntN(3)), rng.IntN(2) == 0, rng.IntN(3))
			s.Give(board.Color(rng.IntN(2)), board.Kind(rng.IntN(3)), rng.IntN(3))
		}
		before, there := want[s]
		if _, found := l.Find(&s); found != there {
			t.Fatalf("found before it is added: %v, want %v", found, there)
		}
		at, added := l.Add(s)
		if added == there || there && at != before || l.All()[at] != s {
			t.Fatalf("at %d, added %v; before at %d, %v", at, added, before, there)
		}
		want[s] = at
	}
	for s, at := range want {
		if got, ok := l.Find(&s); !ok || got != at {
			t.Fatalf("at %d, %v, want %d", got, ok, at)
		}
	}
	if len(want) != len(l.All()) {
		t.Fatalf("%d, want %d", len(l.All()), len(want))
	}
}
