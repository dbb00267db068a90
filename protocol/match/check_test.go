package match

import (
	"strings"
	"testing"

	"tinyhouse/engine/notation"
)

// at returns a line of moves from a FEN.
func at(t *testing.T, variant, fen, moves string) *line {
	t.Helper()
	g := mustCompile(variant)
	p, err := notation.ParsePosition(g, fen)
	if err != nil {
		t.Fatal(err)
	}
	l := newLine(g, p)
	for text := range strings.FieldsSeq(moves) {
		m, err := parseExact(g, &l.pos, text)
		if err != nil {
			t.Fatal(err)
		}
		l.play(m)
	}
	return l
}

// expect compares an error with a part of its text; "" is no error.
func expect(t *testing.T, what string, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: refused: %v", what, err)
	case want != "" && err == nil:
		t.Errorf("%s: accepted, want %q", what, want)
	case want != "" && !strings.Contains(err.Error(), want):
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

// Positions for the lines below.
const (
	backRank  = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1" // e1e8 is mate
	cornered  = "k7/8/1K6/8/8/8/8/7R b - - 0 1"     // a8b8 is forced, then h1h8 is mate
	smother   = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"    // g5g6 is stalemate, g5g7 mate
	shuffle   = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
	lateHour  = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 99 90"
	tinyStale = "k3/3K/1F2/4[] w - - 0 1" // d3c3 is stalemate, which wins
)

var checks = []struct{ variant, fen, moves, line, want string }{
	{"chess", backRank, "", "score mate 1 pv e1e8", ""},
	{"chess", backRank, "", "score cp 12 pv e1e7 g8f8", ""},
	{"chess", backRank, "", "score mate 2 pv e1e8", "is mate 1"},
	{"chess", backRank, "", "score mate -1 pv e1e8", "is mate 1"},
	{"chess", backRank, "", "score mate 1 pv e1e7", "goes on after 1 plies"},
	{"chess", backRank, "", "score mate 2 pv e1e7 h7h6 e7e8 g8h7", "goes on after 4 plies"},
	{"chess", backRank, "", "score mate 1 pv e1e8 g8h8", "pv goes on with g8h8, but is won by checkmate"},
	{"chess", backRank, "", "score cp 5 lowerbound pv e1e8 g8h8", "pv goes on"},
	{"chess", backRank, "", "score mate 1 lowerbound pv e1e7", ""},
	{"chess", backRank, "", "score cp 5 pv e1f2", "pv ply 1"},
	{"chess", backRank, "", "score cp 5 pv e1e7 g8g7", "pv ply 2"},
	{"chess", backRank, "", "score cp 5 pv E1E7", "should be written e1e7"},
	{"chess", backRank, "", "pv e1e7", "without a score"},
	{"chess", backRank, "", "depth 3 nodes 4", ""},

	{"chess", cornered, "", "score mate -1 pv a8b8 h1h8", ""},
	{"chess", cornered, "", "score mate 1 pv a8b8 h1h8", "is mate -1"},
	{"chess", cornered, "", "score mate -2 pv a8b8 h1h8", "is mate -1"},
	{"chess", cornered, "", "score mate -1 pv a8b8", "goes on"},
	{"chess", smother, "", "score mate 1 pv g5g6", "drawn by stalemate"},
	{"chess", smother, "", "score mate 1 pv g5g7", ""},
	{"chess", smother, "", "score cp 0 pv g5g6 h8g8", "drawn by stalemate"},

	{"chess", "startpos", shuffle, "score cp 0 pv f6g8", ""},
	{"chess", "startpos", shuffle, "score cp 0 pv f6g8 e2e4", "drawn by repetition after 1"},
	{"chess", "startpos", "g1f3 g8f6 f3g1", "score cp 0 pv f6g8 g1f3 g8f6 f3g1 f6g8", ""},
	{"chess", "startpos", "g1f3 g8f6 f3g1", "score cp 0 pv f6g8 g1f3 g8f6 f3g1 f6g8 e2e4", "drawn by repetition after 5"},
	{"chess", lateHour, "", "score cp 0 pv e1e7", ""},
	{"chess", lateHour, "", "score cp 0 pv e1e7 h7h6", "drawn by move limit"},
	{"chess", lateHour, "", "score mate 1 pv e1e8", ""},

	{"tinyhouse", tinyStale, "", "score mate 0 pv d3c3", ""},
	{"tinyhouse", tinyStale, "", "score mate 1 pv d3c3", "lost by stalemate"},
	{"tinyhouse", "1k2/3K/1F2/4[] b - - 0 1", "", "score mate 1 pv b4a4 d3c3", ""},
	{"dobutsu", "startpos", "", "score mate 2 pv b2b3 a4a3 b3b4+", ""},
	{"dobutsu", "startpos", "", "score mate 2 pv b2b3 a4a3 b3b4+ c4b4", "won by extinction after 3 plies"},
	{"dobutsu", "l2/2L/3/3[] w - - 0 1", "", "score mate 1 pv c3c4", ""},
	{"dobutsu", "l2/2L/3/3[] w - - 0 1", "", "score cp 900 pv c3c4 a4a3", "won by goal reached"},
}

func TestCheck(t *testing.T) {
	for _, c := range checks {
		i, err := parseInfo("info " + c.line)
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		expect(t, c.fen+" "+c.moves+": "+c.line, at(t, c.variant, c.fen, c.moves).checkInfo(i), c.want)
	}
}

func TestConclude(t *testing.T) {
	for _, c := range []struct{ fen, moves, line, best, want string }{
		{backRank, "", "score mate 1 pv e1e8", "e1e8", ""},
		{backRank, "", "score cp 3 pv e1e7 h7h6", "e1e8", "begins with e1e7"},
		{backRank, "", "score cp 3 pv e1e7", "e1e7", ""},
		{backRank, "", "score cp 0 pv e1e7 h7h6", "e1e7", ""},
		{backRank, "", "score cp 0 pv e1e7", "e1e7", "claims a draw"},
		{backRank, "", "score cp 0 lowerbound pv e1e7", "e1e7", ""},
		{smother, "", "score cp 0 pv g5g6", "g5g6", ""},
		{smother, "", "score cp 700 pv g5g6", "g5g6", "is not cp 0"},
		{"startpos", shuffle, "score cp 0 pv f6g8", "f6g8", ""},
		{"startpos", shuffle, "score cp 20 pv f6g8", "f6g8", "is not cp 0"},
		{lateHour, "", "score cp 0 pv e1e7", "e1e7", ""},
	} {
		i, err := parseInfo("info " + c.line)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, c.fen+" "+c.moves+": "+c.line, at(t, "chess", c.fen, c.moves).checkBest(i, c.best), c.want)
	}
	expect(t, "nothing", at(t, "chess", backRank, "").checkBest(nil, "e1e8"), "without a line")
}

func TestParseInfo(t *testing.T) {
	for line, want := range map[string]string{
		"info depth 3 seldepth 4 multipv 1 score cp -5 wdl 1 2 997 nodes 10 nps 10 hashfull 0 tbhits 0 time 3 pv a2a3": "",
		"info string depth x":              "",
		"info depth 3 currmove a2a3":       "",
		"info depth 3 score mate -4":       "",
		"bestmove a2a3":                    "no info line",
		"info depth x":                     "no number",
		"info depth 1.5":                   "no number",
		"info nodes":                       "missing",
		"info nodes -3":                    "out of range",
		"info hashfull 1001":               "out of range",
		"info score 12":                    "neither",
		"info score cp":                    "missing",
		"info score cp 1 wdl 500 400 99":   "adds up",
		"info score cp 1 pv":               "without moves",
		"info depth 1 score cp 1 PV a2a3":  "unknown word",
		"info depth 1 score cp 1,5 pv a2":  "no number",
		"info depth 1 score none pv a2":    "neither",
		"info depth 1 score mate x pv a2a": "no number",
	} {
		_, err := parseInfo(line)
		expect(t, line, err, want)
	}
}

// TestParseOddInfo checks that the valid part of a line counts.
func TestParseOddInfo(t *testing.T) {
	i, _ := parseInfo("info strange depth 7 score cp -35 whatever 3 pv a2a3 b2b3")
	if i.depth != 7 || i.score != -35 || len(i.pv) != 2 || !i.exact() {
		t.Errorf("%+v", i)
	}
	for line, want := range map[string]string{
		"info depth 16 score cp 35 pv a2a3":              "+0.35/16",
		"info depth 16 score cp -5 pv a2a3":              "-0.05/16",
		"info depth 1 score cp 0 pv a2a3":                "0.00/1",
		"info depth 3 score mate 2 pv a2a3":              "+M3/3",
		"info depth 3 score mate -2 pv a2a3":             "-M4/3",
		"info depth 3 pv a2a3":                           "",
		"info score cp 99999999999999999999 pv a2a3":     "",
		"info depth 3 score cp 99999999 upperbound":      "",
		"info depth 3 score cp -9999999 wdl 1 2 pv a2a3": "-99999.99/3",
	} {
		if i, _ := parseInfo(line); i.String() != want {
			t.Errorf("%s: %q, want %q", line, i, want)
		}
	}
	for _, order := range [][2]string{{"mate 1", "mate 2"}, {"mate 2", "cp 9000"}, {"cp 3", "cp -3"}, {"cp -9000", "mate -3"}, {"mate -3", "mate -1"}, {"mate -1", "mate 0"}} {
		better, _ := parseInfo("info score " + order[0])
		worse, _ := parseInfo("info score " + order[1])
		if better.centipawns() <= worse.centipawns() {
			t.Errorf("%s is not better than %s", order[0], order[1])
		}
	}
}

// FuzzInfo checks that no line panics and that a checked line is legal.
func FuzzInfo(f *testing.F) {
	f.Add("info depth 3 seldepth 4 multipv 1 score cp -5 wdl 1 2 997 nodes 10 pv a2a3")
	f.Add("info score mate wdl pv")
	f.Add("info multipv -1 depth score cp 1 hashfull 1001 string pv x")
	l := newLine(mustCompile("tinyhouse"), mustStart("tinyhouse"))
	f.Fuzz(func(t *testing.T, text string) {
		i, err := parseInfo(text)
		if err == nil && !strings.HasPrefix(strings.TrimSpace(text), "info") {
			t.Errorf("%q is accepted", text)
		}
		_ = i.String() + l.illegalIn(i.pv)
		i.centipawns()
		if l.checkInfo(i) == nil && len(i.pv) > 0 && l.illegalIn(i.pv) != "" {
			t.Errorf("%q cannot be played, but is right", text)
		}
	})
}
