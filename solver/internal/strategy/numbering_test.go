package strategy

import (
	"math/rand/v2"
	"testing"
)

// TestNumbering compares with a map, on identities near each other and far apart.
func TestNumbering(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r, want := newNumbering(), map[uint64]int32{}
	for range 100_000 {
		identity := 1 + rng.Uint64N(1<<16-1)
		if rng.IntN(2) == 0 {
			identity <<= 48
		}
		number, known := want[identity]
		if got, ok := r.of(identity); ok != known || ok && got != number {
			t.Fatalf("of(%#x) is %d, %v, want %d, %v", identity, got, ok, number, known)
		}
		got, isNew := r.add(identity)
		if isNew == known || known && got != number || isNew && got != int32(len(want)) {
			t.Fatalf("add(%#x) is %d, %v after %d others", identity, got, isNew, len(want))
		}
		want[identity] = got
	}
}
