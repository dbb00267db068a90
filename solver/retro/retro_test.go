package retro_test

import (
	"context"
	"errors"
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

// bruteSpace lists a state space for brute force; ok is false if it has more positions than
// limit.
func bruteSpace(t *testing.T, g *board.Game, m solver.Material, limit int) (space *brute.Space, ok bool) {
	t.Helper()
	space, err := brute.New(g, brute.Material(m), limit)
	if err != nil && !errors.Is(err, brute.ErrTooLarge) {
		t.Fatal(err)
	}
	if space == nil {
		space = new(brute.Space)
	}
	return space, err == nil
}

// compare compares the table and the summary of some material with brute force.
func compare(t *testing.T, g *board.Game, m solver.Material, limit int) {
	t.Helper()
	space, ok := bruteSpace(t, g, m, limit)
	if !ok {
		t.Fatalf("more than %d positions", limit)
	}
	compareSpace(t, g, m, space)
}

func compareSpace(t *testing.T, g *board.Game, m solver.Material, space *brute.Space) {
	t.Helper()
	o := retro.Options{Limits: solver.Limits{Threads: 2}}
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
	p := enginetest.Position(t, g, "")
	i, ok := space.Find(&p)
	if ok != (got.Start != nil) || ok && values[i] != *got.Start {
		t.Errorf("start %v, known %v", got.Start, ok)
	}
}

// spaces are small state spaces of different kinds.
var spaces = []struct {
	variant, material string
	positions         int
}{
	{"thinchess8", "", 49180},
	{"tinyhouse", "P1", 28720},
	{"tinyhouse", "W2", 107800},
	{"tinyhouse", "W1U1", 219856},
	{"tinyhouse", "W1P1", 730648},
	{"tinyhouse", "F1P1", 752080},
	{"tinyhouse-firstrank", "P1", 30768},
	{"tinyhouse-firstrank", "U1P1", 796408},
	{"dobutsu", "L2C1", 8264},
	{"dobutsu", "L2G1E1", 89696},
	{"dobutsu", "L2C2", 160212},
	{"peasants1", "", 480},
	{"peasants2", "PPvP", 1620},
	{"peasants3", "PPvPP", 48784},
	{"peasants4", "PPvP", 13498},
	{"chess", "KvK", 7224},
	{"chess", "KvKQ", 375676},
	{"chess", "KRvK", 406336},
	{"chess", "KPvK", 1952808},
	{"gardner", "KPvK", 84416},
	{"gardner", "KRvKP", 1615284},
	{"losalamos", "KPvK", 230052},
	{"crazyhouse", "Q1", 751352},
}

// TestAgainstBrute compares tables with brute force, in a short test those of up to 100,000
// positions, and the largest only with -full.
func TestAgainstBrute(t *testing.T) {
	for _, s := range spaces {
		t.Run(s.variant+s.material, func(t *testing.T) {
			switch {
			case testing.Short() && s.positions > 100_000:
				t.Skipf("SKIPPED: %d positions; run it without -short", s.positions)
			case !*full && s.positions > 740_000:
				t.Skipf("SKIPPED: %d positions; run it with -full", s.positions)
			}
			g := enginetest.Game(t, s.variant)
			m := parse(t, g, s.material)
			space, ok := bruteSpace(t, g, m, s.positions)
			if !ok || space.Len() != s.positions {
				t.Fatalf("%d positions, want %d", space.Len(), s.positions)
			}
			compareSpace(t, g, m, space)
		})
	}
}

// TestRandomVariants solves random variants with as many pieces of their start position as brute
// force can solve.
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
			for left := 1 + int(seed%3); ; left-- {
				thin(&m, left, seed)
				if space, ok := bruteSpace(t, g, m, limit); ok {
					compareSpace(t, g, m, space)
					return
				}
				if left == 0 {
					t.Fatalf("more than %d positions without pieces", limit)
				}
			}
		})
	}
}

// thin removes pieces until left remain; which ones depends on the seed.
func thin(m *solver.Material, left int, seed uint64) {
	for i := 0; m.Len() > left; i++ {
		c, k := (i+int(seed))%2, (i/2+int(seed/3))%len(m[0])
		if m[c][k] > 0 {
			m[c][k]--
		}
	}
}

// TestEverySmallSpace compares every choice of up to three pieces with brute force, in all built-in
// variants and in random ones, if it has at most a million positions.
func TestEverySmallSpace(t *testing.T) {
	if !*full {
		t.Skip("SKIPPED: takes an hour; run it with -full")
	}
	games := enginetest.Games(t)
	for seed := range uint64(100) {
		games = append(games, enginetest.Random(t, 1000+seed))
	}
	compared, tooLarge := 0, 0
	for i, g := range games {
		for _, m := range choices(t, g, 3) {
			space, ok := (*brute.Space)(nil), placements(g, &m) <= 50e6
			if ok {
				space, ok = bruteSpace(t, g, m, 1_000_000)
			}
			if !ok {
				tooLarge++
				continue
			}
			compared++
			t.Run(fmt.Sprint(i, g.Variant().Name, m.Text(g)), func(t *testing.T) { compareSpace(t, g, m, space) })
		}
	}
	t.Logf("%d spaces compared, %d too large", compared, tooLarge)
}

// placements estimates the number of ways to place some pieces.
func placements(g *board.Game, m *solver.Material) float64 {
	squares := float64(g.Geometry().Squares())
	n := 2.0
	if g.HasKing() {
		n *= squares * squares
	}
	for range m.Len() {
		n *= squares / 2 // half of the squares, because like pieces are interchangeable
		if g.HasCaptures() {
			n *= 2
		}
	}
	return n
}

// choices returns every choice of 1 to n pieces of the start position.
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
