package analyze

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

var many = flag.Int("positions", 150, "random positions to search")

// options returns options with a small limit.
func options(t *testing.T, variant string) Options {
	t.Helper()
	o := Options{Game: enginetest.Game(t, variant), MultiPV: 1, Threads: 1, Limits: engine.Limits{Nodes: 1000}}
	var err error
	if o.Start, err = notation.Start(o.Game); err != nil {
		t.Fatal(err)
	}
	return o
}

// tables returns the embedded tables.
func tables(t *testing.T) *tb.Set {
	set := tb.NewSet(16 << 20)
	set.More = embedded.Open
	t.Cleanup(func() { set.Close() })
	return set
}

// fens returns random positions, some of them of finished games.
func fens(t *testing.T, g *board.Game, n int) []string {
	var all []string
	for seed := uint64(0); len(all) < n; seed++ {
		enginetest.Walk(t, g, rand.New(rand.NewPCG(seed, 3)), 60, func(p *board.Position) {
			all = append(all, notation.FEN(g, p))
		})
	}
	return all[:n]
}

// untimed returns the results of a text as lines of JSON, without the time of each search.
func untimed(t *testing.T, text string, o Options) (lines []string) {
	t.Helper()
	for _, r := range results(t, text, o) {
		r.TimeMS = 0
		lines = append(lines, must(r.JSON()))
	}
	return lines
}

// TestOrderAndRepetition checks that the results are in order, and the same for any number of threads.
// It logs the positions searched per second.
func TestOrderAndRepetition(t *testing.T) {
	o := options(t, "tinyhouse")
	o.Prober = tables(t)
	if testing.Short() {
		*many = min(*many, 40)
	}
	want := fens(t, o.Game, *many)
	var first []string
	var alone time.Duration
	for _, threads := range []int{1, 2, max(3, runtime.NumCPU())} {
		o.Threads = threads
		begin := time.Now()
		lines := untimed(t, strings.Join(want, "\n"), o)
		took := time.Since(begin)
		if first == nil {
			first, alone = lines, took
			checkJSON(t, lines, want)
		}
		t.Logf("%d threads on %d processors: %.0f positions/s, %.2f times one thread",
			threads, runtime.NumCPU(), float64(len(lines))/took.Seconds(), alone.Seconds()/took.Seconds())
		if !slices.Equal(lines, first) {
			t.Errorf("%d threads: other results than one", threads)
		}
	}
}

// checkJSON checks that each line is a consistent object about its position.
func checkJSON(t *testing.T, lines, want []string) {
	t.Helper()
	if len(lines) != len(want) {
		t.Fatalf("%d results of %d positions", len(lines), len(want))
	}
	for i, line := range lines {
		var r Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		over := r.Result != "*" && r.BestMove == nil
		switch {
		case r.FEN != want[i] || r.Line != i+1:
			t.Fatalf("line %d is %s, want %s", r.Line, r.FEN, want[i])
		case r.WDL[0]+r.WDL[1]+r.WDL[2] != 1000, (r.Score.CP == nil) == (r.Score.Mate == nil):
			t.Errorf("%s", line)
		case !over && (r.BestMove == nil || len(r.PV) == 0 || *r.BestMove != r.PV[0]):
			t.Errorf("no move in %s", line)
		case over && (r.Exact == nil || r.Nodes != 0):
			t.Errorf("a game that is over: %s", line)
		}
	}
}

// results returns the results of a text.
func results(t *testing.T, text string, o Options) (all []*Result) {
	t.Helper()
	err := Run(context.Background(), strings.NewReader(text), o, func(r *Result) error {
		all = append(all, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTables checks the exact values from a table.
func TestTables(t *testing.T) {
	o := options(t, "thinchess8")
	o.Prober, o.MultiPV = tables(t), 3
	r := results(t, "k/n/1/1/N/r/R/K w - - bm Rxa3;\nk/r/n/1/1/N/R/K w - - am a3a5;", o)
	if r[0].Exact == nil || *r[0].Exact != "win" || *r[0].DTM != 11 || *r[0].Score.Mate != 6 || len(r[0].PV) != 11 || *r[0].SAN != "Rxa3" || !*r[0].Solved || len(r[0].Lines) != 2 {
		t.Errorf("a win in 11: %s", must(r[0].JSON()))
	}
	if r[1].Exact == nil || *r[1].Exact != "draw" || r[1].DTM != nil || *r[1].Score.CP != 0 || r[1].WDL != [3]int{0, 1000, 0} || r[1].Solved == nil {
		t.Errorf("a draw: %s", must(r[1].JSON()))
	}
}

func must(text []byte, err error) string { return string(text) }

// TestEnded checks the result of a finished game.
func TestEnded(t *testing.T) {
	r := results(t, "k1W1/4/1K2/4[] b - - 0 1\n", options(t, "tinyhouse"))[0]
	if r.Result != "0-1" || r.Reason != "stalemated player wins" || *r.Exact != "win" || *r.DTM != 0 || r.BestMove != nil || *r.Score.Mate != 0 || r.PV == nil {
		t.Errorf("%s", must(r.JSON()))
	}
	if got, want := r.EPD(options(t, "tinyhouse").Game), "k1W1/4/1K2/4[] b - - acd 0; acn 0; ce 32767;\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMultiPV(t *testing.T) {
	o := options(t, "crazyhouse")
	o.MultiPV, o.Limits = 3, engine.Limits{Nodes: 3000}
	r := results(t, "startpos\n6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1 id \"mate\"", o)
	for _, r := range r {
		if len(r.Lines) != 3 || r.Lines[0].BestMove != *r.BestMove {
			t.Fatalf("%s", must(r.JSON()))
		}
		seen := map[string]bool{}
		for i, line := range r.Lines {
			seen[line.BestMove] = true
			if line.Rank != i+1 || line.PV[0] != line.BestMove || i > 0 && worth(line.Score) > worth(r.Lines[i-1].Score) {
				t.Errorf("line %d: %s", i+1, must(r.JSON()))
			}
		}
		if len(seen) != 3 {
			t.Errorf("%d moves: %s", len(seen), must(r.JSON()))
		}
	}
	if r[1].ID != "mate" || *r[1].Score.Mate != 1 || *r[1].SAN != "R@a8#" {
		t.Errorf("%s", must(r[1].JSON()))
	}
}

// worth orders scores.
func worth(s Score) int {
	if s.Mate != nil && *s.Mate > 0 {
		return 100000 - *s.Mate
	}
	if s.Mate != nil {
		return -100000 - *s.Mate
	}
	return *s.CP
}

// TestEPD checks that a line keeps its operations and gets the new ones after them.
func TestEPD(t *testing.T) {
	o := options(t, "chess")
	o.Limits = engine.Limits{Depth: 3}
	r := results(t, "6k1/5ppp/8/8/8/8/8/K6R w - - bm Rh2; dm 9; id \"a; b\"; hmvc 4;", o)[0]
	got := regexp.MustCompile(`acn \d+`).ReplaceAllString(r.EPD(o.Game), "acn N")
	if !regexp.MustCompile(`^6k1/5ppp/8/8/8/8/8/K6R w - - bm Rh2; id "a; b"; acd 3; acn N; ce -?\d+; pv [^;]+; hmvc 4;\n$`).MatchString(got) {
		t.Errorf("%s", got)
	}
	r = results(t, "6k1/5ppp/8/8/8/8/8/K2R4 w - -", o)[0]
	if got := r.EPD(o.Game); !regexp.MustCompile(`bm Rd8#; ce 32766; dm 1; pv Rd8#;\n$`).MatchString(got) {
		t.Errorf("%s", got)
	}
}

const games = `[Event "one"]
[Site "?"]
[White "A \"x\" B"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Event "two"]

1. e4 e4 *

[Event "three"]
1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *
`

// TestGames checks which positions of games are searched, and how results name the games.
func TestGames(t *testing.T) {
	o := options(t, "chess")
	o.Threads = 2
	var got []string
	for _, r := range results(t, games, o) {
		if r.Err != nil {
			got = append(got, fmt.Sprint(r.Line, " ", r.Game, " error"))
		} else {
			got = append(got, fmt.Sprint(r.Line, " ", r.Game, " ", *r.Ply, " ", r.Move, " ", r.Result))
		}
	}
	want := []string{"1 1 0  *", "1 1 1 e4 *", "1 1 2 e5 *", "1 1 3 Qh5 *", "1 1 4 Ke7 *", "1 1 5 Qxe5# 1-0", "7 2 error",
		"11 3 0  *", "11 3 1 Nf3 *", "11 3 2 Nf6 *", "11 3 3 Ng1 *", "11 3 4 Ng8 *", "11 3 5 Nf3 *", "11 3 6 Nf6 *", "11 3 7 Ng1 *", "11 3 8 Ng8 1/2-1/2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	o.Final = true
	if last := results(t, games, o); len(last) != 3 || *last[0].Ply != 5 || last[1].Err == nil || last[2].Reason != "Draw by 3-fold repetition" {
		t.Errorf("%d results of the last positions", len(last))
	}
	first := results(t, games, o)[0]
	text := must(first.JSON())
	if !strings.HasPrefix(text, `{"line":1,"game":1,"white":"A \"x\" B","event":"one","ply":5,"move":"Qxe5#",`) || !strings.Contains(first.EPD(o.Game), ` id "game 1, A `) {
		t.Errorf("%s%s", text, first.EPD(o.Game))
	}
	o.Final = false
	if one := results(t, "startpos moves e2e4 e7e5", o); len(one) != 1 || *one[0].Ply != 2 || one[0].Move != "e5" {
		t.Errorf("%d results of a line of moves", len(one))
	}
}

// endless is an endless stream of positions.
type endless struct{ lines atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.lines.Add(1)
	return copy(p, "startpos\n"), nil
}

// TestCancel checks that a cancelled run returns complete results in order, and reads little ahead.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t, "tinyhouse")
	o.Threads, o.Limits.Nodes = 2, 100
	in, got := &endless{}, 0
	err := Run(ctx, in, o, func(r *Result) error {
		if got++; got == 20 {
			cancel()
		}
		if r.Line != got || r.Depth == 0 {
			t.Errorf("result %d is of line %d", got, r.Line)
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || got < 20 {
		t.Errorf("%d results, error %v", got, err)
	}
	if n := in.lines.Load(); n > 20000 {
		t.Errorf("%d lines read for %d results", n, got)
	}
}

// TestClosedPipe checks that a run ends with the first error of emit.
func TestClosedPipe(t *testing.T) {
	o := options(t, "tinyhouse")
	err := Run(context.Background(), &endless{}, o, func(*Result) error { return io.ErrClosedPipe })
	if err != io.ErrClosedPipe {
		t.Errorf("error %v", err)
	}
}

// TestHostile checks that every line has its result, whatever the input.
func TestHostile(t *testing.T) {
	o := options(t, "crazyhouse")
	text := "startpos\n\x00\x01\xff\n[\n" + strings.Repeat("1. e4 ", 1<<19) + "\n8/8\nstartpos bm \"\nstartpos moves\nstartpos moves e2e5\n" + strings.Repeat("/", 9000) + "\nhalf/a"
	var got []string
	for _, r := range results(t, text, o) {
		mark := ""
		if r.Err != nil {
			mark = "e"
			if len(r.Err.Error()) > 1000 {
				t.Errorf("line %d: an error of %d bytes", r.Line, len(r.Err.Error()))
			}
		}
		if line := must(r.JSON()); !json.Valid([]byte(line)) {
			t.Errorf("line %d: %s", r.Line, line)
		}
		got = append(got, fmt.Sprint(r.Line, mark))
	}
	if got, want := strings.Join(got, " "), "1 2e 3e 4e 5e 6e 7 8e 9e 10e"; got != want {
		t.Errorf("lines %s, want %s", got, want)
	}
}
