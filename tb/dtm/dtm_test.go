package dtm_test

import (
	"testing"

	"tinyhouse/engine/score"
	"tinyhouse/tb/dtm"
)

// TestValues converts all 65,536 values and all distances: each value of a position comes back, no
// two are equal, and a distance that is too long is none.
func TestValues(t *testing.T) {
	seen := map[score.Exact]dtm.Value{}
	for i := range 1 << 16 {
		v := dtm.Value(i)
		isExact := v == dtm.Draw || v >= dtm.Loss && v <= dtm.Win+dtm.MaxPlies
		e := v.Exact()
		if back := dtm.ValueOf(e); isExact && back != v || !isExact && e != (score.Exact{}) {
			t.Fatalf("%#04x is %v, which comes back as %#04x", i, e, back)
		}
		if other, twice := seen[e]; twice && isExact {
			t.Fatalf("%#04x and %#04x are both %v", i, other, e)
		}
		if isExact {
			seen[e] = v
		}
	}
	for plies := dtm.MaxPlies + 1; plies < 1<<17; plies++ {
		for _, e := range []score.Exact{score.WinIn(plies), score.LossIn(plies), score.WinIn(plies - 1).Prev()} {
			if v := dtm.ValueOf(e); v != dtm.None {
				t.Fatalf("%v is stored as %#04x", e, uint16(v))
			}
		}
	}
}

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
