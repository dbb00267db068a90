package index_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/tb/index"
)

// TestCursor compares a cursor with Decode, for numbers that rise by one, by small and large steps,
// and fall.
func TestCursor(t *testing.T) {
	for _, c := range signaturesFor {
		ix := indexer(t, c.variant)
		var cursor index.Cursor
		for _, text := range c.signatures {
			tab := layout(t, ix, text)
			cursor.Reset(tab)
			rng := rand.New(rand.NewPCG(1, tab.Full()))
			at := rng.Uint64N(tab.Full())
			for range 3000 {
				sameDecoded(t, tab, &cursor, at)
				switch rng.IntN(100) {
				case 0:
					at = rng.Uint64N(tab.Full())
				case 1:
					at -= min(at, rng.Uint64N(100))
				default:
					at += max(1, rng.Uint64N(20)/(1+rng.Uint64N(20)))
				}
				if at >= tab.Full() {
					at = 0
				}
			}
		}
	}
}

// sameDecoded compares a cursor with Decode for a number.
func sameDecoded(t *testing.T, tab *index.Layout, c *index.Cursor, number uint64) {
	t.Helper()
	ix := tab.Indexer()
	var want board.Position
	ok := tab.Decode(number, &want)
	p, found := c.At(number)
	d := board.Builder{Position: *p}
	if ok != found || ok && d.Finish() != want {
		t.Fatalf("%s: number %d is %v %v, for the cursor %v %v", ix.Text(tab.Signature()), number, want, ok, *p, found)
	}
	if _, how, _ := tab.Find(p); ok && c.Self() != (how == index.Symmetric) {
		t.Fatalf("%s: number %d is its own image: %v", ix.Text(tab.Signature()), number, c.Self())
	}
}

// TestRandomGames is TestEveryPosition and TestCursor for random variants, for all small signatures
// that a few pieces lead to.
func TestRandomGames(t *testing.T) {
	seeds, signatures := uint64(100), 0
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		ix := index.New(enginetest.Random(t, seed))
		rng := rand.New(rand.NewPCG(seed, 4))
		for _, tab := range layoutsOf(t, ix, somePieces(ix, rng)) {
			if tab.Full() > 3000 {
				continue
			}
			signatures++
			everyPosition(t, tab)
			c := tab.Cursor()
			for i := range tab.Full() {
				sameDecoded(t, tab, c, i)
			}
		}
	}
	t.Logf("%d signatures", signatures)
}

// somePieces returns a signature of up to four pieces, those on the board unpromoted.
func somePieces(ix *index.Indexer, rng *rand.Rand) index.Signature {
	var s index.Signature
	g := ix.Game()
	for c := range board.Color(2) {
		if g.HasKing() {
			s.Add(c, board.King, false, 1)
		}
		for range 1 + rng.IntN(2) {
			k := board.Kind(1 + rng.IntN(g.Kinds()-1))
			if g.Kinds() > 1 && g.HasDrops() && rng.IntN(3) == 0 {
				s.Give(c, k, 1)
			} else if g.Kinds() > 1 {
				s.Add(c, k, false, 1)
			}
		}
	}
	return s
}

// TestRuns checks the leading pair of all runs. Without a tie no position is its own mirror image,
// and every number has a position.
func TestRuns(t *testing.T) {
	for _, c := range []struct{ variant, signature string }{
		{"dobutsu", "LCvLE"}, {"dobutsu", "LvL+C[G]"}, {"tinyhouse", "KWvK[P]"}, {"chess", "KPvKP"}, {"peasants3", "PPvPP"},
	} {
		tab := layout(t, indexer(t, c.variant), c.signature)
		cursor, number := tab.Cursor(), uint64(0)
		for number < tab.Full() {
			r := tab.RunAt(number)
			if r.End <= number || tab.RunAt(r.End-1) != r {
				t.Fatalf("%v: the run at %d is %+v", c, number, r)
			}
			for ; number < r.End; number++ {
				p, ok := cursor.At(number)
				leads := r.White == geom.NoSquare || p.Color(board.White).Has(r.White) && p.Color(board.Black).Has(r.Black)
				if !leads || !r.Tie && (cursor.Self() || !ok && !tab.Indexer().Game().HasKing()) {
					t.Fatalf("%v: number %d is not as %+v says", c, number, r)
				}
			}
		}
	}
}
