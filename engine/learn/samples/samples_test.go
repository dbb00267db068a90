package samples_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// draw returns samples of a random game, with the counters of new games.
func draw(t testing.TB, g *board.Game, seed uint64) []samples.Sample {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []samples.Sample
	enginetest.Walk(t, g, rng, 60, func(p *board.Position) {
		s := samples.Sample{Score: int16(rng.Uint32()), Result: rules.Result(rng.IntN(3) - 1)}
		b := board.NewBuilder(p.Turn(), p.EnPassant(), [2]board.Hand{p.Hand(board.White), p.Hand(board.Black)})
		for c := range board.Color(2) {
			for k := range board.Kind(g.Kinds()) {
				b.Place(c, k, p.Of(c, k))
			}
		}
		b.TogglePromoted(p.Promoted())
		b.SetCastling(p.Castling())
		s.Position = b.Finish()
		all = append(all, s)
	})
	return all
}

func games(t testing.TB) []*board.Game {
	all := enginetest.Games(t)
	for seed := range uint64(60) {
		all = append(all, enginetest.Random(t, seed))
	}
	return all
}

// TestCoder checks that samples read back, each with its length, and that no part of one is a sample.
func TestCoder(t *testing.T) {
	for _, g := range games(t) {
		c := samples.NewCoder(g)
		for _, want := range draw(t, g, 1) {
			b := c.Append(nil, &want)
			got, n, err := c.Read(append(b, 0xff))
			if err != nil || n != len(b) || got != want {
				t.Fatalf("%s %s: %+v, length %d, error %v; want %+v, %d", g.Variant().Name, notation.FEN(g, &want.Position), got, n, err, want, len(b))
			}
			for end := range b {
				if _, _, err := c.Read(b[:end]); err == nil {
					t.Fatalf("%s: %d of %d bytes are a sample", g.Variant().Name, end, len(b))
				}
			}
		}
	}
}

// read returns the samples in a file.
func read(t testing.TB, path string, g *board.Game) ([]samples.Sample, error) {
	t.Helper()
	r, err := samples.NewReader(bytes.NewReader(enginetest.ReadFile(t, path)), g)
	if err != nil {
		t.Fatal(err)
	}
	var all []samples.Sample
	for {
		if all, err = r.Next(all); err != nil {
			return all, err
		}
	}
}

// TestContinue checks that a file that is cut anywhere, or damaged in its last chunk, continues after its
// last whole chunk and ends as one written at once.
func TestContinue(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	path := filepath.Join(t.TempDir(), "a.ths")
	var want []samples.Sample
	write := func(from int) {
		w, err := samples.Continue(path, g)
		if err != nil {
			t.Fatal(err)
		}
		if w.Chunks() < from {
			t.Errorf("%d chunks, want at least %d", w.Chunks(), from)
		}
		for i := w.Chunks(); i < 3; i++ {
			if err := w.Write(draw(t, g, uint64(i))); err != nil {
				t.Fatal(err)
			}
		}
		if w.Samples() != len(want) && len(want) > 0 || w.Chunks() != 3 {
			t.Errorf("%d samples, want %d", w.Samples(), len(want))
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(0)
	for i := range uint64(3) {
		want = append(want, draw(t, g, i)...)
	}
	whole := enginetest.ReadFile(t, path)
	if got, err := read(t, path, g); err != io.EOF || !reflect.DeepEqual(got, want) {
		t.Fatalf("read %d samples, error %v, want %d", len(got), err, len(want))
	}
	for end := 0; end < len(whole); end += 7 {
		enginetest.WriteFile(t, path, whole[:end])
		write(0)
		if !bytes.Equal(enginetest.ReadFile(t, path), whole) {
			t.Fatalf("cut to %d bytes: the file ends differently", end)
		}
	}
	changed := bytes.Clone(whole)
	changed[len(changed)-20] ^= 1
	enginetest.WriteFile(t, path, changed)
	if _, err := read(t, path, g); err != samples.ErrDamaged {
		t.Errorf("a changed byte: error %v", err)
	}
	write(2)
	if !bytes.Equal(enginetest.ReadFile(t, path), whole) {
		t.Error("a changed byte: the file ends differently")
	}
}

// TestForeign checks that files of other rules and other files are refused and stay as they are.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.ths")
	w, err := samples.Continue(other, enginetest.Game(t, "gardner"))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "text")
	enginetest.WriteFile(t, text, bytes.Repeat([]byte("text "), 100))
	for path, want := range map[string]string{other: ": samples: they are of a game with other rules", text: ": samples: it is no file of samples"} {
		before := enginetest.ReadFile(t, path)
		if _, err := samples.Continue(path, enginetest.Game(t, "chess")); err == nil || err.Error() != path+want {
			t.Errorf("got error %v, want %s", err, path+want)
		}
		if !bytes.Equal(enginetest.ReadFile(t, path), before) {
			t.Errorf("%s was changed", path)
		}
	}
	if _, err := samples.Continue(filepath.Join(dir, "no", "folder"), enginetest.Game(t, "chess")); !os.IsNotExist(err) {
		t.Errorf("got error %v", err)
	}
}

// FuzzRead checks that no sample makes Read crash, and that what it accepts is written as it was.
func FuzzRead(f *testing.F) {
	chess, tinyhouse := enginetest.Game(f, "chess"), enginetest.Game(f, "tinyhouse")
	coders := []*samples.Coder{samples.NewCoder(chess), samples.NewCoder(tinyhouse)}
	for i, g := range []*board.Game{chess, tinyhouse} {
		for _, s := range draw(f, g, 1) {
			f.Add(i == 1, coders[i].Append(nil, &s))
		}
	}
	f.Fuzz(func(t *testing.T, drops bool, data []byte) {
		c := coders[0]
		if drops {
			c = coders[1]
		}
		s, n, err := c.Read(data)
		if err != nil {
			return
		}
		if back := c.Append(nil, &s); !bytes.Equal(back, data[:n]) {
			t.Errorf("%x is written as %x", data[:n], back)
		}
	})
}

// FuzzReader checks that no file makes a Reader crash or take much memory.
func FuzzReader(f *testing.F) {
	g := enginetest.Game(f, "tinyhouse")
	path := filepath.Join(f.TempDir(), "a.ths")
	w, err := samples.Continue(path, g)
	if err != nil {
		f.Fatal(err)
	}
	for i := range uint64(2) {
		if err := w.Write(draw(f, g, i)); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	const header, chunkHead = 48, 12
	whole := enginetest.ReadFile(f, path)
	f.Add(whole[:header], whole[header:header+4], whole[header+chunkHead:header+chunkHead+100])
	f.Add(whole[:header], []byte{1, 0, 0, 0}, []byte{})
	f.Fuzz(func(t *testing.T, head, count, chunk []byte) {
		read := func(file []byte) {
			r, err := samples.NewReader(bytes.NewReader(file), g)
			for err == nil {
				_, err = r.Next(nil)
			}
		}
		read(slices.Concat(head, count, chunk))
		if len(count) != 4 {
			return
		}
		lengths := binary.LittleEndian.AppendUint32(bytes.Clone(count), uint32(len(chunk))) // a chunk with its sum
		sum := crc32.Checksum(slices.Concat(lengths, chunk), crc32.MakeTable(crc32.Castagnoli))
		read(slices.Concat(whole[:header], binary.LittleEndian.AppendUint32(lengths, sum), chunk))
	})
}
