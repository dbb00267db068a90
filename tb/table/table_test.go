package table_test

import (
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// TestRoundTrip writes tables of many kinds and reads every value back.
func TestRoundTrip(t *testing.T) {
	none := func(*board.Position) dtm.Value { return dtm.None }
	for _, c := range []struct {
		name string
		d    table.Desc
		f    func(*board.Position) dtm.Value
	}{
		{"few values", space(t, "tinyhouse", "KWUvK"), some(40)},
		{"one value", space(t, "tinyhouse", "KWUvK"), some(1)},
		{"no position", space(t, "tinyhouse", "KWvK"), none},
		{"many values", space(t, "chess", "KRvK"), some(3000)},
		{"all values", desc(t, enginetest.Game(t, "gardner"), "KRvKN"), some(dtm.MaxPlies)},
		{"goals", space(t, "peasants2", "PPvPP"), some(70)},
		{"no signature", desc(t, enginetest.Game(t, "chess")), some(2)},
		{"empty signatures", desc(t, enginetest.Game(t, "thinchess8"), "KRRRRNNvKRR", "KvK", "KRRRRNvKRRN"), some(9)},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := fill(t, c.d, c.f)
			path := filepath.Join(t.TempDir(), "x.tht")
			write(t, path, c.d, values, 2)
			tab, err := table.Open(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer tab.Close()
			if err := tab.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			compare(t, tab, c.d, values)
			t.Logf("%d signatures, %d numbers, %d bytes", len(c.d.Signatures), tab.Numbers(), tab.Bytes())
		})
	}
}

// compare compares a table with the values written, in pieces and one by one.
func compare(t *testing.T, tab *table.File, d table.Desc, values []dtm.Value) {
	t.Helper()
	if tab.Numbers() != uint64(len(values)) || len(tab.Signatures()) != len(d.Signatures) || tab.Material() != d.Material {
		t.Fatalf("%d numbers, %d signatures, material %q", tab.Numbers(), len(tab.Signatures()), tab.Material())
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for i, layout := range layouts(t, d) {
		if at, ok := tab.SignatureNumber(d.Signatures[i]); !ok || at != i || layoutOf(t, tab, i).Size() != layout.Size() {
			t.Fatalf("signature %d is at %d", i, at)
		}
		for from := uint64(0); from < layout.Size(); {
			got := make([]dtm.Value, min(layout.Size()-from, rng.Uint64N(70000)))
			if err := tab.Values(i, from, got); err != nil {
				t.Fatal(err)
			}
			for k, v := range got {
				one, err := tab.Value(i, from+uint64(k))
				if err != nil || one != v || v != values[k] && values[k] != dtm.None {
					t.Fatalf("signature %d number %d: %04x, %04x (%v), want %04x", i, from+uint64(k), v, one, err, values[k])
				}
			}
			from += uint64(len(got))
			values = values[len(got):]
		}
		if err := tab.Values(i, layout.Size(), make([]dtm.Value, 1)); err == nil {
			t.Error("a value beyond the signature")
		}
		if _, err := tab.Value(i, layout.Size()); err == nil {
			t.Error("a value beyond the signature")
		}
	}
}

// TestProbe probes every position of tables.
func TestProbe(t *testing.T) {
	for _, c := range []struct{ variant, signature string }{
		{"tinyhouse", "KWPvK"}, {"thinchess8", "KRNvKRN"}, {"peasants2", "PPvPP"}, {"chess", "KPvK"},
	} {
		if testing.Short() && c.variant == "chess" {
			continue
		}
		d := space(t, c.variant, c.signature)
		value := some(200)
		b := bytesOf(t, d, fill(t, d, value))
		tab, err := read(b)
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for i := range d.Signatures {
			for n := range layoutOf(t, tab, i).Size() {
				var p board.Position
				if !layoutOf(t, tab, i).Decode(n, &p) {
					continue
				}
				known++
				want := value(&p).Exact()
				if o := d.Game.Decided(&p); o.Over() {
					want = score.Exact{Outcome: score.Outcome(o.Result)}
				}
				if got, ok, err := tab.Probe(&p); got != want || !ok || err != nil {
					t.Fatalf("%s: signature %d number %d: %v %v %v, want %v", c.variant, i, n, got, ok, err, want)
				}
			}
		}
		t.Logf("%s: %d positions", c.variant, known)
	}
}

// TestNotKnown probes positions that are not in a table.
func TestNotKnown(t *testing.T) {
	d := space(t, "chess", "KRvK")
	tab, err := read(bytesOf(t, d, fill(t, d, some(9))))
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]bool{
		"8/8/8/8/8/2k5/8/R3K3 w - - 0 1":  true,
		"r3k3/8/8/8/2K5/8/8/8 b - - 0 1":  true,
		"8/8/8/8/8/2k5/8/R3K3 w Q - 0 1":  false,
		"8/8/8/8/8/2k5/8/RR2K3 w - - 0 1": false,
		"8/8/8/8/8/1k6/8/Q3K3 w - - 0 1":  false,
	} {
		p := enginetest.Position(t, d.Game, fen)
		if _, ok, err := tab.Probe(&p); ok != want || err != nil {
			t.Errorf("%s: known %v, %v", fen, ok, err)
		}
	}
}

// TestConcurrent reads a table from several goroutines with caches of several sizes.
func TestConcurrent(t *testing.T) {
	d := space(t, "chess", "KRvK")
	values := fill(t, d, some(300))
	b := bytesOf(t, d, values)
	for _, size := range []int64{0, 150 << 10, 1 << 30} {
		tab, err := table.Read(source(b), container.NewCache(size))
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for seed := range uint64(8) {
			wg.Go(func() {
				rng := rand.New(rand.NewPCG(seed, uint64(size)))
				for range 3000 {
					n := rng.IntN(len(values))
					signature, number := 0, uint64(n)
					for number >= layoutOf(t, tab, signature).Size() {
						number -= layoutOf(t, tab, signature).Size()
						signature++
					}
					if v, err := tab.Value(signature, number); err != nil || v != values[n] && values[n] != dtm.None {
						t.Errorf("%d: %v %v, want %v", n, v, err, values[n])
						return
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestRulesDigest checks that games share a digest if their rules are the same.
func TestRulesDigest(t *testing.T) {
	const ini = `
[renamed:chess]
startFen = 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
[slow:chess]
nMoveRule = 0
[ahead:chess]
startFen = 4k3/p7/8/8/4P3/8/8/4K3 w - - 0 1
[single:chess]
doubleStep = false
`
	chess := index.RulesDigest(enginetest.Game(t, "chess"))
	for name, same := range map[string]bool{"renamed": true, "slow": false, "ahead": false, "single": false} {
		if got := index.RulesDigest(enginetest.Custom(t, ini, name)) == chess; got != same {
			t.Errorf("%s: the same digest: %v", name, got)
		}
	}
}
