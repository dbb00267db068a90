package tb_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/tb"
)

// probes opens a table with a cache of so many bytes, in a set, and returns positions in it
// in random order.
func probes(b *testing.B, cache int64) (*tb.Set, *board.Game, []board.Position) {
	b.Helper()
	d := space(b, "chess", "KRvK")
	values := fill(b, d, some(30))
	path := filepath.Join(b.TempDir(), "x.tht")
	write(b, path, d, values, 2)
	s := tb.NewSet(cache)
	if err := s.Open(path); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([]board.Position, 0, 4096)
	for layout := s.Tables()[0].Layout(2); len(all) < cap(all); {
		var p board.Position
		if layout.Decode(rng.Uint64N(layout.Size()), &p) {
			all = append(all, p)
		}
	}
	for i := range all {
		s.Probe(d.Game, &all[i])
	}
	return s, d.Game, all
}

// BenchmarkWarm probes blocks in the cache.
func BenchmarkWarm(b *testing.B) {
	s, g, all := probes(b, 1<<30)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, ok := s.Probe(g, &all[i&4095]); !ok {
			b.Fatal("not known")
		}
	}
}

// BenchmarkCold probes a table of many blocks through a cache of one.
func BenchmarkCold(b *testing.B) {
	s, g, all := probes(b, 0)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, ok := s.Probe(g, &all[i&4095]); !ok {
			b.Fatal("not known")
		}
	}
}

// BenchmarkParallel is BenchmarkWarm on all processors.
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

// BenchmarkOpen opens a table: rules read and compiled, squares numbered.
func BenchmarkOpen(b *testing.B) {
	data := small(b)
	for b.Loop() {
		if _, err := read(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite writes values.
func BenchmarkWrite(b *testing.B) {
	d := space(b, "chess", "KRvK")
	values := fill(b, d, some(30))
	path := filepath.Join(b.TempDir(), "x.tht")
	for b.Loop() {
		write(b, path, d, values, 2)
	}
	b.ReportMetric(float64(len(values))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mvalues/s")
}
