package retro_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
	"tinyhouse/solver/retro"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

var full = flag.Bool("full", false, "run the tests that take an hour")

// parse is solver.Parse.
func parse(t testing.TB, g *board.Game, text string) solver.Material {
	t.Helper()
	m, err := solver.Parse(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// solve solves and opens the table.
func solve(t testing.TB, g *board.Game, m solver.Material, o retro.Options) (solver.Result, *table.File) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.tht")
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	result, err := retro.Solve(context.Background(), g, m, path, o)
	if err != nil {
		t.Fatal(err)
	}
	table, err := table.Open(path, container.NewCache(1<<26))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	if _, err := os.Stat(path + ".checkpoint"); !os.IsNotExist(err) {
		t.Errorf("the checkpoint is still there: %v", err)
	}
	return result, table
}

// compare solves a state space by force as well and compares every value and the summary.
func compare(t *testing.T, g *board.Game, m solver.Material, limit int, o retro.Options) {
	t.Helper()
	space, err := brute.New(g, brute.Material(m), limit)
	if err != nil {
		t.Skip(err)
	}
	if space.Len() == 0 {
		if _, err := retro.Solve(context.Background(), g, m, filepath.Join(t.TempDir(), "none.tht"), o); err == nil {
			t.Error("a table without a position")
		}
		return
	}
	values, err := space.Solve()
	if err != nil {
		t.Fatal(err)
	}
	want := solver.Result{}
	for _, v := range values {
		want.Add(v, 1, func() string { return "-" })
	}
	got, table := solve(t, g, m, o)
	if got.Positions != want.Positions || got.Wins != want.Wins || got.Losses != want.Losses || got.Draws != want.Draws || got.Longest.Plies != want.Longest.Plies {
		t.Errorf("got\n%vwant\n%v", &got, &want)
	}
	for i, v := range values {
		p := space.At(i)
		if x, ok, err := table.Probe(p); err != nil || !ok || x != v {
			t.Fatalf("%s: %v, %v, %v; want %v", notation.FEN(g, p), x, ok, err, v)
		}
	}
	checkStart(t, g, &got, space, values)
}

// checkStart compares the value of the start position.
func checkStart(t *testing.T, g *board.Game, got *solver.Result, space *brute.Space, values []score.Exact) {
	t.Helper()
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	i, ok := space.Find(&p)
	if ok != (got.Start != nil) || ok && values[i] != *got.Start {
		t.Errorf("start %v, known %v", got.Start, ok)
	}
}

// spaces are small state spaces of every sort.
var spaces = []struct{ variant, material string }{
	{"thinchess8", ""},
	{"tinyhouse", "W1U1"},
	{"tinyhouse", "W1P1"},
	{"tinyhouse", "P1"},
	{"tinyhouse", "W2"},
	{"tinyhouse", "F1P1"},
	{"tinyhouse-firstrank", "P1"},
	{"tinyhouse-firstrank", "U1P1"},
	{"dobutsu", "L2C1"},
	{"dobutsu", "L2G1E1"},
	{"dobutsu", "L2C2"},
	{"peasants1", ""},
	{"peasants2", "PPvP"},
	{"peasants3", "PPvPP"},
	{"peasants4", "PPvP"},
	{"chess", "KvK"},
	{"chess", "KRvK"},
	{"chess", "KPvK"},
	{"chess", "KvKQ"},
	{"losalamos", "KQvKP"},
	{"gardner", "KRvKP"},
	{"gardner", "KPvKP"},
	{"crazyhouse", "Q1"},
}

func TestAgainstBrute(t *testing.T) {
	for _, s := range spaces {
		t.Run(s.variant+s.material, func(t *testing.T) {
			g := enginetest.Game(t, s.variant)
			limit := 1_000_000
			if testing.Short() {
				limit = 100_000
			}
			compare(t, g, parse(t, g, s.material), limit, retro.Options{Limits: solver.Limits{Threads: 2}})
		})
	}
}

// TestRandomVariants solves games that nobody chose.
func TestRandomVariants(t *testing.T) {
	games, limit := 150, 60_000
	if testing.Short() {
		games, limit = 30, 10_000
	}
	for seed := range uint64(games) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := enginetest.Random(t, seed)
			m, err := solver.Start(g)
			if err != nil {
				t.Fatal(err)
			}
			thin(&m, seed)
			compare(t, g, m, limit, retro.Options{Limits: solver.Limits{Threads: 1 + int(seed%2)}})
		})
	}
}

// thin takes men away until few are left, which ones depends on the seed.
func thin(m *solver.Material, seed uint64) {
	left := 1 + int(seed%3)
	for i := 0; m.Len() > left; i++ {
		c, k := (i+int(seed))%2, (i/2+int(seed/3))%len(m[0])
		if m[c][k] > 0 {
			m[c][k]--
		}
	}
}

// TestEverySmallSpace solves every choice of few men, in all built-in variants and in random
// ones, as far as the space has no more than a million positions.
func TestEverySmallSpace(t *testing.T) {
	if !*full {
		t.Skip("takes an hour; run it with -full")
	}
	games := enginetest.Games(t)
	for seed := range uint64(100) {
		games = append(games, enginetest.Random(t, 1000+seed))
	}
	for i, g := range games {
		for _, m := range choices(t, g, 3) {
			if placements(g, &m) > 50e6 {
				continue // far beyond
			}
			t.Run(fmt.Sprint(i, g.Variant().Name, m.Text(g)), func(t *testing.T) {
				compare(t, g, m, 1_000_000, retro.Options{Limits: solver.Limits{Threads: 2}})
			})
		}
	}
}

// placements returns about how many ways there are to place some men.
func placements(g *board.Game, m *solver.Material) float64 {
	squares := float64(g.Geometry().Squares())
	n := 2.0
	if g.HasKing() {
		n *= squares * squares
	}
	for range m.Len() {
		n *= squares / 2 // half of the squares, as like men change places unnoticed
		if g.HasCaptures() {
			n *= 2
		}
	}
	return n
}

// choices returns every way to choose from 1 to n of the men of the start.
func choices(t testing.TB, g *board.Game, n int) []solver.Material {
	all, err := solver.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	var found []solver.Material
	var choose func(m solver.Material, at int)
	choose = func(m solver.Material, at int) {
		if m.Len() > n {
			return
		}
		if at == len(m)*len(m[0]) {
			if m.Len() > 0 {
				found = append(found, m)
			}
			return
		}
		c, k := at/len(m[0]), at%len(m[0])
		for count := range min(all[c][k], n) + 1 {
			m[c][k] = count
			choose(m, at+1)
		}
	}
	choose(solver.Material{}, 0)
	return found
}
