package engine

import "testing"

// benchNodes is the result of Bench. A commit that changes it says so: "Bench: N".
const benchNodes = 1422612

func TestBench(t *testing.T) {
	report := func(variant, fen string, n uint64) { t.Logf("%-20s %8d %s", variant, n, fen) }
	if nodes, _ := Bench(t.Context(), report); nodes != benchNodes {
		t.Errorf("got %d nodes, want %d", nodes, benchNodes)
	}
}
