package register_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/solver/internal/register"
)

// TestRegister compares with a map, on identities near each other and far apart.
func TestRegister(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r, want := register.New(), map[uint64]int32{}
	for range 100_000 {
		identity := 1 + rng.Uint64N(1<<16-1)
		if rng.IntN(2) == 0 {
			identity <<= 48
		}
		number, known := want[identity]
		if got, ok := r.Of(identity); ok != known || ok && got != number {
			t.Fatalf("Of(%#x) is %d, %v, want %d, %v", identity, got, ok, number, known)
		}
		got, isNew := r.Add(identity)
		if isNew == known || known && got != number || isNew && got != int32(len(want)) {
			t.Fatalf("Add(%#x) is %d, %v after %d others", identity, got, isNew, len(want))
		}
		want[identity] = got
	}
}
