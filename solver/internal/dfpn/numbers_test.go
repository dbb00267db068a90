package dfpn

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
)

// randomNumbers returns numbers of a move, decided or not.
func randomNumbers(rng *rand.Rand, attacking bool) Numbers {
	switch rng.IntN(5) {
	case 0:
		return exactly(rng.IntN(2) == 0, attacking)
	case 1:
		return AssumedHeld(attacking)
	case 2:
		return Numbers{1 + rng.Uint32N(Largest), 1 + rng.Uint32N(Largest)}
	}
	return Numbers{1 + rng.Uint32N(20), 1 + rng.Uint32N(20)}
}

// TestEntry packs and unpacks random entries and efforts.
func TestEntry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		e := Entry{randomNumbers(rng, rng.IntN(2) == 0), board.Move(rng.Uint32()), uint8(rng.IntN(MaxEffort + 1))}
		if e.pack() == 0 || unpack(e.pack()) != e {
			t.Fatalf("%+v, got %+v", e, unpack(e.pack()))
		}
		nodes := rng.Uint64() >> rng.IntN(64)
		effort := EffortOf(nodes)
		if least := nodesOf(effort); effort < MaxEffort && (least > nodes || nodes > least+least/2) || EffortOf(nodes/2) > effort {
			t.Fatalf("%d positions have effort %d, which are %d", nodes, effort, nodesOf(effort))
		}
	}
}

// TestSummary compares summaries with their definition: one move that succeeds is enough, all must
// fail, and no exact result rests on an assumption.
func TestSummary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		attacking := rng.IntN(2) == 0 // after the moves
		sum := NewSummary()
		least, total, exactly, assumes := uint64(infinite), uint64(0), false, false
		n := 1 + rng.IntN(6)
		for i := range n {
			k := randomNumbers(rng, attacking)
			sum.Add(i, k)
			least, total = min(least, uint64(k.Delta)), total+uint64(k.Phi)
			exactly = exactly || k == Fails
			assumes = assumes || k == assumedSucceeds
		}
		got := sum.Conclude()
		want := Numbers{uint32(min(least, Largest)), uint32(min(total, Largest))}
		switch {
		case exactly:
			want = Succeeds
		case least == 0:
			want = assumedSucceeds
		case total == 0 && assumes:
			want = assumedFails
		case total == 0:
			want = Fails
		}
		if got != want || sum.Best >= n {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}
