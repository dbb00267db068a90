package engine

import "testing"

// TestBenchRepeats checks that the bench is a signature: twice the same.
func TestBenchRepeats(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	report := func(variant, fen string, n uint64) { t.Logf("%-20s %8d %s", variant, n, fen) }
	first, elapsed := Bench(report)
	t.Logf("%d nodes, %.0f nodes a second", first, float64(first)/elapsed.Seconds())
	if second, _ := Bench(nil); second != first {
		t.Errorf("got %d nodes, then %d", first, second)
	}
}
