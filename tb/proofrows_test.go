package tb_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb"
)

// rows returns the rows of a certificate of positions of random games, as they should be.
func rows(t *testing.T, g *board.Game, n int) []tb.Row {
	t.Helper()
	pk, all := tb.NewPacker(g), map[string]tb.Row{}
	for _, c := range claims(t, g, n) {
		key, _ := pk.Key(&c.p)
		all[string(key)] = tb.Row{Key: key, Move: c.m, Value: tb.ValueOf(c.v)}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b tb.Row) int { return bytes.Compare(a.Key, b.Key) })
}

// otherImage returns a row whose key is of an image that is not the least.
func otherImage(t *testing.T, g *board.Game, all []tb.Row) tb.Row {
	t.Helper()
	pk := tb.NewPacker(g)
	for _, r := range all {
		p, err := pk.Unpack(r.Key)
		if err != nil {
			t.Fatal(err)
		}
		for q := range imagesOf(g, &p) {
			if key := pk.Same(&q); !bytes.Equal(key, r.Key) {
				r.Key = key
				return r
			}
		}
	}
	t.Fatal("no position has another image")
	return tb.Row{}
}

// TestProofRows writes what a writer would not: rows that repeat, out of order or of images,
// and wins in no ply. All of it is refused when the file is read, or its rows are.
func TestProofRows(t *testing.T) {
	g := enginetest.Game(t, "thinchess")
	good := rows(t, g, 4000)
	image := otherImage(t, g, good)
	at, _ := slices.BinarySearchFunc(good, image, func(a, b tb.Row) int { return bytes.Compare(a.Key, b.Key) })
	now := slices.Clone(good)
	now[7].Value = tb.ValueOf(score.WinIn(0))
	loses := slices.Clone(good)
	loses[7].Value = tb.ValueOf(score.LossIn(2))
	swapped := slices.Clone(good)
	swapped[5], swapped[6] = swapped[6], swapped[5]
	far := slices.Clone(good)
	far[5], far[1500] = far[1500], far[5]
	for name, all := range map[string][]tb.Row{
		"":                  good,
		"twice":             slices.Insert(slices.Clone(good), 10, good[9]),
		"twice, in blocks":  slices.Insert(slices.Clone(good), tb.ProofBlock, good[tb.ProofBlock-1]),
		"again, at the end": append(slices.Clone(good), good[0]),
		"out of order":      swapped,
		"far out of order":  far,
		"an image":          slices.Insert(slices.Clone(good), at, image),
		"win 0":             now,
		"a loss":            loses,
	} {
		err := readRows(t, g, all)
		if (err == nil) != (name == "") || err != nil && !strings.Contains(err.Error(), "x.thc") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// readRows writes rows, and reads them.
func readRows(t *testing.T, g *board.Game, all []tb.Row) error {
	t.Helper()
	root, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.thc")
	if err := tb.WriteRows(path, g, &root, all); err != nil {
		t.Fatal(err)
	}
	f, err := tb.OpenProof(path, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Check()
}
