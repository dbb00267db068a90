package board_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// BenchmarkPerft reports nodes per second, and checks the counts.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		variant, fen string
		depth        int
		nodes        uint64
	}{
		{"tinyhouse", "", 7, 1355253},
		{"crazyhouse", "", 4, 197281},
		{"chess", "", 5, 4865609},
		{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
		{"peasants", "", 6, 558208},
	} {
		name := c.variant
		if c.fen != "" {
			name += "-middlegame"
		}
		b.Run(name, func(b *testing.B) {
			g, p := position(b, c.variant, c.fen)
			b.ReportAllocs()
			for b.Loop() {
				if n := perft.Count(g, &p, c.depth); n != c.nodes {
					b.Fatalf("perft %d: %d, want %d", c.depth, n, c.nodes)
				}
			}
			b.ReportMetric(float64(c.nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkCount measures Count, the leaf of perft.
func BenchmarkCount(b *testing.B) {
	for _, name := range rules.Builtin().Names() {
		b.Run(name, func(b *testing.B) {
			g, p := position(b, name, "")
			b.ReportAllocs()
			for b.Loop() {
				g.Count(&p)
			}
		})
	}
}

// BenchmarkApply measures one move of a game with hands.
func BenchmarkApply(b *testing.B) {
	g, p := position(b, "crazyhouse", "r1bqk2r/ppp2ppp/2n5/3p4/3P4/2N5/PPP2PPP/R1BQK2R[QRBNPqrbnp] w KQkq - 0 10")
	var l board.List
	g.Moves(&p, &l)
	var next board.Position
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g.Apply(&next, &p, l.At(i%l.Len()))
	}
}

// position returns a game and a position of it, the start position for an empty FEN.
func position(tb testing.TB, name, fen string) (*board.Game, board.Position) {
	tb.Helper()
	g := enginetest.Game(tb, name)
	return g, enginetest.Position(tb, g, fen)
}
