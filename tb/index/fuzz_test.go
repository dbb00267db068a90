package index_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/index"
)

// indexers returns the indexers of a few games of every sort.
func indexers(f *testing.F) []*index.Indexer {
	f.Helper()
	var all []*index.Indexer
	for _, name := range []string{"tinyhouse", "thinchess", "dobutsu", "peasants3", "chess", "bolting", "crooked"} {
		all = append(all, indexer(f, name))
	}
	for seed := range uint64(9) {
		all = append(all, index.New(enginetest.Random(f, seed)))
	}
	return all
}

// FuzzParse parses a text as a signature: its name parses to the same signature, which has a layout or
// an error.
func FuzzParse(f *testing.F) {
	all := indexers(f)
	for i, text := range []string{"KWP~[UF]vK[P]", "KRRNNvKRRNN", "LCGvLE+C[G]", "PPPvPPP", "KRP+vK", "v", "KQ~vK[", "KvKvK"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		ix := all[int(game)%len(all)]
		s, err := ix.Parse(text)
		if err != nil {
			return
		}
		if again, err := ix.Parse(ix.Text(s)); again != s || err != nil {
			t.Fatalf("%q is written %q, read as %q: %v", text, ix.Text(s), ix.Text(again), err)
		}
		if tab, err := ix.Layout(s); err == nil && tab.Signature() != s {
			t.Fatalf("%q has the layout of %q", text, ix.Text(tab.Signature()))
		}
	})
}

// FuzzDecode decodes numbers of any signature: the position has the signature and the number, and a
// cursor finds the same position.
func FuzzDecode(f *testing.F) {
	all := indexers(f)
	for i, text := range []string{"KWP[UF]vK[P]", "KRRNNvKRRNN", "LCGvLE+C[G]", "PPPvPPP", "KPPvKPP", "KPH~vKP[P]"} {
		f.Add(uint8(i), text, uint64(1234567), uint64(1234569))
	}
	f.Fuzz(func(t *testing.T, game uint8, text string, from, number uint64) {
		ix := all[int(game)%len(all)]
		s, err := ix.Parse(text)
		if err != nil {
			return
		}
		tab, err := ix.Layout(s)
		if err != nil || tab.Full() == 0 {
			return
		}
		from, number = from%tab.Full(), number%tab.Full()
		c := tab.Cursor()
		c.At(from)
		sameDecoded(t, tab, c, number)
		var p board.Position
		if !tab.Decode(number, &p) {
			return
		}
		if i, ok := tab.Encode(&p); !ok || i != number || ix.SignatureOf(&p) != s {
			t.Fatalf("%s: number %d is encoded as %d %v of %s", ix.Text(s), number, i, ok, ix.Text(ix.SignatureOf(&p)))
		}
		sameNumber(t, tab, &p)
	})
}
