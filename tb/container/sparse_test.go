package container_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// sparse is a file of zeros, but for some pieces.
type sparse struct {
	size   int64
	pieces map[int64][]byte // by offset
}

func (s *sparse) ReadAt(b []byte, at int64) (int, error) {
	if at >= s.size {
		return 0, io.EOF
	}
	clear(b)
	for offset, piece := range s.pieces {
		if from := max(at, offset); from < min(at+int64(len(b)), offset+int64(len(piece))) {
			copy(b[from-at:], piece[from-offset:])
		}
	}
	if left := s.size - at; int64(len(b)) > left {
		return int(left), io.EOF
	}
	return len(b), nil
}

// embedded returns the parts of a file of this repository.
func embedded(t testing.TB, path string) *containertest.File {
	t.Helper()
	f, err := containertest.Open(enginetest.ReadFile(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const (
	tableFile = "../embedded/tables/tinyhouse-W1U0F0P0.tht"
	proofFile = "../proofs/tinyhouse-b1b2-a4b3.thc"
)

// with returns a sparse file of the header of f and a footer that is right but for its digest,
// with a directory that begins with some bytes and is as long as the file allows.
func with(f *containertest.File, size int64, directory string) *sparse {
	head := f.Header()
	s := &sparse{size, map[int64][]byte{0: head, int64(len(head)): []byte(directory)}}
	foot := f.Footer(nil, uint64(len(head)))
	put := func(at int, n int64) {
		for i := range 8 {
			foot[at+i] = byte(n >> (8 * i))
		}
	}
	put(8, size-72-int64(len(head)))
	put(16, size)
	s.pieces[size-72] = foot
	return s
}

// TestSparse opens files of 64 GB that hold next to nothing. They are refused at once, and take no
// memory to speak of.
func TestSparse(t *testing.T) {
	const size = 64 << 30
	for name, directory := range map[string]string{
		"zeros": "", "many": "\xff\xff\xff\xff", "one name": "\x01\x00\x00\x00\x04\x00KWvK\x00\x00\x00\x00\x10\x00\x00\x00",
		"huge size":      "\x01\x00\x00\x00\x04\x00KWvK\xff\xff\xff\xff\xff\xff\xff\xff",
		"huge blocks":    "\x01\x00\x00\x00\x04\x00KWvK\x00\x00\x00\x00\x00\x20\x00\x00",
		"sparse extents": "\x01\x00\x00\x00\x04\x00KWvK\x00\x00\x00\x00\x01\x00\x00\x00",
		"long name":      "\x01\x00\x00\x00\xff\xff", "no name": "\x00\x00\x00\x01\x00\x00", "one key": "\x00\x00\x00\x01\x04KWvK\x10\x00\x00\x00",
	} {
		for _, bits := range []uint32{0, 14} {
			containertest.Bound(t, 1<<20, func() {
				f := embedded(t, tableFile)
				f.Bits = bits
				if _, err := table.Read(container.NewSource(with(f, size, directory), size, "x"), nil); err == nil || !strings.HasSuffix(err.Error(), "the directory is damaged (lengths)") {
					t.Errorf("table of %s: %v", name, err)
				}
				f = embedded(t, proofFile)
				f.Bits = bits
				if _, err := certificate.Read(container.NewSource(with(f, size, directory), size, "x"), nil); err == nil || !strings.HasSuffix(err.Error(), "the directory is damaged (lengths)") {
					t.Errorf("certificate of %s: %v", name, err)
				}
			})
		}
	}
}

// TestHuge opens a valid table of 60 GB, with memory for its directory alone. Its blocks are zeros,
// which no probe takes for values.
func TestHuge(t *testing.T) {
	f := embedded(t, "../embedded/tables/chess-KPvK.tht")
	f.Bits, f.Blocks, f.Entries, f.Signatures = 20, nil, 0, nil
	ix := index.New(enginetest.Game(t, "chess"))
	s, err := ix.Parse("KQRvKQR")
	if err != nil {
		t.Fatal(err)
	}
	layout, err := ix.Layout(s)
	if err != nil {
		t.Fatal(err)
	}
	f.Subject = "KQRvKQR"
	f.Signatures = []containertest.Signature{{Name: ix.Text(s), Size: layout.Size()}}
	f.Entries = layout.Size()
	blocks := int64(container.BlocksOf(layout.Size(), 20))
	length := int64(60<<30) / blocks
	if length > 8<<20 {
		t.Fatalf("%d blocks are too few", blocks)
	}
	directory := f.Directory()
	for range blocks {
		directory = append(directory, byte(length), byte(length>>8), byte(length>>16), byte(length>>24), 1, 2, 3, 4)
	}
	head := f.Header()
	at := int64(len(head)) + blocks*length
	file := &sparse{size: at + int64(len(directory)) + 72, pieces: map[int64][]byte{0: head, at: directory, at + int64(len(directory)): f.Footer(directory, uint64(at))}}
	containertest.Bound(t, 64<<20, func() {
		tab, err := table.Read(container.NewSource(file, file.size, "x"), nil)
		if err != nil {
			t.Fatal(err)
		}
		var p board.Position
		for n := layout.Size() / 3; !layout.Decode(n, &p); n++ {
		}
		if _, ok, err := tab.Probe(&p); ok || err == nil || !strings.HasSuffix(err.Error(), "(checksum)") {
			t.Errorf("%v, %v", ok, err)
		}
	})
	t.Logf("%d numbers, %d blocks of %d bytes, directory of %d", layout.Size(), blocks, length, len(directory))
}

// closer is a source that counts how often it is closed.
type closer struct {
	io.ReaderAt
	closed int
}

func (c *closer) Close() error { c.closed++; return errors.New("closed") }

// TestSource checks what a source says of its first bytes and how it is closed.
func TestSource(t *testing.T) {
	b := enginetest.ReadFile(t, tableFile)
	c := &closer{ReaderAt: strings.NewReader(string(b))}
	s := container.NewSource(c, int64(len(b)), "name")
	if !s.Is(&container.Table) || s.Is(&container.Certificate) {
		t.Error("not recognized")
	}
	if sum, err := s.RulesDigest(&container.Table); err != nil || sum != embedded(t, tableFile).RulesDigest {
		t.Error(err)
	}
	if _, err := s.RulesDigest(&container.Certificate); err == nil || err.Error() != "tb: name: is a table, want a certificate" {
		t.Error(err)
	}
	tab, err := table.Read(s, nil)
	if err != nil || c.closed != 0 {
		t.Fatal(err, c.closed)
	}
	if err := tab.Close(); err == nil || c.closed != 1 {
		t.Error("not closed with the table")
	}
	if _, err := container.OpenSource(t.TempDir()); err == nil || !strings.Contains(err.Error(), "want a file") {
		t.Error(err)
	}
}

// TestBlocksOf checks the number of blocks at the ends of the range.
func TestBlocksOf(t *testing.T) {
	for _, c := range []struct {
		entries uint64
		bits    uint32
		want    uint64
	}{{0, 14, 0}, {1, 14, 1}, {1 << 14, 14, 1}, {1<<14 + 1, 14, 2}, {1<<64 - 1, 0, 1<<64 - 1}, {1<<64 - 1, 20, 1 << 44}} {
		if got := container.BlocksOf(c.entries, c.bits); got != c.want {
			t.Errorf("%d entries, %d bits: %d, want %d", c.entries, c.bits, got, c.want)
		}
	}
}
