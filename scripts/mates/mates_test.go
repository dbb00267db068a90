package main

import (
	"math"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// TestFile checks that the problems are what the drawing promises.
func TestFile(t *testing.T) {
	g := enginetest.Game(t, variant)
	all, err := load(g, "tinyhouse.epd")
	if err != nil {
		t.Fatal(err)
	}
	count, names, seen := map[class]int{}, map[string]bool{}, map[string]string{}
	for _, p := range all {
		count[class{p.win, p.level}]++
		if names[p.id] || p.id == "" {
			t.Errorf("id %q is not the only one", p.id)
		}
		names[p.id] = true
		if other, ok := seen[same(p.fen)]; ok {
			t.Errorf("%s is %s again", p.id, other)
		}
		seen[same(p.fen)] = p.id
		checkProblem(t, g, p)
	}
	for _, win := range []bool{true, false} {
		sum := 0
		for _, level := range levels[:3] {
			n := count[class{win, level}]
			if sum += n; n < 6 {
				t.Errorf("%d problems, win %v, are %s", n, win, level)
			}
		}
		if sum != 25 {
			t.Errorf("%d problems, win %v, want 25", sum, win)
		}
	}
}

// checkProblem looks at one problem.
func checkProblem(t *testing.T, g *board.Game, p *problem) {
	pos, err := notation.ParseFEN(g, p.fen)
	if err != nil {
		t.Fatal(err)
	}
	men := pos.Occupied().Len() + pos.Hand(board.White).Len() + pos.Hand(board.Black).Len()
	if o := g.Outcome(&pos, nil); o.Over() || men != 10 || g.Count(&pos) < minMoves || p.mate < minMoves {
		t.Errorf("%s: over %v, %d men, %d moves, mate in %d", p.id, o.Over(), men, g.Count(&pos), p.mate)
	}
	if (p.best != "") != p.win {
		t.Errorf("%s: claim %s with best move %q", p.id, p.question(), p.best)
	}
	if p.win {
		if _, err := notation.ParseMove(g, &pos, p.best); err != nil {
			t.Errorf("%s: %v", p.id, err)
		}
	}
	again, err := parse(g, p.String())
	if err != nil || *again != *p {
		t.Errorf("%s: read back as %+v, %v", p.id, again, err)
	}
}

// TestSame compares a position with its images, and with others.
func TestSame(t *testing.T) {
	const fen = "1uwk/P1k1/PWf1/W~1F1[Uff] w - - 0 1"
	want := same(fen)
	for text, equal := range map[string]bool{
		"kwu1/1k1P/1fWP/1F1W~[Uff] w - - 0 1": true,
		"w~1f1/pwF1/p1K1/1UWK[FFu] b - - 0 1": true,
		"1f1w~/1Fwp/1K1p/KWU1[FFu] b - - 0 1": true,
		"1f1w~/1Fwp/1K1p/KWU1[FFu] w - - 0 1": false,
		"1uwk/P1k1/PWf1/W1F1[Uff] w - - 0 1":  false,
		"1uwk/P1k1/PWf1/W~1F1[ff] w - - 0 1":  false,
		"W~1F1/PWf1/P1k1/1uwk[Uff] w - - 0 1": false,
	} {
		if (same(text) == want) != equal {
			t.Errorf("%s: %q beside %q, want equal %v", text, same(text), want, equal)
		}
	}
	if got := same("k3/4/4/K3[] w - - 0 1"); got != same("k3/4/4/K3[] b - - 0 1") || got != same("3k/4/4/3K[] w - - 0 1") {
		t.Errorf("empty hands: %q", got)
	}
}

func TestParse(t *testing.T) {
	const fen = "f1w1/3k/4/K3[UPPwuf] w - - 0 1 "
	for line, want := range map[string]string{
		`id "a"; claim loss; dm -12; c0 "hard";`:          "",
		`id "a"; claim win; bm a1b2; dm 12; c0 "easy";`:   "",
		`id "a"; claim loss; c0 "hard";`:                  "",
		`id "a"; claim loss; dm 12; c0 "hard";`:           "a dm to match",
		`id "a"; claim win; bm a1b2; dm -12; c0 "hard";`:  "a dm to match",
		`id "a"; claim draw; c0 "hard";`:                  "want a claim",
		`id "a"; claim win; bm a1b2; dm x; c0 "hard";`:    "dm",
		`id "a"; claim win; bm a1b2; dm 3; c0 "hardest";`: "a level",
	} {
		_, err := parse(enginetest.Game(t, variant), fen+line)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

func TestReadLine(t *testing.T) {
	for line, want := range map[string]int{
		"info depth 3 score mate 4 nodes 7 pv a1b2":             4,
		"info depth 3 score mate -4 nodes 7 pv a1b2":            -4,
		"info depth 3 score mate 4 lowerbound nodes 7 pv a1b2":  4,
		"info depth 3 score mate 4 upperbound nodes 7 pv a1b2":  99,
		"info depth 3 score mate -4 lowerbound nodes 7 pv a1b2": 99,
		"info depth 3 score mate -4 upperbound nodes 7 pv a1b2": -4,
		"info depth 3 score cp 400 nodes 7 pv mate 3":           0,
		"info string score mate 3":                              99,
		"info depth 3 currmove a1b2":                            99,
	} {
		a := answer{mate: 99}
		if a.read(line); a.mate != want {
			t.Errorf("%s: mate %d, want %d", line, a.mate, want)
		}
	}
}

func TestReadResult(t *testing.T) {
	p := &problem{win: true}
	for text, want := range map[string]sample{
		`{"start":{"value":"win","plies":9},"nodes":5,"seconds":0.5}`:   {solved: true, seconds: 0.5, nodes: 5},
		`{"start":{"value":"draw"},"nodes":5,"seconds":0.5}`:            {denied: true, seconds: 0.5, nodes: 5},
		`{"start":null,"known":"at most draw","nodes":5,"seconds":0.5}`: {denied: true, seconds: 0.5, nodes: 5},
		`{"start":null,"known":"unknown","nodes":5,"seconds":0.5}`:      {seconds: 0.5, nodes: 5},
	} {
		if got, err := readResult([]byte(text), p); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	if _, err := readResult([]byte("usage"), p); err == nil {
		t.Error("no error for what is no JSON")
	}
}

func TestSums(t *testing.T) {
	const limit = 10 * time.Second
	a := []sample{{solved: true, seconds: 4, nodes: 40}, {seconds: 11, nodes: 60}, {solved: true, seconds: 1e-9}}
	b := []sample{{solved: true, seconds: 1, nodes: 50}, {solved: true, seconds: 5, nodes: 50}, {seconds: 10}}
	if got := sum(a, limit); got.solved != 2 || math.Abs(got.cost-14.001) > 1e-9 || got.nodes != 100 || got.median != 4 {
		t.Errorf("sum %+v", got)
	}
	if mean, n := ratio(a, b, limit, false); n != 1 || math.Abs(mean-4) > 1e-9 {
		t.Errorf("ratio %v over %d, want 4 over 1", mean, n)
	}
	if mean, n := ratio(a, b, limit, true); n != 3 || math.Abs(mean-math.Cbrt(4*2*1e-4)) > 1e-9 {
		t.Errorf("ratio %v over %d", mean, n)
	}
	runs := []sample{{seconds: 10}, {solved: true, seconds: 9}, {solved: true, seconds: 3, denied: true}}
	if m := middle(runs); !m.solved || m.seconds != 9 || !m.denied {
		t.Errorf("median %+v", m)
	}
}
