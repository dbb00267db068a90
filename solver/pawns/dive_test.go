package pawns_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver/pawns"
)

// noLimit is more positions than any test expands.
const noLimit = 1 << 40

// newSearch returns a search of a game and its start.
func newSearch(t testing.TB, name string, bytes int64) (*pawns.Search, board.Position) {
	g := enginetest.Game(t, name)
	l, ok := pawns.New(g)
	if !ok {
		t.Fatalf("%s: no lore", name)
	}
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	return pawns.NewSearch(l, bytes), p
}

// checkClaims compares the answers about a position with its value.
func checkClaims(t testing.TB, s *pawns.Search, p *board.Position, threads int, v score.Outcome) {
	t.Helper()
	wins, ok1 := s.Wins(context.Background(), p, threads, noLimit)
	holds, ok2 := s.Holds(context.Background(), p, threads, noLimit)
	if !ok1 || !ok2 || wins != (v == score.Win) || holds != (v >= score.Draw) {
		t.Fatalf("%+v: wins %v, %v; holds %v, %v; value %v", *p, wins, ok1, holds, ok2, v)
	}
	for _, win := range []bool{true, false} {
		if yes, ok := s.Known(p, win); ok && yes != (v == score.Win || !win && v == score.Draw) {
			t.Fatalf("%+v: known %v of %v", *p, yes, v)
		}
	}
}

// TestSearchStarts solves the games on few files, with tables from far too small to ample,
// alone and with company.
func TestSearchStarts(t *testing.T) {
	names := []string{"peasants1", "peasants2", "peasants3", "peasants4"}
	if testing.Short() {
		names = names[:3]
	}
	for _, name := range names {
		for _, bytes := range []int64{1 << 12, 1 << 18} {
			for threads := 1; threads <= 3; threads++ {
				s, p := newSearch(t, name, bytes)
				checkClaims(t, s, &p, threads, score.Draw)
				t.Logf("%s, %d KiB, %d threads: %d nodes, load %d", name, bytes>>10, threads, s.Nodes(), s.Load())
			}
		}
	}
}

// TestSearchRandom compares a search with the oracle, on positions that share tables of
// all sizes from one line.
func TestSearchRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, g := range games(t) {
		l, _ := pawns.New(g)
		for n := range 8 {
			s := pawns.NewSearch(l.With(pawns.Rules(rng.IntN(128))|pawns.Near), 64<<n)
			full := pawns.NewSearch(l, 64<<n)
			for m := range 40 {
				p := random(rng, g, 1+m%4)
				if v, ok := newOracle(g, 3000, nil).solve(&p); ok {
					checkClaims(t, s, &p, 1, v)
					checkClaims(t, full, &p, 1+m%2, v)
				}
			}
		}
	}
}

// TestSearchApart solves a game without each rule, and without any but the nearest ends: the
// value is the same. It is the game on 3 files, on 4 in a long test, or as many as -files says.
func TestSearchApart(t *testing.T) {
	files := *fullFiles
	if testing.Short() {
		files = 3
	}
	name := fmt.Sprintf("peasants%d", files)
	l, _ := pawns.New(enginetest.Game(t, name))
	sets := []pawns.Rules{pawns.All}
	for r := pawns.Rules(1); r <= pawns.All; r <<= 1 {
		sets = append(sets, pawns.All&^r)
	}
	if files < 4 {
		sets = append(sets, pawns.Near, 0)
	}
	_, p := newSearch(t, name, 1<<10)
	for _, r := range sets {
		s := pawns.NewSearch(l.With(r), *fullMiB<<20)
		checkClaims(t, s, &p, 1, score.Draw)
		t.Logf("%s with rules %07b: %d nodes, %d opened", name, r, s.Nodes(), s.Opened())
	}
}

// TestSearchLimits checks that a search ends without an answer where it must, and goes on from
// what it knows.
func TestSearchLimits(t *testing.T) {
	s, p := newSearch(t, "peasants4", 1<<22)
	if _, ok := s.Wins(context.Background(), &p, 2, 10_000); ok {
		t.Error("answer beyond the limit")
	}
	if n := s.Nodes(); n < 10_000 || n > 20_000 {
		t.Errorf("%d nodes, want about 10,000", n)
	}
	if _, ok := s.Known(&p, true); ok {
		t.Error("unsolved, but known")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, ok := s.Wins(ended, &p, 1, noLimit); ok {
		t.Error("answer after the end")
	}
	checkClaims(t, s, &p, 1, score.Draw)
}

// TestDump saves a search in the middle and goes on in another.
func TestDump(t *testing.T) {
	s, p := newSearch(t, "peasants4", 1<<22)
	s.Wins(context.Background(), &p, 1, noLimit)
	var dump bytes.Buffer
	if err := s.Save(&dump); err != nil {
		t.Fatal(err)
	}
	next, _ := newSearch(t, "peasants4", 1<<21)
	if err := next.Restore(bytes.NewReader(dump.Bytes())); err != nil {
		t.Fatal(err)
	}
	if yes, ok := next.Known(&p, true); yes || !ok {
		t.Errorf("restored: %v, %v", yes, ok)
	}
	checkClaims(t, next, &p, 1, score.Draw)
	t.Logf("%d bytes of %d nodes", dump.Len(), s.Nodes())
	for range 50 {
		damaged := bytes.Clone(dump.Bytes())
		damaged[rand.IntN(len(damaged))] ^= 1 << rand.IntN(8)
		if err := next.Restore(bytes.NewReader(damaged)); err == nil {
			t.Fatal("damaged dump restored")
		}
		if err := next.Restore(bytes.NewReader(dump.Bytes()[:rand.IntN(dump.Len())])); err == nil {
			t.Fatal("short dump restored")
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, p := newSearch(b, "peasants3", 1<<22)
		checkClaims(b, s, &p, 1, score.Draw)
	}
}
