package certificate

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"sort"
	"sync"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/internal/compress"
)

// Writer writes a certificate. It is for one goroutine. All records stay in memory until Close:
// some 11 bytes each in a game with ten pieces on sixteen squares, two or three times that with
// all the pieces of chess, and a quarter more as room to grow.
type Writer struct {
	out     *container.Writer
	path    string
	closed  bool
	encoder *compress.Encoder
	codec   *keyCodec
	buckets map[string]*bucket // by head
	blocks  []*block           // not stored yet
	firsts  []string           // the first key of each block
	records uint64
	wins    uint64 // of them
}

// bucket is the records with one head, end to end: the tail, then the claim, which is the rank of
// the value, best first, and the move. So they sort as bytes.
type bucket struct {
	size int // of a tail
	data []byte
}

// claimBytes is the size of a claim.
const claimBytes = 4

// Check returns an error if no certificate can describe root, a position of g, before the work of
// proving it.
func Check(g *board.Game, root *board.Position) error {
	if err := container.Check(&container.Certificate, g, subjectOf(newKeyCodec(index.New(g)), root)); err != nil {
		return fmt.Errorf("tb: %w", err)
	}
	return nil
}

// subjectOf returns the subject of a certificate about root.
func subjectOf(c *keyCodec, root *board.Position) string {
	var k key
	c.encode(&k, root, index.Same)
	return k.text()
}

// Create begins a certificate about root, a position of g, that will be at path once it is
// closed. Until then there is only a temporary file beside the path.
func Create(path string, g *board.Game, root *board.Position) (*Writer, error) {
	w := &Writer{path: path, codec: newKeyCodec(index.New(g)), buckets: map[string]*bucket{}}
	var err error
	if w.encoder, err = compress.NewEncoder(runtime.GOMAXPROCS(0)); err == nil {
		w.out, err = container.Create(path, &container.Certificate, g, subjectOf(w.codec, root))
	}
	if err != nil {
		return nil, fmt.Errorf("tb: create %s: %w", path, err)
	}
	return w, nil
}

// Add adds a record: in p the side to move has at least the value v, which is a draw or a win in
// one ply or more, by playing m. Records may come in any order; of those of one position,
// images included, the best value stays. Add takes some 0.3 µs. It checks neither the claim nor
// that m is legal: that is for verifiers.
func (w *Writer) Add(p *board.Position, m board.Move, v score.Exact) error {
	if v.Outcome == score.Loss || v.Outcome == score.Win && (v.Plies == 0 || v.Plies > dtm.MaxPlies) {
		return fmt.Errorf("tb: write %s: a record of %v, want a draw or a win in 1 to %d plies", w.path, v, dtm.MaxPlies)
	}
	var k key
	im := w.codec.encodeLeast(&k, p)
	b := w.buckets[string(k.head[:k.heads])]
	if b == nil {
		b = &bucket{size: k.tails}
		w.buckets[string(k.head[:k.heads])] = b
	}
	m, rank := w.codec.moveIn(im, m), uint16(dtm.MaxPlies+1)
	if v.Outcome == score.Win {
		rank = v.Plies
	}
	b.data = append(b.data, k.tail[:k.tails]...)
	b.data = append(b.data, byte(rank>>8), byte(rank), byte(m>>8), byte(m))
	return nil
}

// Len returns the number of records of a bucket; Less and Swap serve package sort.
func (b *bucket) Len() int { return len(b.data) / (b.size + claimBytes) }

func (b *bucket) Less(i, j int) bool { return bytes.Compare(b.at(i), b.at(j)) < 0 }

func (b *bucket) Swap(i, j int) {
	var t [maxTail + claimBytes]byte
	n := copy(t[:], b.at(i))
	copy(b.at(i), b.at(j))
	copy(b.at(j), t[:n])
}

func (b *bucket) at(i int) []byte {
	n := b.size + claimBytes
	return b.data[i*n : (i+1)*n]
}

// Close sorts the records, writes them and puts the file at its path, in place of what was
// there. After an error there is no temporary file and the path is as it was before. Close takes
// some microseconds for each record.
func (w *Writer) Close() error {
	if w.closed {
		return fmt.Errorf("tb: write %s: %w", w.path, fs.ErrClosed)
	}
	w.closed = true
	for _, head := range slices.Sorted(maps.Keys(w.buckets)) {
		b := w.buckets[head]
		delete(w.buckets, head)
		sort.Sort(b)
		for i := range b.Len() {
			tail, claim := b.at(i)[:b.size], b.at(i)[b.size:]
			if i > 0 && bytes.Equal(tail, b.at(i - 1)[:b.size]) {
				continue
			}
			v := dtm.Draw
			if plies := dtm.Value(claim[0])<<8 | dtm.Value(claim[1]); plies <= dtm.MaxPlies {
				v = dtm.Win + plies
				w.wins++
			}
			w.write(head, tail, board.Move(claim[2])<<8|board.Move(claim[3]), v)
		}
	}
	return w.finish()
}

// write appends a record, whose key comes after all before it, to the blocks.
func (w *Writer) write(head string, tail []byte, m board.Move, v dtm.Value) {
	if w.records>>container.Certificate.Bits<<container.Certificate.Bits == w.records {
		if len(w.blocks) == runtime.GOMAXPROCS(0) {
			w.storeBlocks()
		}
		w.blocks, w.firsts = append(w.blocks, new(block)), append(w.firsts, head+string(tail))
	}
	w.blocks[len(w.blocks)-1].add(head, tail, m, v)
	w.records++
}

// storeBlocks packs the blocks, each in a goroutine of its own, and stores them in order.
func (w *Writer) storeBlocks() {
	packed, errs := make([][]byte, len(w.blocks)), make([]error, len(w.blocks))
	var wg sync.WaitGroup
	for i, b := range w.blocks {
		wg.Go(func() { packed[i], errs[i] = b.pack(w.encoder) })
	}
	wg.Wait()
	for i, b := range packed {
		if errs[i] != nil {
			w.out.Fail(errs[i])
		}
		w.out.Append(b)
	}
	w.blocks = w.blocks[:0]
}

// finish stores the last blocks and completes the file.
func (w *Writer) finish() error {
	w.storeBlocks()
	return w.out.Commit(appendDirectory(nil, w.firsts, w.out.Extents()), w.records, nil)
}

// Counts returns how many records claim wins, and how many claim draws. Call it after Close,
// since only then equal positions are known.
func (w *Writer) Counts() (wins, draws uint64) { return w.wins, w.records - w.wins }

// Abort removes the temporary file. After Close it does nothing.
func (w *Writer) Abort() {
	if !w.closed {
		w.closed = true
		w.buckets = nil
		w.out.Abort()
	}
}
