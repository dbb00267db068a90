package certificate_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/index"
)

// FuzzOpen opens arbitrary bytes, as they are and with correct checksums.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"tinyhouse", "thinchess8"} {
		g := enginetest.Game(f, name)
		f.Add(bytesOf(f, g, claims(f, g, 30)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		_ = check(b)
		b = containertest.Reseal(bytes.Clone(b))
		containertest.Bound(t, bound(b), func() { _ = check(b) })
	})
}

// bound returns how much memory reading all of a certificate may allocate in all: some for its
// rules, and some for each block.
func bound(b []byte) uint64 {
	const rules, block = 96 << 20, 24 << 20
	if f, err := containertest.Open(b); err == nil {
		return rules + block*uint64(len(f.Blocks))
	}
	return rules
}

// FuzzColumns reads certificates of one block whose columns are changed before they are packed, with
// everything around them right: lengths, checksums and digest. If the check passes, each record is
// found by a probe, and its position is legal.
func FuzzColumns(f *testing.F) {
	for _, name := range []string{"tinyhouse", "thinchess8", "chess", "dobutsu"} {
		g := enginetest.Game(f, name)
		parts, err := containertest.Open(bytesOf(f, g, claims(f, g, 12)))
		if err != nil {
			f.Fatal(err)
		}
		c, values := columns(f, parts.Blocks[0])
		f.Add(parts.Rules, parts.Subject, parts.Firsts[0], parts.Entries, parts.Bits, c[0], c[1], c[2], c[3], c[4], c[5], values)
	}
	f.Fuzz(func(t *testing.T, text, root, first string, records uint64, bits uint32, heads, lengths, steps, to, from, rises, values []byte) {
		var block []byte
		for _, column := range [][]byte{heads, lengths, steps, to, from, rises} {
			block = append(append(binary.AppendUvarint(block, uint64(len(column))), 0), column...)
		}
		parts := containertest.File{Magic: "\x89THC\r\n\x1a\n", Mark: "THC end\n", Version: 1, Numbering: index.Version, Bits: bits,
			Rules: text, RulesDigest: digestOf(text), Subject: root, Entries: records, Firsts: []string{first}, Blocks: [][]byte{append(block, values...)}}
		b := parts.Seal()
		containertest.Bound(t, bound(b), func() { readAll(t, b) })
	})
}

// columns returns the columns of a block and what comes after them.
func columns(t testing.TB, b []byte) (all [6][]byte, values []byte) {
	t.Helper()
	z, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for i := range all {
		size, n := binary.Uvarint(b)
		packed, more := binary.Uvarint(b[n:])
		b = b[n+more:]
		if packed == 0 {
			all[i], b = b[:size], b[size:]
			continue
		}
		if all[i], err = z.DecodeAll(b[:packed], nil); err != nil {
			t.Fatal(err)
		}
		b = b[packed:]
	}
	return all, b
}

// digestOf returns the digest of rules, or zeros.
func digestOf(text string) (sum [32]byte) {
	catalog, err := rules.Parse("rules", text, nil)
	if err != nil || len(catalog.Variants()) != 1 {
		return sum
	}
	g, err := board.Compile(catalog.Variants()[0])
	if err != nil {
		return sum
	}
	return index.RulesDigest(g)
}

// readAll opens a certificate, checks it, and probes its records.
func readAll(t *testing.T, b []byte) {
	f, err := read(b)
	if err != nil {
		return
	}
	root := f.Root()
	_, bounds := f.Bounds(&root)
	if err := f.Check(t.Context()); err != nil {
		return
	}
	if bounds != nil {
		t.Errorf("the check passes, and the root has no bounds: %v", bounds)
	}
	for i := range f.Blocks() {
		err := f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
			if err := f.Game().Check(p); err != nil {
				t.Errorf("a record of an illegal position: %v", err)
			}
			if m2, v2, ok, err := f.Probe(p); !ok || err != nil || m2 != m || v2 != v {
				t.Errorf("record %v %v, probe %v %v %v %v", m, v, m2, v2, ok, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
