package retro_test

import (
	"context"
	"path/filepath"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
)

// BenchmarkSolve solves games of three sorts from beginning to end, with one thread, and
// reports the time of a position, both sides to move and all images counted.
func BenchmarkSolve(b *testing.B) {
	for _, s := range []struct{ variant, material string }{
		{"tinyhouse", "W1U1F1P0"}, {"dobutsu", "L2C1H0E1G1"}, {"gardner", "KQvKR"},
	} {
		b.Run(s.variant, func(b *testing.B) {
			g := enginetest.Game(b, s.variant)
			m, out := parse(b, g, s.material), filepath.Join(b.TempDir(), "table.tht")
			positions := uint64(0)
			for b.Loop() {
				r, err := retro.Solve(context.Background(), g, m, out, retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30}})
				if err != nil {
					b.Fatal(err)
				}
				positions += r.Positions
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(positions), "ns/position")
			b.ReportMetric(0, "ns/op")
		})
	}
}
