package verify_test

import (
	"context"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/verify"
)

// BenchmarkTable measures the check of a table, with all of its placements.
func BenchmarkTable(b *testing.B) {
	for _, s := range []struct{ variant, material string }{{"tinyhouse", "W1P1"}, {"chess", "KQvK"}} {
		b.Run(s.material, func(b *testing.B) {
			g := enginetest.Game(b, s.variant)
			m, err := solver.Parse(g, s.material)
			if err != nil {
				b.Fatal(err)
			}
			tab, _ := solveTable(b, g, m)
			for b.Loop() {
				r, err := verify.Table(context.Background(), tab, verify.Options{Threads: 1})
				if err != nil || r.Errors != 0 || !r.Complete || r.Placements != r.Positions {
					b.Fatal(r, err)
				}
			}
		})
	}
}
