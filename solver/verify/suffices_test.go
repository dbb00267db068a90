package verify

import (
	"testing"

	"tinyhouse/engine/score"
)

// TestSuffices compares what a record claims with what a reply leads to, two plies later.
func TestSuffices(t *testing.T) {
	draw := score.Exact{}
	for _, c := range []struct {
		stored, found score.Exact
		want          bool
	}{
		{draw, score.LossIn(0), false},
		{draw, score.LossIn(8), false},
		{draw, draw, true},
		{draw, score.WinIn(9), true},
		{score.WinIn(3), draw, false},
		{score.WinIn(3), score.LossIn(0), false},
		{score.WinIn(3), score.WinIn(1), true},
		{score.WinIn(3), score.WinIn(2), false},
		{score.LossIn(4), score.WinIn(1), false},
	} {
		f := RecordFault{Stored: c.stored, Found: c.found}
		if got := f.suffices(2); got != c.want {
			t.Errorf("%v for a claim of %v suffices: %v, want %v", c.found, c.stored, got, c.want)
		}
	}
}
