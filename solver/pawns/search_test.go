package pawns_test

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver/pawns"
)

var full = flag.Bool("full", false, "solve the game on four files without each feature: some minutes")

// noLimit is more positions than any test searches.
const noLimit = 1 << 40

// newSearch returns a search of a game and its start.
func newSearch(t testing.TB, name string, bytes int64) (*pawns.Search, board.Position) {
	g := enginetest.Game(t, name)
	a, ok := pawns.New(g)
	if !ok {
		t.Fatalf("%s: no analysis", name)
	}
	p := enginetest.Position(t, g, "")
	return pawns.NewSearch(a, bytes), p
}

// checkAnswers compares the answers about a position with its value.
func checkAnswers(t testing.TB, s *pawns.Search, p *board.Position, threads int, v score.Outcome) {
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

// TestSearchStarts solves the games on few files with tables of different sizes and different
// numbers of threads.
func TestSearchStarts(t *testing.T) {
	names := []string{"peasants1", "peasants2", "peasants3", "peasants4"}
	if testing.Short() {
		names = names[:3]
	}
	for _, name := range names {
		for _, bytes := range []int64{1 << 12, 1 << 18} {
			for threads := 1; threads <= 3; threads++ {
				s, p := newSearch(t, name, bytes)
				checkAnswers(t, s, &p, threads, score.Draw)
				t.Logf("%s, %d KiB, %d threads: %d nodes, load %d", name, bytes>>10, threads, s.Nodes(), s.Load())
			}
		}
	}
}

// TestSearchRandom compares searches with the reference, on positions that share tables of all
// sizes from one line.
func TestSearchRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, g := range games(t) {
		a, _ := pawns.New(g)
		for n := range 8 {
			s := pawns.NewSearch(a.With(pawns.Features(rng.IntN(128))|pawns.Near), 64<<n)
			all := pawns.NewSearch(a, 64<<n)
			for m := range 40 {
				p := random(rng, g, 1+m%4)
				if v, ok := newReference(g, 3000, nil).solve(&p); ok {
					checkAnswers(t, s, &p, 1, v)
					checkAnswers(t, all, &p, 1+m%2, v)
				}
			}
		}
	}
}

// TestSearchFeatures solves a game without each feature, and without most and all of them.
func TestSearchFeatures(t *testing.T) {
	name := "peasants3"
	if *full {
		name = "peasants4"
	}
	a, _ := pawns.New(enginetest.Game(t, name))
	sets := []pawns.Features{pawns.All}
	for f := pawns.Features(1); f <= pawns.All; f <<= 1 {
		sets = append(sets, pawns.All&^f)
	}
	if !*full {
		sets = append(sets, pawns.Near, 0) // of millions of positions on four files
	}
	_, p := newSearch(t, name, 1<<10)
	for _, f := range sets {
		s := pawns.NewSearch(a.With(f), 64<<20)
		checkAnswers(t, s, &p, 1, score.Draw)
		t.Logf("%s with features %07b: %d nodes", name, f, s.Nodes())
	}
}

// TestSearchLimits checks that a search ends without an answer at its limits, and continues with
// what it has proved.
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
	checkAnswers(t, s, &p, 1, score.Draw)
}

// TestSerialize restores what a search has proved, and reports data that is cut off.
func TestSerialize(t *testing.T) {
	s, p := newSearch(t, "peasants4", 1<<22)
	s.Wins(context.Background(), &p, 1, noLimit)
	var file bytes.Buffer
	out := checkpoint.NewWriter(&file)
	s.Serialize(out)
	if out.Digest(); out.Err != nil {
		t.Fatal(out.Err)
	}
	next, _ := newSearch(t, "peasants4", 1<<21)
	in := checkpoint.NewReader(bytes.NewReader(file.Bytes()))
	next.Serialize(in)
	if in.Digest(); in.Err != nil {
		t.Fatal(in.Err)
	}
	if yes, ok := next.Known(&p, true); yes || !ok {
		t.Errorf("restored: %v, %v", yes, ok)
	}
	checkAnswers(t, next, &p, 1, score.Draw)
	short := checkpoint.NewReader(bytes.NewReader(file.Bytes()[:rand.IntN(file.Len())]))
	next.Serialize(short)
	if short.Digest(); short.Err == nil {
		t.Error("restored a file that is cut off")
	}
}

func BenchmarkSearch(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, p := newSearch(b, "peasants3", 1<<22)
		checkAnswers(b, s, &p, 1, score.Draw)
	}
}
