package unmove_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver/unmove"
)

// BenchmarkBefore reverses the moves of positions of random games; one operation is one position.
func BenchmarkBefore(b *testing.B) {
	for _, name := range []string{"tinyhouse", "dobutsu", "thinchess", "chess", "crazyhouse", "peasants"} {
		b.Run(name, func(b *testing.B) {
			g := enginetest.Game(b, name)
			u := unmove.New(g)
			rng := rand.New(rand.NewPCG(9, 9))
			var positions []board.Position
			for len(positions) < 500 {
				enginetest.Walk(b, g, rng, 100, func(p *board.Position) {
					positions = append(positions, plain(p))
				})
			}
			predecessors := 0
			visit := func(*board.Position, unmove.Change) { predecessors++ }
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				u.Before(&positions[i%len(positions)], visit)
				i++
			}
			b.ReportMetric(float64(predecessors)/float64(b.N), "predecessors/op")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(predecessors), "ns/predecessor")
		})
	}
}
