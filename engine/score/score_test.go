package score

import "testing"

// TestOrder lists values from worst to best and compares all pairs.
func TestOrder(t *testing.T) {
	order := []Exact{LossIn(0), LossIn(1), LossIn(2), LossIn(500), {}, WinIn(501), WinIn(3), WinIn(1), WinIn(0)}
	for i, e := range order {
		for j, f := range order {
			if got := e.Compare(f); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%v compared with %v: %d", e, f, got)
			}
			if v, w := e.Value(), f.Value(); (v < w) != (i < j) {
				t.Errorf("values of %v and %v: %d and %d", e, f, v, w)
			}
		}
	}
}

func TestPrev(t *testing.T) {
	for _, c := range []struct{ e, want Exact }{
		{LossIn(0), WinIn(1)}, {WinIn(3), LossIn(4)}, {Exact{}, Exact{}},
	} {
		if got := c.e.Prev(); got != c.want {
			t.Errorf("before %v: %v, want %v", c.e, got, c.want)
		}
	}
}

// TestMateMoves counts as UCI does: a mate in one is one ply, being mated now is 0.
func TestMateMoves(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want int
	}{{WonIn(1), 1}, {WonIn(3), 2}, {LostIn(0), 0}, {LostIn(2), -1}, {LostIn(4), -2}} {
		if got := c.v.MateMoves(); got != c.want || !c.v.IsDecisive() {
			t.Errorf("%d: mate %d, want %d", c.v, got, c.want)
		}
	}
	if Value(900).IsDecisive() || LostIn(9).Plies() != 9 {
		t.Error("decisive values")
	}
}

// TestRange converts all distances, and more than an Exact holds: they stay in order, none becomes a
// shorter one, and only those that a search value holds become decisive.
func TestRange(t *testing.T) {
	for plies := -1; plies < 1<<17; plies++ {
		want := min(max(plies, 0), MaxDistance)
		win, loss := WinIn(plies), LossIn(plies)
		if int(win.Plies) != want || int(loss.Plies) != want || win.Outcome != Win || loss.Outcome != Loss {
			t.Fatalf("%d plies: %v, %v", plies, win, loss)
		}
		later := min(want+1, MaxDistance)
		if win.Prev() != LossIn(later) || loss.Prev() != WinIn(later) || win.Later(70000) != WinIn(MaxDistance) || (Exact{}).Later(plies) != (Exact{}) {
			t.Fatalf("%d plies: before it %v, %v", plies, win.Prev(), loss.Prev())
		}
		if win.Compare(Exact{}) <= 0 || loss.Compare(Exact{}) >= 0 || want < MaxDistance && win.Compare(WinIn(want+1)) <= 0 {
			t.Fatalf("%d plies: out of order", plies)
		}
		if win.MateMoves() != (want+1)/2 || loss.MateMoves() != -(want/2) {
			t.Fatalf("%d plies: mate %d, %d", plies, win.MateMoves(), loss.MateMoves())
		}
		v := win.Value()
		if loss.Value() != -v || v.IsDecisive() != (want <= MaxPlies) || v.IsDecisive() && (v.Exact() != win || (-v).Exact() != loss) || !v.IsDecisive() && v != Proven {
			t.Fatalf("%d plies: search value %d", plies, v)
		}
	}
}

func TestString(t *testing.T) {
	for want, e := range map[string]Exact{"win 5": WinIn(5), "loss 0": LossIn(0), "draw": {}} {
		if e.String() != want {
			t.Errorf("%q, want %q", e.String(), want)
		}
	}
}
