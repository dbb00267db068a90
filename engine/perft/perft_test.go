package perft_test

import (
	"context"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// full lifts the limit on leaves: scripts/check.sh counts all that the suites know.
var full = flag.Bool("full", false, "count every position of testdata as deep as it goes")

// TestSuites counts every position of testdata, as deep as the limit allows.
func TestSuites(t *testing.T) {
	limit := uint64(10_000_000)
	switch {
	case *full:
		limit = math.MaxUint64
	case testing.Short():
		limit = 200_000
	}
	for _, v := range rules.Builtin().Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			g, err := board.Compile(v)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range suite(t, v.Name) {
				check(t, g, c, limit)
			}
		})
	}
}

// suite reads the suite of a variant, which there must be.
func suite(t testing.TB, variant string) []perft.Case {
	name := filepath.Join("testdata", variant+".perft")
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases, err := perft.ReadSuite(name, file)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s: no positions", name)
	}
	return cases
}

func check(t *testing.T, g *board.Game, c perft.Case, limit uint64) {
	p, err := notation.ParseFEN(g, c.FEN)
	if err != nil {
		t.Errorf("line %d: %s: %v", c.Line, c.ID, err)
		return
	}
	if len(c.Counts) == 0 || c.Source == "" {
		t.Errorf("line %d: %s: no counts, or no source", c.Line, c.ID)
	}
	for _, want := range c.Counts {
		if want.Nodes > limit {
			continue
		}
		if got := perft.Count(g, &p, want.Depth); got != want.Nodes {
			t.Errorf("line %d: %s: %s: perft %d: got %d, want %d", c.Line, c.ID, c.FEN, want.Depth, got, want.Nodes)
			return
		}
	}
}

// TestDivide compares the sum over the root moves with the count.
func TestDivide(t *testing.T) {
	g, _ := defaultStart(t)
	for _, c := range suite(t, rules.Default) {
		p, err := notation.ParseFEN(g, c.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 3; depth++ {
			var sum uint64
			moves := 0
			err := perft.Divide(context.Background(), g, &p, depth, func(_ board.Move, nodes uint64) {
				sum += nodes
				moves++
			})
			if err != nil {
				t.Fatal(err)
			}
			if want := perft.Count(g, &p, depth); sum != want || moves != g.Count(&p) {
				t.Errorf("%s: depth %d: %d below %d moves, want %d", c.FEN, depth, sum, moves, want)
			}
		}
	}
}

// TestDivideStops ends a count in its middle that would take years.
func TestDivideStops(t *testing.T) {
	g, p := defaultStart(t)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := perft.Divide(ctx, g, &p, 30, func(board.Move, uint64) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// defaultStart returns the game played when none is named, and its start.
func defaultStart(t *testing.T) (*board.Game, board.Position) {
	t.Helper()
	g := enginetest.Game(t, rules.Default)
	return g, enginetest.Position(t, g, g.Variant().Start)
}

func TestReadSuite(t *testing.T) {
	const text = `# kings
source by hand

id one
epd 4k3/8 w
perft 1 5
perft 3 0

source by machine
id two
epd x`
	cases, err := perft.ReadSuite("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 2 || cases[0].ID != "one" || cases[0].FEN != "4k3/8 w" || cases[0].Line != 4 ||
		cases[0].Source != "by hand" || cases[1].Source != "by machine" || len(cases[1].Counts) != 0 {
		t.Errorf("cases %+v", cases)
	}
	if got := cases[0].Counts; len(got) != 2 || got[0] != (perft.Known{Depth: 1, Nodes: 5}) || got[1] != (perft.Known{Depth: 3}) {
		t.Errorf("counts %v", got)
	}
}

func TestReadSuiteErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"epd x", `perft: f:1: "epd x": want an id first`},
		{"id x\n\nperft 1", `perft: f:3: "perft 1": want a depth and a count`},
		{"id x\nperft 0 1", `want a depth and a count`},
		{"id x\nperft 65 1", `want a depth and a count`},
		{"id x\nperft 1 -1", `want a depth and a count`},
		{"id x\nperft 1 18446744073709551616", `want a depth and a count`},
		{"id x\nfen y", `want id, epd, perft or source`},
		{strings.Repeat("x", 1<<17), `perft: f: `},
	}
	for _, test := range tests {
		_, err := perft.ReadSuite("f", strings.NewReader(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40q: error %v, want %s", test.text, err, test.want)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, v := range rules.Builtin().Variants() {
		b.Run(v.Name, func(b *testing.B) {
			g, err := board.Compile(v)
			if err != nil {
				b.Fatal(err)
			}
			p, err := notation.Start(g)
			if err != nil {
				b.Fatal(err)
			}
			var nodes uint64
			for b.Loop() {
				nodes += perft.Count(g, &p, 4)
			}
			b.ReportMetric(float64(nodes)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
		})
	}
}
