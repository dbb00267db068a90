package tb_test

import (
	"testing"

	"tinyhouse/engine/score"
	"tinyhouse/tb"
)

func TestValue(t *testing.T) {
	for plies := range tb.MaxPlies + 1 {
		for _, e := range []score.Exact{{}, score.WinIn(plies), score.LossIn(plies)} {
			if got := tb.ValueOf(e).Exact(); got != e {
				t.Fatalf("%v comes back as %v", e, got)
			}
		}
	}
	if tb.None.Exact() != (score.Exact{}) || tb.Win+tb.MaxPlies >= tb.None {
		t.Error("None is a value")
	}
}
