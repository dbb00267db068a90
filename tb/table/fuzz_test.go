package table_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// FuzzOpen opens arbitrary bytes, as they are and with a correct digest. It must not panic or take
// memory that the file does not account for.
func FuzzOpen(f *testing.F) {
	f.Add(small(f))
	d := desc(f, enginetest.Game(f, "thinchess8"), "KNvK")
	f.Add(bytesOf(f, d, fill(f, d, some(400))))
	f.Fuzz(func(t *testing.T, b []byte) {
		_ = check(b)
		containertest.Bound(t, bound(b, 0), func() { _ = check(containertest.Reseal(bytes.Clone(b))) })
	})
}

// bound returns how much memory reading all of a table may allocate in all: some for its rules, and
// some for each signature and block.
func bound(b []byte, signatures int) uint64 {
	const rules, layout, block = 96 << 20, 4 << 20, 4 << 20
	if f, err := containertest.Open(b); err == nil {
		return rules + layout*uint64(len(f.Signatures)+signatures) + block*uint64(len(f.Blocks))
	}
	return rules
}

// FuzzParts reads tables that are put together from changed parts, with everything between them
// right: digests, checksums, lengths, sums and the size of each signature where it says "=". A table
// that opens and passes its check gives a value for every position.
func FuzzParts(f *testing.F) {
	thin := desc(f, enginetest.Game(f, "thinchess8"), "KNvK")
	for _, b := range [][]byte{
		small(f), bytesOf(f, thin, fill(f, thin, some(400))),
		enginetest.ReadFile(f, "../embedded/tables/gardner-KPvK.tht"),
		enginetest.ReadFile(f, "../embedded/tables/peasants1-PPvPP.tht"),
	} {
		parts, err := containertest.Open(b)
		if err != nil {
			f.Fatal(err)
		}
		var names []string
		for _, s := range parts.Signatures {
			names = append(names, s.Name+" =")
		}
		f.Add(parts.Rules, parts.Subject, strings.Join(names, "\n"), parts.Bits, containertest.Join(parts.Blocks), uint64(77))
	}
	f.Fuzz(func(t *testing.T, rules, material, signatures string, bits uint32, blocks []byte, number uint64) {
		b := assemble(rules, material, signatures, bits, containertest.Pieces(blocks))
		containertest.Bound(t, bound(b, 4), func() { readAll(t, b, number) })
	})
}

// assemble returns a table of parts.
func assemble(text, material, signatures string, bits uint32, blocks [][]byte) []byte {
	f := containertest.File{Magic: "\x89THT\r\n\x1a\n", Mark: "THT end\n", Version: 1, Numbering: index.Version, Bits: bits,
		Rules: text, Subject: material, Blocks: blocks}
	ix := indexerOf(text)
	if ix != nil {
		f.RulesDigest = index.RulesDigest(ix.Game())
	}
	for line := range strings.SplitSeq(signatures, "\n") {
		name, number, _ := strings.Cut(line, " ")
		size, err := strconv.ParseUint(number, 10, 64)
		if err != nil && ix != nil {
			if s, err := ix.Parse(name); err == nil {
				if layout, err := ix.Layout(s); err == nil {
					size = layout.Size()
				}
			}
		}
		f.Signatures, f.Entries = append(f.Signatures, containertest.Signature{Name: name, Size: size}), f.Entries+size
	}
	return f.Seal()
}

// indexerOf returns the indexer of rules, or nil.
func indexerOf(text string) *index.Indexer {
	catalog, err := rules.Parse("rules", text, nil)
	if err != nil || len(catalog.Variants()) != 1 {
		return nil
	}
	g, err := board.Compile(catalog.Variants()[0])
	if err != nil {
		return nil
	}
	return index.New(g)
}

// readAll opens a table, checks it, and probes some positions of its first signatures.
func readAll(t *testing.T, b []byte, number uint64) {
	tab, err := read(b)
	if err != nil {
		return
	}
	whole := tab.Check(t.Context())
	for i := range min(len(tab.Signatures()), 4) {
		layout, err := tab.Layout(i)
		if err != nil {
			if whole == nil {
				t.Errorf("the check passes, and a layout fails: %v", err)
			}
			continue
		}
		probe(t, tab, layout, number, whole)
		values := make([]dtm.Value, min(layout.Size(), 1<<12))
		if err := tab.Values(i, 0, values); err != nil && whole == nil {
			t.Errorf("the check passes, and reading fails: %v", err)
		}
	}
}

// probe probes some positions of a layout.
func probe(t *testing.T, tab *table.File, layout *index.Layout, number uint64, whole error) {
	if layout.Full() == 0 {
		return
	}
	for n := range uint64(20) {
		var p board.Position
		if !layout.Decode((number+n)%layout.Full(), &p) {
			continue
		}
		v, ok, err := tab.Probe(&p)
		if whole == nil && (err != nil || !ok) {
			t.Errorf("the check passes, and a probe fails: %v", err)
		}
		if v.Plies > dtm.MaxPlies {
			t.Errorf("%v", v)
		}
	}
}
