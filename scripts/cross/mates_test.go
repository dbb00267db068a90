package main

import (
	"math"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// TestProblems checks the file: 25 wins and 25 losses, no name or position twice, all units in
// play, at least three legal moves.
func TestProblems(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	all, err := readProblems(g.Variant(), "mates.epd")
	if err != nil {
		t.Fatal(err)
	}
	wins, seen := 0, map[string]bool{}
	for _, p := range all {
		if p.win {
			wins++
		}
		if seen[p.id] || seen[p.fen] {
			t.Errorf("%s: name or position twice", p.id)
		}
		seen[p.id], seen[p.fen] = true, true
		pos := enginetest.Position(t, g, p.fen)
		pieces := pos.Occupied().Len() + pos.Hand(board.White).Len() + pos.Hand(board.Black).Len()
		if o := g.Outcome(&pos, nil); o.Over() || pieces != 10 || g.Count(&pos) < 3 {
			t.Errorf("%s: over %v, %d pieces, %d moves", p.id, o.Over(), pieces, g.Count(&pos))
		}
		if notation.FEN(g, &pos) != p.fen {
			t.Errorf("%s: %s read as %s", p.id, p.fen, notation.FEN(g, &pos))
		}
	}
	if len(all) != 50 || wins != 25 {
		t.Errorf("%d problems, %d wins; want 50 and 25", len(all), wins)
	}
}

func TestParseProblem(t *testing.T) {
	const fen = "f1w1/3k/4/K3[UPPwuf] w - - "
	for line, want := range map[string]string{
		`id "a"; dm -12;`: "",
		`id "a"; dm 12;`:  "",
		`id "a";`:         "want the operations id and dm",
		`dm 3;`:           "want the operations id and dm",
		`id "a"; dm x;`:   "want a number",
		`id "a"; dm 0;`:   "want a number",
	} {
		_, err := parseProblem(enginetest.Game(t, "tinyhouse"), fen+line)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

func TestReadInfo(t *testing.T) {
	for line, want := range map[string]int{
		"info depth 3 score mate 4 nodes 7 pv a1b2":             4,
		"info depth 3 score mate -4 nodes 7 pv a1b2":            -4,
		"info depth 3 score mate 4 lowerbound nodes 7 pv a1b2":  4,
		"info depth 3 score mate 4 upperbound nodes 7 pv a1b2":  0,
		"info depth 3 score mate -4 lowerbound nodes 7 pv a1b2": 0,
		"info depth 3 score mate -4 upperbound nodes 7 pv a1b2": -4,
		"info depth 3 score cp 400 nodes 7 pv mate 3":           0,
		"info string score mate 3":                              0,
		"info depth 3 currmove a1b2":                            0,
	} {
		if got, _ := readInfo(line); got != want {
			t.Errorf("%s: mate %d, want %d", line, got, want)
		}
	}
}

func TestTimeRatio(t *testing.T) {
	a := []result{{solved: true, seconds: 4}, {seconds: 11}, {solved: true, seconds: 1e-9}, {solved: true, seconds: 9}}
	b := []result{{solved: true, seconds: 1}, {solved: true, seconds: 5}, {seconds: 10}, {solved: true, seconds: 9}}
	if mean, n := timeRatio(a, b); n != 2 || math.Abs(mean-2) > 1e-9 {
		t.Errorf("ratio %v over %d, want 2 over 2", mean, n)
	}
}
