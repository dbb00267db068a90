package webapi

import (
	"strings"
	"testing"
)

// TestSetUpProblems checks the sentences about illegal positions, the counters, and the castlings that men allow.
func TestSetUpProblems(t *testing.T) {
	a := New(nil)
	for _, c := range []struct {
		variant string
		s       Setup
		want    Arranged
	}{
		{"tinyhouse", Setup{Men: map[string]string{"a1": "K", "b2": "k"}, Clock: 3, Number: 7},
			Arranged{FEN: "4/4/1k2/K3[] w - - 3 7", Problem: "The side not to move is in check."}},
		{"tinyhouse", Setup{Men: map[string]string{"a1": "K", "c3": "k"}, Turn: "b", Clock: 3, Number: 7},
			Arranged{FEN: "4/2k1/4/K3[] b - - 3 7"}},
		{"chess", Setup{Men: map[string]string{"e1": "K", "e8": "k", "h1": "R", "a8": "r"}, Castling: "KQkq"},
			Arranged{FEN: "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", Rights: "Kq"}},
		{"chess", Setup{Men: map[string]string{"e1": "K", "h1": "R"}, Castling: "Q"},
			Arranged{FEN: "8/8/8/8/8/8/8/4K2R w - - 0 1", Rights: "K", Problem: "Each side needs exactly one king."}},
		{"chess", Setup{Men: map[string]string{"e1": "X"}},
			Arranged{FEN: "8/8/8/8/8/8/8/4X3 w - - 0 1"}},
	} {
		var got Arranged
		ask(t, a, Request{Op: "setup", Variant: c.variant, Setup: &c.s}, &got)
		if c.s.Men["e1"] == "X" {
			c.want.Problem = got.Problem
			if got.Problem == "" {
				t.Errorf("%+v", got)
			}
		}
		if got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.s, got, c.want)
		}
	}
}

// TestHands checks the limits of hands, whose text a few bytes could make very long.
func TestHands(t *testing.T) {
	a, many := New(nil), map[string]int{}
	for letter := range rune(65) {
		many[string('0'+letter)] = 1
	}
	for want, hand := range map[string]map[string]int{"hand of 65 letters": many, `hand with "PP": want single letters`: {"PP": 1}} {
		for c := range 2 {
			var s Setup
			s.Hands[c] = hand
			if got := failure(t, a, Request{Op: "setup", Setup: &s}); !strings.Contains(got, want) {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
