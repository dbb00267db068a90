package table_test

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/tb"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// manySignatures returns the bytes of a table of Tinyhouse with a number of signatures, up to
// 5^8: two kings and up to four pieces of each kind in each hand. All values are draws.
func manySignatures(t testing.TB, n int) []byte {
	t.Helper()
	g := enginetest.Game(t, "tinyhouse")
	ix := index.New(g)
	bare := desc(t, g, "KvK")
	layout := layouts(t, bare)[0]
	f, err := containertest.Open(bytesOf(t, bare, make([]dtm.Value, layout.Size())))
	if err != nil {
		t.Fatal(err)
	}
	block := f.Blocks[0]
	f.Signatures, f.Blocks, f.Entries = nil, nil, 0
	for i := range n {
		s := bare.Signatures[0]
		for slot, rest := 0, i; rest > 0; slot, rest = slot+1, rest/5 {
			s.Give(board.Color(slot/4), board.Kind(1+slot%4), rest%5)
		}
		f.Signatures = append(f.Signatures, containertest.Signature{Name: ix.Text(s), Size: layout.Size()})
		f.Blocks, f.Entries = append(f.Blocks, block), f.Entries+layout.Size()
	}
	return f.Seal()
}

// manyOpen is how many signatures the tests of opening have.
const manyOpen = 200_000

// TestManySignatures opens a table of 200,000 signatures within the memory that interactive use
// allows, and probes it.
func TestManySignatures(t *testing.T) {
	b := manySignatures(t, manyOpen)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begin := time.Now()
	tab := must(t, b)
	set := tb.NewSet(1 << 20)
	set.Add(tab)
	took := time.Since(begin)
	runtime.GC()
	runtime.ReadMemStats(&after)
	heap, total := int64(after.HeapAlloc)-int64(before.HeapAlloc), after.TotalAlloc-before.TotalAlloc
	t.Logf("%v, %d MB on the heap, %d MB allocated, file of %d MB", took, heap>>20, total>>20, len(b)>>20)
	if heap > 60<<20 {
		t.Errorf("%d MB on the heap, want 60", heap>>20)
	}
	for i := 0; i < manyOpen; i += 777 {
		var p board.Position
		if !layoutOf(t, tab, i).Decode(5, &p) {
			t.Fatal("no position")
		}
		if v, ok := set.Probe(tab.Game(), &p); !ok || v.Plies != 0 {
			t.Fatalf("signature %d: %v, %v", i, v, ok)
		}
	}
	set.Close()
}

// BenchmarkOpenMany opens a table of 200,000 signatures as a protocol does, before it answers isready.
func BenchmarkOpenMany(b *testing.B) {
	path := filepath.Join(b.TempDir(), "x.tht")
	enginetest.WriteFile(b, path, manySignatures(b, manyOpen))
	b.ReportAllocs()
	for b.Loop() {
		set := tb.NewSet(1 << 20)
		if err := set.Open(path); err != nil {
			b.Fatal(err)
		}
		set.Close()
	}
}
