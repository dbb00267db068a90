package table_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// desc describes a table of signatures.
func desc(t testing.TB, g *board.Game, texts ...string) table.Desc {
	t.Helper()
	ix := index.New(g)
	d := table.Desc{Game: g, Material: "test"}
	for _, text := range texts {
		s, err := ix.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		d.Signatures = append(d.Signatures, s)
	}
	return d
}

// space describes a table of all signatures that are reachable from one.
func space(t testing.TB, variant, text string) table.Desc {
	t.Helper()
	g := enginetest.Game(t, variant)
	d := desc(t, g, text)
	signatures, err := index.New(g).Reachable(t.Context(), d.Signatures[0], 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	d.Signatures = signatures
	return d
}

// fill returns a value for every number of d, None for numbers without a position.
func fill(t testing.TB, d table.Desc, value func(p *board.Position) dtm.Value) []dtm.Value {
	t.Helper()
	var all []dtm.Value
	for _, layout := range layouts(t, d) {
		for i := range layout.Size() {
			var p board.Position
			v := dtm.None
			if layout.Decode(i, &p) && !d.Game.Decided(&p).Over() {
				v = value(&p)
			}
			all = append(all, v)
		}
	}
	return all
}

func layouts(t testing.TB, d table.Desc) []*index.Layout {
	t.Helper()
	ix := index.New(d.Game)
	var all []*index.Layout
	for _, s := range d.Signatures {
		layout, err := ix.Layout(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, layout)
	}
	return all
}

// layoutOf returns the layout of signature i of a table.
func layoutOf(t testing.TB, tab *table.File, i int) *index.Layout {
	t.Helper()
	layout, err := tab.Layout(i)
	if err != nil {
		t.Fatal(err)
	}
	return layout
}

// some returns a function that gives every position one of distinct values, the same for the same
// pieces, and small values more often.
func some(distinct int) func(*board.Position) dtm.Value {
	return func(p *board.Position) dtm.Value {
		rng := rand.New(rand.NewPCG(uint64(p.Color(board.White)), uint64(p.Color(board.Black))))
		n := min(rng.IntN(distinct), rng.IntN(distinct))
		switch n % 3 {
		case 0:
			return dtm.Loss + dtm.Value(n)
		case 1:
			return dtm.Win + dtm.Value(n)
		}
		return dtm.Draw
	}
}

// write writes a table in pieces of random sizes.
func write(t testing.TB, path string, d table.Desc, values []dtm.Value, threads int) {
	t.Helper()
	w, err := table.Create(path, d, threads)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(threads), 1))
	for rest := values; len(rest) > 0; {
		n := min(rng.IntN(50000), len(rest))
		if err := w.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// bytesOf returns the file of a table.
func bytesOf(t testing.TB, d table.Desc, values []dtm.Value) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.tht")
	write(t, path, d, values, 2)
	b := enginetest.ReadFile(t, path)
	return b
}

// small returns the bytes of a small table with several blocks.
func small(t testing.TB) []byte {
	t.Helper()
	d := desc(t, enginetest.Game(t, "tinyhouse"), "KvK[W]", "KvK", "KWvK")
	return bytesOf(t, d, fill(t, d, some(9)))
}

func source(b []byte) *container.Source {
	return container.NewSource(bytes.NewReader(b), int64(len(b)), "test.tht")
}

// read opens bytes.
func read(b []byte) (*table.File, error) { return table.Read(source(b), nil) }

// must opens bytes that are a table.
func must(t testing.TB, b []byte) *table.File {
	t.Helper()
	tab, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// check opens bytes as a table and checks all of it.
func check(b []byte) error {
	t, err := read(b)
	if err != nil {
		return err
	}
	return t.Check(context.Background())
}
