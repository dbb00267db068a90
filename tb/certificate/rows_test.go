package certificate_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// rows returns the rows of a right certificate of positions of random games.
func rows(t *testing.T, g *board.Game, n int) []certificate.Row {
	t.Helper()
	kc, all := certificate.NewKeyCodec(g), map[string]certificate.Row{}
	for _, c := range claims(t, g, n) {
		key := kc.Least(&c.p)
		all[string(key)] = certificate.Row{Key: key, Move: c.m, Value: dtm.ValueOf(c.v)}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b certificate.Row) int { return bytes.Compare(a.Key, b.Key) })
}

// otherImage returns a row whose key is not the least.
func otherImage(t *testing.T, g *board.Game, all []certificate.Row) certificate.Row {
	t.Helper()
	ix, kc := index.New(g), certificate.NewKeyCodec(g)
	for _, r := range all {
		p, err := kc.Decode(r.Key)
		if err != nil {
			t.Fatal(err)
		}
		for q := range imagesOf(ix, &p) {
			if key := kc.Encode(&q); !bytes.Equal(key, r.Key) {
				r.Key = key
				return r
			}
		}
	}
	t.Fatal("no position has another image")
	return certificate.Row{}
}

// TestRows writes rows that a writer does not: repeated ones, out of order, of other images, and wins
// in 0 plies. The reader refuses all of them.
func TestRows(t *testing.T) {
	g := enginetest.Game(t, "thinchess")
	good := rows(t, g, 4000)
	image := otherImage(t, g, good)
	at, _ := slices.BinarySearchFunc(good, image, func(a, b certificate.Row) int { return bytes.Compare(a.Key, b.Key) })
	now := slices.Clone(good)
	now[7].Value = dtm.ValueOf(score.WinIn(0))
	loses := slices.Clone(good)
	loses[7].Value = dtm.ValueOf(score.LossIn(2))
	swapped := slices.Clone(good)
	swapped[5], swapped[6] = swapped[6], swapped[5]
	far := slices.Clone(good)
	far[5], far[1500] = far[1500], far[5]
	for name, all := range map[string][]certificate.Row{
		"":                  good,
		"twice":             slices.Insert(slices.Clone(good), 10, good[9]),
		"twice, in blocks":  slices.Insert(slices.Clone(good), certificate.BlockRecords, good[certificate.BlockRecords-1]),
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
func readRows(t *testing.T, g *board.Game, all []certificate.Row) error {
	t.Helper()
	root := enginetest.Position(t, g, g.Variant().Start)
	path := filepath.Join(t.TempDir(), "x.thc")
	if err := certificate.WriteRows(path, g, &root, all); err != nil {
		t.Fatal(err)
	}
	f, err := certificate.Open(path, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Check(t.Context())
}
