package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
)

// claim is a record of a certificate.
type claim struct {
	p board.Position
	m board.Move
	v score.Exact
}

// claims returns records of positions of random games, with random legal moves and values.
func claims(t testing.TB, g *board.Game, n int) []claim {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	var all []claim
	var l board.List
	for len(all) < n {
		enginetest.Walk(t, g, rng, 200, func(p *board.Position) {
			if g.Moves(p, &l); l.Len() > 0 && len(all) < n {
				v := score.Exact{}
				if d := rng.IntN(40); d > 0 {
					v = score.WinIn(2*d - 1)
				}
				all = append(all, claim{*p, l.At(rng.IntN(l.Len())), v})
			}
		})
	}
	return all
}

// write writes a certificate about the start of g.
func write(t testing.TB, path string, g *board.Game, all []claim) {
	t.Helper()
	root := enginetest.Position(t, g, g.Variant().Start)
	w, err := certificate.Create(path, g, &root)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if err := w.Add(&c.p, c.m, c.v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// bytesOf returns the bytes of a certificate.
func bytesOf(t testing.TB, g *board.Game, all []claim) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.thc")
	write(t, path, g, all)
	b := enginetest.ReadFile(t, path)
	return b
}

func read(b []byte) (*certificate.File, error) {
	return certificate.Read(container.NewSource(bytes.NewReader(b), int64(len(b)), "test.thc"), nil)
}

// open returns a certificate with some records.
func open(t testing.TB, g *board.Game, all []claim) *certificate.File {
	t.Helper()
	f, err := read(bytesOf(t, g, all))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// check opens bytes as a certificate and checks all of it.
func check(b []byte) error {
	f, err := read(b)
	if err != nil {
		return err
	}
	return f.Check(context.Background())
}

// TestRoundTrip writes certificates of several games and probes all records, and other positions.
func TestRoundTrip(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 6000
	}
	for _, name := range []string{"tinyhouse", "chess", "crazyhouse", "dobutsu", "peasants", "thinchess", "losalamos"} {
		g := enginetest.Game(t, name)
		kc := certificate.NewKeyCodec(g)
		all := claims(t, g, n)
		best := map[string]score.Exact{}
		for _, c := range all {
			key := kc.Least(&c.p)
			if v, ok := best[string(key)]; !ok || c.v.Compare(v) > 0 {
				best[string(key)] = c.v
			}
		}
		f := open(t, g, all)
		if err := f.Check(t.Context()); err != nil || f.Len() != uint64(len(best)) {
			t.Fatalf("%s: %d records, want %d; %v", name, f.Len(), len(best), err)
		}
		t.Logf("%s: %.2f bytes a record", name, float64(f.Bytes())/float64(len(best)))
		for _, c := range all {
			key := kc.Least(&c.p)
			m, v, ok, err := f.Probe(&c.p)
			if err != nil || !ok || v != best[string(key)] || !g.IsLegal(&c.p, m) {
				t.Fatalf("%s: %s: %v, %v, %v, %v", name, notation.FEN(g, &c.p), notation.Move(g, &c.p, m), v, ok, err)
			}
		}
		checkBlocks(t, f, len(best))
		enginetest.Walk(t, g, rand.New(rand.NewPCG(9, 9)), 50, func(p *board.Position) {
			key := kc.Least(p)
			_, known := best[string(key)]
			if _, _, ok, err := f.Probe(p); ok != known || err != nil {
				t.Fatalf("%s: %s known %v, want %v; %v", name, notation.FEN(g, p), ok, known, err)
			}
		})
	}
}

// checkBlocks compares all records with what probes return.
func checkBlocks(t *testing.T, f *certificate.File, want int) {
	t.Helper()
	n := 0
	for i := range f.Blocks() {
		err := f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
			n++
			if m2, v2, ok, err := f.Probe(p); m2 != m || v2 != v || !ok || err != nil {
				t.Fatalf("%s: %v %v, by a probe %v %v %v %v", notation.FEN(f.Game(), p), m, v, m2, v2, ok, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	stop := errors.New("stop")
	if f.Block(0, func(*board.Position, board.Move, score.Exact) error { return stop }) != stop || n != want {
		t.Errorf("%d records, want %d", n, want)
	}
}

// TestBestClaim checks which of several claims stays, and which claims are refused.
func TestBestClaim(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	p := enginetest.Position(t, g, g.Variant().Start)
	var l board.List
	g.Moves(&p, &l)
	var all []claim
	for i, v := range []score.Exact{{}, score.WinIn(9), score.WinIn(7), score.WinIn(300), score.WinIn(8)} {
		all = append(all, claim{p, l.At(i), v})
	}
	f := open(t, g, all)
	root := f.Root()
	if m, v, ok, err := f.Probe(&root); m != l.At(2) || v != score.WinIn(7) || !ok || err != nil || root != p || f.Len() != 1 {
		t.Errorf("%v %v %v %v", m, v, ok, err)
	}
	w, err := certificate.Create(filepath.Join(t.TempDir(), "x.thc"), g, &p)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []score.Exact{score.LossIn(4), score.WinIn(0), score.WinIn(dtm.MaxPlies + 1)} {
		if err := w.Add(&p, l.At(0), v); err == nil || !strings.Contains(err.Error(), v.String()) {
			t.Errorf("%v: %v", v, err)
		}
	}
	w.Abort()
	w.Abort()
	if w.Close() == nil {
		t.Error("closed after all")
	}
}

// TestFiles checks that there is no file before Close, after Abort, and after a failure.
func TestFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x.thc")
	g := enginetest.Game(t, "thinchess8")
	root := enginetest.Position(t, g, g.Variant().Start)
	w, err := certificate.Create(path, g, &root)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file already")
	}
	w.Abort()
	if files, _ := os.ReadDir(folder); len(files) > 0 {
		t.Error("a file is left")
	}
	if _, err := certificate.Create(folder, g, &root); err == nil {
		t.Error("wrote over a folder")
	}
	if w, err = certificate.Create(path, g, &root); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(path+".0.tmp"), w.Close()); err == nil || !strings.Contains(err.Error(), "tb: write "+path) {
		t.Error(err)
	}
	if files, _ := os.ReadDir(folder); len(files) > 0 {
		t.Error("a failed writer leaves a file")
	}
	write(t, path, g, nil) // without records, but a file
	if f, err := certificate.Open(path, nil); err != nil || f.Check(t.Context()) != nil || f.Close() != nil {
		t.Error(err)
	}
	if _, err := certificate.Open("../embedded/tables/thinchess8-KNRvKNR.tht", nil); err == nil || !strings.Contains(err.Error(), "is a table, want a certificate") {
		t.Error(err)
	}
}

// TestEveryByte flips every byte of a certificate, and cuts it to every length.
func TestEveryByte(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	good := bytesOf(t, g, claims(t, g, 300))
	if err := check(good); err != nil {
		t.Fatal(err)
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= byte(1 + i%255)
		if check(bad) == nil {
			t.Errorf("byte %d of %d changed", i, len(good))
		}
		if _, err := read(good[:i]); err == nil {
			t.Errorf("cut to %d bytes of %d it opens", i, len(good))
		}
	}
	if _, err := read(append(bytes.Clone(good), 0)); err == nil {
		t.Error("with a byte more it opens")
	}
}

// TestSealed changes bytes and corrects the checksums: the reader returns legal positions or an error.
func TestSealed(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	good := bytesOf(t, g, claims(t, g, 200))
	if err := check(containertest.Reseal(bytes.Clone(good))); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	trials := 20000
	if testing.Short() {
		trials = 5000
	}
	for range trials {
		bad := bytes.Clone(good)
		for range 1 + rng.IntN(3) {
			bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		}
		_ = check(containertest.Reseal(bad))
	}
}

// BenchmarkProbe probes a certificate whose blocks are all in the cache.
func BenchmarkProbe(b *testing.B) {
	g := enginetest.Game(b, "tinyhouse")
	all := claims(b, g, 200_000)
	f := open(b, g, all)
	for i := 0; b.Loop(); i++ {
		if _, _, ok, _ := f.Probe(&all[i%len(all)].p); !ok {
			b.Fatal("not there")
		}
	}
	b.ReportMetric(float64(f.Bytes())/float64(f.Len()), "bytes/record")
}
