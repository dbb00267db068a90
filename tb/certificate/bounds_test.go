package certificate_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
)

// claimOf returns a record of p with some move.
func claimOf(g *board.Game, p board.Position, v score.Exact) claim {
	var l board.List
	g.Moves(&p, &l)
	return claim{p, l.At(0), v}
}

// TestBounds checks what follows from records of the start and of the positions after it.
func TestBounds(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	root := enginetest.Position(t, g, g.Variant().Start)
	next := enginetest.Next(g, &root)
	all := func(v score.Exact, but int) (claims []claim) {
		for i, q := range next {
			if i != but {
				claims = append(claims, claimOf(g, q, v))
			}
		}
		return claims
	}
	longer := append(all(score.WinIn(3), -1), claimOf(g, next[0], score.WinIn(1)))
	longer = append(longer[1:], claimOf(g, next[1], score.WinIn(3)))
	for _, c := range []struct {
		name   string
		claims []claim
		want   string
	}{
		{"nothing", nil, "unknown"},
		{"win", []claim{claimOf(g, root, score.WinIn(9))}, "win 9"},
		{"hold", []claim{claimOf(g, root, score.Exact{})}, "at least draw"},
		{"one move missing", all(score.Exact{}, 0), "unknown"},
		{"opponent holds", all(score.Exact{}, -1), "at most draw"},
		{"opponent wins", all(score.WinIn(6), -1), "loss 7"},
		{"longest", longer, "loss 4"},
		{"both hold", append(all(score.Exact{}, -1), claimOf(g, root, score.Exact{})), "draw"},
		{"win anyway", append(all(score.Exact{}, -1), claimOf(g, root, score.WinIn(3))), "win 3"},
	} {
		b, err := open(t, g, c.claims).Bounds(&root)
		if err != nil || b.String() != c.want {
			t.Errorf("%s: %v, want %s; %v", c.name, b, c.want, err)
		}
	}
}

// TestBoundsOver checks the bounds of positions without records.
func TestBoundsOver(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	f := open(t, g, nil)
	for fen, want := range map[string]string{
		"k3/W3/K3/4[] b - - 0 1":  "unknown",
		"k3/FW2/K3/4[] b - - 0 1": "win 0", // stalemate
		"3k/4/4/K3[w] w - - 0 1":  "unknown",
	} {
		p := enginetest.Position(t, g, fen)
		if b, err := f.Bounds(&p); err != nil || b.String() != want {
			t.Errorf("%s: %v, want %s; %v", fen, b, want, err)
		}
	}
}
