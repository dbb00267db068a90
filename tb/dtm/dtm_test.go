package dtm_test

import (
	"testing"

	"tinyhouse/engine/score"
	"tinyhouse/tb/dtm"
)

func TestValue(t *testing.T) {
	for plies := range dtm.MaxPlies + 1 {
		for _, e := range []score.Exact{{}, score.WinIn(plies), score.LossIn(plies)} {
			if got := dtm.ValueOf(e).Exact(); got != e {
				t.Fatalf("%v comes back as %v", e, got)
			}
		}
	}
	if dtm.None.Exact() != (score.Exact{}) || dtm.Win+dtm.MaxPlies >= dtm.None {
		t.Error("None is a value")
	}
}
