package index_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// benchSignatures are signatures of the sizes that solvers spend their time on.
var benchSignatures = []struct{ variant, signature string }{
	{"tinyhouse", "KWPvKUF[P]"}, {"tinyhouse", "KWUFvKWUF"}, {"dobutsu", "LCGvLE+C[G]"}, {"thinchess", "KRRNNvKRRNN"},
	{"chess", "KQRvKR"}, {"chess", "KRPvKRP"}, {"peasants3", "PPPvPPP"},
}

func BenchmarkEncode(b *testing.B) {
	for _, c := range benchSignatures {
		tab := layout(b, indexer(b, c.variant), c.signature)
		sample := sampleOf(tab)
		b.Run(c.variant+"_"+c.signature, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				tab.Encode(&sample[i&4095])
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range benchSignatures {
		tab := layout(b, indexer(b, c.variant), c.signature)
		b.Run(c.variant+"_"+c.signature, func(b *testing.B) {
			b.ReportAllocs()
			var p board.Position
			for i := uint64(0); b.Loop(); i += 7919 {
				tab.Decode(i%tab.Size(), &p)
			}
		})
	}
}

// BenchmarkCursor reads numbers in rising order: in full, or every third.
func BenchmarkCursor(b *testing.B) {
	for _, c := range benchSignatures {
		tab := layout(b, indexer(b, c.variant), c.signature)
		for step, name := range map[uint64]string{1: "", 3: "/every-third"} {
			b.Run(c.variant+"_"+c.signature+name, func(b *testing.B) {
				b.ReportAllocs()
				at, i := tab.Cursor(), tab.Size()/3
				for b.Loop() {
					at.At(i)
					if i += step; i >= tab.Size() {
						i = 0
					}
				}
			})
		}
	}
}

func TestEncodeAllocatesNothing(t *testing.T) {
	for _, c := range benchSignatures {
		tab := layout(t, indexer(t, c.variant), c.signature)
		sample := sampleOf(tab)
		if n := testing.AllocsPerRun(10, func() {
			for i := range sample {
				tab.Encode(&sample[i])
				tab.Indexer().SignatureOf(&sample[i])
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", c.variant, n)
		}
	}
}

// sampleOf returns positions spread over a table.
func sampleOf(tab *index.Layout) []board.Position {
	rng := rand.New(rand.NewPCG(1, 1))
	var sample []board.Position
	for len(sample) < 4096 {
		var p board.Position
		if tab.Decode(rng.Uint64N(tab.Size()), &p) {
			sample = append(sample, p)
		}
	}
	return sample
}
