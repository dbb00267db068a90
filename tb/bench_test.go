package tb_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/tb"
)

// probes opens a table of many blocks with a cache of a number of bytes, and returns positions
// in it in random order.
func probes(b *testing.B, cache int64) (*tb.Set, *board.Game, []board.Position) {
	b.Helper()
	s := tb.NewSet(cache)
	if err := s.Open(embedded("chess-KPvK.tht")); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([]board.Position, 0, 4096)
	t := s.Tables()[0]
	layout, err := t.Layout(len(t.Signatures()) - 1)
	if err != nil {
		b.Fatal(err)
	}
	for len(all) < cap(all) {
		var p board.Position
		if layout.Decode(rng.Uint64N(layout.Size()), &p) {
			all = append(all, p)
		}
	}
	for i := range all {
		s.Probe(t.Game(), &all[i])
	}
	return s, t.Game(), all
}

// BenchmarkProbe probes blocks in the cache, and through a cache of one block.
func BenchmarkProbe(b *testing.B) {
	for name, cache := range map[string]int64{"warm": 1 << 30, "cold": 0} {
		b.Run(name, func(b *testing.B) {
			s, g, all := probes(b, cache)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, ok := s.Probe(g, &all[i&4095]); !ok {
					b.Fatal("not known")
				}
			}
		})
	}
}

// BenchmarkParallel probes blocks in the cache on all processors.
func BenchmarkParallel(b *testing.B) {
	s, g, all := probes(b, 1<<30)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if _, ok := s.Probe(g, &all[i&4095]); !ok {
				b.Fatal("not known")
			}
		}
	})
}
