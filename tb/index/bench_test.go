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

// eachLayout runs a benchmark for each of these signatures.
func eachLayout(b *testing.B, run func(b *testing.B, tab *index.Layout)) {
	for _, c := range benchSignatures {
		tab := layout(b, indexer(b, c.variant), c.signature)
		b.Run(c.variant+"_"+c.signature, func(b *testing.B) {
			b.ReportAllocs()
			run(b, tab)
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	eachLayout(b, func(b *testing.B, tab *index.Layout) {
		sample := sampleOf(tab)
		for i := 0; b.Loop(); i++ {
			tab.Encode(&sample[i&4095])
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	eachLayout(b, func(b *testing.B, tab *index.Layout) {
		var p board.Position
		for i := uint64(0); b.Loop(); i += 7919 {
			tab.Decode(i%tab.Size(), &p)
		}
	})
}

// BenchmarkCursor reads numbers in rising order: in full, or every third.
func BenchmarkCursor(b *testing.B) {
	for step, name := range map[uint64]string{1: "all", 3: "every-third"} {
		b.Run(name, func(b *testing.B) {
			eachLayout(b, func(b *testing.B, tab *index.Layout) {
				at := tab.Cursor()
				for i := tab.Size() / 3; b.Loop(); i = (i + step) % tab.Size() {
					at.At(i)
				}
			})
		})
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
