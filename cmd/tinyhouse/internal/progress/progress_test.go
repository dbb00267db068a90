package progress

import "testing"

// TestPrefixed checks that slow work has a rate that says something.
func TestPrefixed(t *testing.T) {
	for rate, want := range map[float64]string{0: "0.0 ", 1.25: "1.2 ", 999: "999.0 ", 1500: "1.5 k", 2.5e6: "2.5 M"} {
		if got := prefixed(rate); got != want {
			t.Errorf("%v: %q, want %q", rate, got, want)
		}
	}
}
