package search

import (
	"testing"

	"tinyhouse/engine/enginetest"
)

// searchTo searches the position of the main thread to a depth, without reports.
func (s *Searcher) searchTo(w *worker, depth int) {
	s.limits = Limits{Depth: depth}
	s.settings = Settings{Lines: 1}
	s.stop.Store(false)
	p := w.stack[0].pos
	w.prepare(&p, nil)
	w.iterate()
}

// TestNoAllocations checks that the search allocates nothing in its nodes.
func TestNoAllocations(t *testing.T) {
	for _, name := range []string{"tinyhouse", "crazyhouse", "chess", "dobutsu"} {
		g := enginetest.Game(t, name)
		s := New(g, 1, 1)
		w := s.workers[0]
		w.stack[0].pos = enginetest.Position(t, g, g.Variant().Start)
		s.searchTo(w, 6)
		if n := testing.AllocsPerRun(3, func() { s.Clear(); s.searchTo(w, 5) }); n > 0 {
			t.Errorf("%s: %v allocations a search", name, n)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"tinyhouse", "crazyhouse", "chess"} {
		b.Run(name, func(b *testing.B) {
			g := enginetest.Game(b, name)
			s := New(g, 1, 1)
			w := s.workers[0]
			w.stack[0].pos = enginetest.Position(b, g, g.Variant().Start)
			s.searchTo(w, 7)
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				b.StopTimer()
				s.Clear()
				b.StartTimer()
				s.searchTo(w, 7)
				nodes += w.nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
