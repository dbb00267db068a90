package search

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// withNet returns a searcher of a game with a random net, and the net.
func withNet(t testing.TB, g *board.Game) (*Searcher, *nnue.Net) {
	t.Helper()
	n, err := enginetest.Net(t, g, 64, 1).For(g)
	if err != nil {
		t.Fatal(err)
	}
	s := New(g, 1, 1)
	s.SetNet(n)
	return s, n
}

// TestNetInSearch checks that a position in the stack has the value of the net, whatever was searched
// before.
func TestNetInSearch(t *testing.T) {
	for _, g := range enginetest.Games(t) {
		s, n := withNet(t, g)
		w, rng := s.workers[0], rand.New(rand.NewPCG(1, 1))
		w.stack[0].pos = enginetest.Position(t, g, "")
		for range 20 {
			s.searchTo(w, 3)
			for ply := 0; ; ply++ {
				p := &w.stack[ply].pos
				if got, want := w.evaluate(ply), score.Value(n.Evaluate(p)); got != want {
					t.Fatalf("%s %s: %d, the net says %d", g.Variant().Name, notation.FEN(g, p), got, want)
				}
				var l board.List
				if g.Moves(p, &l); g.Decided(p).Over() || l.Len() == 0 || ply == 10 {
					break
				}
				w.play(ply, l.At(rng.IntN(l.Len())))
			}
		}
	}
}

// TestNetChoosesMoves checks that a net changes what is searched, that a search with it is repeatable and
// allocates nothing, and that the search without it is the same before and after.
func TestNetChoosesMoves(t *testing.T) {
	for _, name := range []string{"tinyhouse", "chess", "dobutsu"} {
		g := enginetest.Game(t, name)
		s, n := withNet(t, g)
		w := s.workers[0]
		w.stack[0].pos = enginetest.Position(t, g, "")
		nodes := func(n *nnue.Net) uint64 {
			s.SetNet(n)
			s.tt.NewSearch()
			s.searchTo(w, 6)
			return w.nodes
		}
		without, with := nodes(nil), nodes(n)
		if without == with {
			t.Errorf("%s: %d nodes with and without a net", name, with)
		}
		if again := nodes(n); again != with {
			t.Errorf("%s: %d nodes, then %d", name, with, again)
		}
		if allocations := testing.AllocsPerRun(3, func() { s.Clear(); s.tt.NewSearch(); s.searchTo(w, 5) }); allocations > 0 {
			t.Errorf("%s: %v allocations a search", name, allocations)
		}
		if again := nodes(nil); again != without {
			t.Errorf("%s: %d nodes without a net, then %d", name, without, again)
		}
	}
}

// TestNetThreads checks that threads that are added later use the net, too.
func TestNetThreads(t *testing.T) {
	s, n := withNet(t, enginetest.Game(t, "tinyhouse"))
	s.SetThreads(3)
	for _, w := range s.workers {
		if w.accumulators == nil || w.accumulators.Net() != n {
			t.Errorf("thread %d has no net", w.id)
		}
	}
	s.SetGame(s.game)
	for _, w := range s.workers {
		if w.accumulators != nil || s.Net() != nil {
			t.Errorf("thread %d has the net of another game", w.id)
		}
	}
}
