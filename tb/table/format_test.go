package table_test

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"tinyhouse/tb/dtm"
)

// byTheBook reads all values of a table as docs/formats.md says, without this package. It trusts the file
// where docs/formats.md allows it.
func byTheBook(t *testing.T, b []byte) (names []string, values []dtm.Value) {
	t.Helper()
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	foot := len(b) - 72
	at := 60 + u32(20) + u32(24)
	directory := u32(foot)
	sum := sha256.Sum256(slices.Concat(b[:at], b[directory:foot+32]))
	if string(b[:8]) != "\x89THT\r\n\x1a\n" || string(b[foot+64:]) != "THT end\n" || string(sum[:]) != string(b[foot+32:foot+64]) {
		t.Fatal("not as in docs/formats.md")
	}
	var sizes []int
	d := directory + 4
	for range u32(directory) {
		n := int(binary.LittleEndian.Uint16(b[d:]))
		names, sizes = append(names, string(b[d+2:d+2+n])), append(sizes, u32(d+2+n))
		d += 2 + n + 8
	}
	for _, size := range sizes {
		for ; size > 0; size -= 1 << u32(16) {
			block := b[at : at+u32(d)]
			if crc32.Checksum(block, crc32.MakeTable(crc32.Castagnoli)) != uint32(u32(d+4)) {
				t.Fatal("not as in docs/formats.md")
			}
			values = append(values, blockByTheBook(t, block, min(size, 1<<u32(16)))...)
			at, d = at+u32(d), d+8
		}
	}
	if at != directory || d != foot || u32(foot+24) != len(values) || u32(foot+16) != len(b) || u32(foot+8) != foot-directory {
		t.Fatal("not as in docs/formats.md")
	}
	return names, values
}

// blockByTheBook reads the values of one block.
func blockByTheBook(t *testing.T, b []byte, many int) []dtm.Value {
	t.Helper()
	k, n := binary.Uvarint(b)
	b = b[n:]
	distinct := make([]dtm.Value, k)
	for i := range distinct {
		v, n := binary.Uvarint(b)
		b = b[n:]
		distinct[i] = dtm.Value(v)
		if i > 0 {
			distinct[i] += distinct[i-1]
		}
	}
	codes := make([]byte, many)
	if k > 1 {
		d, err := zstd.NewReader(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if codes, err = d.DecodeAll(b, nil); err != nil {
			t.Fatal(err)
		}
	}
	values := make([]dtm.Value, many)
	for i := range values {
		c := int(codes[i])
		if k > 256 {
			c += int(codes[many+i]) << 8
		}
		values[i] = distinct[c]
	}
	return values
}

// TestFormat reads tables as docs/formats.md says.
func TestFormat(t *testing.T) {
	for _, distinct := range []int{1, 30, 3000} {
		d := space(t, "tinyhouse", "KWUvK")
		want := fill(t, d, some(distinct))
		b := bytesOf(t, d, want)
		if !strings.Contains(string(b[:500]), "[tinyhouse]\nmaxRank = 4") {
			t.Error("the rules are not readable text")
		}
		names, values := byTheBook(t, b)
		if len(names) != len(d.Signatures) || len(values) != len(want) {
			t.Fatalf("%d signatures, %d values", len(names), len(values))
		}
		tab, err := read(b)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			if tab.Indexer().Text(d.Signatures[i]) != name {
				t.Errorf("signature %d is named %s", i, name)
			}
		}
		for i := range want {
			if want[i] != dtm.None && values[i] != want[i] {
				t.Fatalf("number %d: %04x, want %04x", i, values[i], want[i])
			}
		}
	}
}
