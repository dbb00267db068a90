package verify_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/placements"
	"tinyhouse/solver/retro"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

var full = flag.Bool("full", false, "run the tests that take many minutes")

// solveTable solves some material and opens the table. Without a position ok is false.
func solveTable(t testing.TB, g *board.Game, m solver.Material) (tab *table.File, ok bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.tht")
	o := retro.Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 30}}
	if _, err := retro.Solve(context.Background(), g, m, path, o); err != nil {
		if n := count(t, g, m.Text(g)); n > 0 || !strings.Contains(err.Error(), "position") {
			t.Errorf("%s: %v; want %d positions", m.Text(g), err, n)
		}
		return nil, false
	}
	tab, err := table.Open(path, container.NewCache(1<<24))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tab.Close() })
	return tab, true
}

// TestPlacements solves pieces of many games, built-in and random: the positions that the rules allow
// are those of the table, each once, and so are those of a sample.
func TestPlacements(t *testing.T) {
	games, limit := uint64(300), uint64(300_000)
	switch {
	case testing.Short():
		games, limit = 40, 20_000
	case *full:
		games, limit = 5000, 300_000
	}
	checked, positions := 0, uint64(0)
	for seed := range games {
		g := enginetest.Random(t, seed)
		if solver.Solvable(g) != nil {
			continue
		}
		m, err := solver.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		for left := 1 + int(seed%3); left >= 0; left-- {
			thin(&m, left, seed)
			if estimate(g, &m) > float64(limit) && left > 0 {
				continue
			}
			t.Run(fmt.Sprint(seed, m.Text(g)), func(t *testing.T) {
				if tab, ok := solveTable(t, g, m); ok {
					checked++
					positions += checkListing(t, tab)
				}
			})
			break
		}
	}
	t.Logf("%d tables, %d positions", checked, positions)
}

// count returns the number of positions of some material.
func count(t testing.TB, g *board.Game, material string) (n int) {
	t.Helper()
	space, err := placements.New(g, material)
	if err != nil || !space.Small(1e7) {
		t.Fatal(material, err)
	}
	for part := range space.Parts() {
		space.All(part, func(*board.Position) error {
			n++
			return nil
		})
	}
	return n
}

// checkListing checks a correct table with all its placements and with a sample.
func checkListing(t *testing.T, tab *table.File) uint64 {
	t.Helper()
	r, err := verify.Table(context.Background(), tab, verify.Options{Threads: 2})
	if err != nil || r.Errors != 0 || !r.Complete || r.Placements != r.Positions {
		t.Errorf("%s: %+v, %v", tab.Material(), r, err)
	}
	s, err := verify.Table(context.Background(), tab, verify.Options{Threads: 2, Sample: 300})
	if err != nil || s.Errors != 0 || s.Complete && r.Positions > 1200 || s.Placements == 0 && r.Positions > 100 {
		t.Errorf("%s: sample %+v, %v", tab.Material(), s, err)
	}
	return r.Positions
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

// estimate returns about how many positions some pieces have.
func estimate(g *board.Game, m *solver.Material) float64 {
	squares := float64(g.Geometry().Squares())
	n := 2.0
	if g.HasKing() {
		n *= squares * squares
	}
	for range m.Len() {
		n *= squares / 2
		if g.HasCaptures() {
			n *= 2
		}
	}
	return n
}
