package perft_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// full removes the limit on leaves; scripts/check.sh sets it.
var full = flag.Bool("full", false, "count every position of testdata as deep as it goes")

// TestSuites checks the counts of testdata up to a limit of leaves, and those of package slow up to a lower
// one.
func TestSuites(t *testing.T) {
	limit, slowLimit := uint64(10_000_000), uint64(50_000)
	switch {
	case *full:
		limit, slowLimit = math.MaxUint64, 200_000
	case testing.Short():
		limit, slowLimit = 200_000, 10_000
	}
	for _, g := range enginetest.Games(t) {
		t.Run(g.Variant().Name, func(t *testing.T) {
			t.Parallel()
			for _, c := range suite(t, g.Variant().Name) {
				check(t, g, c, limit, slowLimit)
			}
		})
	}
}

// position is a position of a suite and its counts by depth.
type position struct {
	line            int
	id, fen, source string
	counts          []count
}

type count struct {
	depth int
	nodes uint64
}

// suite reads testdata/VARIANT.perft, in the format of shakmaty's suites. A source holds until the
// next one.
func suite(t testing.TB, variant string) []position {
	t.Helper()
	name := filepath.Join("testdata", variant+".perft")
	text := enginetest.ReadFile(t, name)
	var all []position
	source := ""
	for i, line := range strings.Split(string(text), "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch {
		case key == "" || key[0] == '#':
			continue
		case key == "source":
			source = value
			continue
		case key == "id":
			all = append(all, position{line: i + 1, id: value, source: source})
			continue
		case len(all) == 0:
			t.Fatalf("%s:%d: want an id first", name, i+1)
		}
		p := &all[len(all)-1]
		var c count
		if key == "epd" {
			p.fen = value
		} else if n, err := fmt.Sscanf(line, "perft %d %d", &c.depth, &c.nodes); n != 2 {
			t.Fatalf("%s:%d: %v", name, i+1, err)
		} else {
			p.counts = append(p.counts, c)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s: no positions", name)
	}
	return all
}

func check(t *testing.T, g *board.Game, c position, limit, slowLimit uint64) {
	p, err := notation.ParseFEN(g, c.fen)
	if err != nil {
		t.Errorf("line %d: %s: %v", c.line, c.id, err)
		return
	}
	q, err := slow.Parse(g.Variant(), c.fen)
	if err != nil {
		t.Errorf("line %d: %s: %v", c.line, c.id, err)
		return
	}
	if len(c.counts) == 0 || c.source == "" {
		t.Errorf("line %d: %s: no counts, or no source", c.line, c.id)
	}
	for _, want := range c.counts {
		if want.nodes > limit {
			continue
		}
		if got := perft.Count(g, &p, want.depth); got != want.nodes {
			t.Errorf("line %d: %s: %s: perft %d: got %d, want %d", c.line, c.id, c.fen, want.depth, got, want.nodes)
			return
		}
		if want.nodes > slowLimit {
			continue
		}
		if got := q.Perft(want.depth); uint64(got) != want.nodes {
			t.Errorf("line %d: %s: %s: slow perft %d: got %d, want %d", c.line, c.id, c.fen, want.depth, got, want.nodes)
		}
	}
}

// TestDivide checks that the counts below the root moves add up to Count.
func TestDivide(t *testing.T) {
	g, _ := defaultStart(t)
	for _, c := range suite(t, rules.Default) {
		p := enginetest.Position(t, g, c.fen)
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
				t.Errorf("%s: depth %d: %d below %d moves, want %d", c.fen, depth, sum, moves, want)
			}
		}
	}
}

// TestDivideStops checks that a count ends with its context.
func TestDivideStops(t *testing.T) {
	g, p := defaultStart(t)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := perft.Divide(ctx, g, &p, 30, func(board.Move, uint64) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// defaultStart returns the default game and its start position.
func defaultStart(t *testing.T) (*board.Game, board.Position) {
	t.Helper()
	g := enginetest.Game(t, rules.Default)
	return g, enginetest.Position(t, g, g.Variant().Start)
}

func BenchmarkCount(b *testing.B) {
	for _, g := range enginetest.Games(b) {
		b.Run(g.Variant().Name, func(b *testing.B) {
			p := enginetest.Position(b, g, "")
			var nodes uint64
			for b.Loop() {
				nodes += perft.Count(g, &p, 4)
			}
			b.ReportMetric(float64(nodes)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
		})
	}
}
