package tb

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
	"tinyhouse/tb/index"
)

// Writing certificates: what belongs here collects records and sorts them into a file.

// ProofWriter writes a certificate: claims "the side to move has at least this value, by
// this move". It is for one goroutine. All records stay in memory until Close: in a game of
// ten men on sixteen squares some 11 bytes for each, and a quarter more as room to grow; two
// or three times that with all the men of chess.
type ProofWriter struct {
	sink
	pk      *packer
	buckets map[string]*bucket
	records uint64
	wins    uint64 // of them
}

// bucket is the records with one head, end to end: the tail, then how good the value is,
// the best first, then the move. So they sort as bytes.
type bucket struct {
	size int // of a tail
	data []byte
}

// claimBytes is what a record has beside its tail.
const claimBytes = 4

// CreateProof begins a certificate about root, a position of g, that will be at path once it
// is closed. Until then there is only a temporary file beside it.
func CreateProof(path string, g *board.Game, root *board.Position) (*ProofWriter, error) {
	w := &ProofWriter{sink: sink{path: path}, pk: newPacker(index.New(g)), buckets: map[string]*bucket{}}
	var k key
	w.pk.pack(&k, root, index.Same)
	h, err := headOf(&proofs, g, proofBits, k.text())
	if err == nil {
		err = w.open(h, runtime.GOMAXPROCS(0))
	}
	if err != nil {
		return nil, fmt.Errorf("tb: create %s: %w", path, err)
	}
	return w, nil
}

// Add adds a record: in p the side to move has at least the value v, which is a draw or a win
// in one ply or more, by playing m. They may come in any order; of equal positions, images
// included, the best claim stays. It costs some 0.3 µs. The claim is not looked into, nor
// whether m is legal: that is for verifiers.
func (w *ProofWriter) Add(p *board.Position, m board.Move, v score.Exact) error {
	if v.Outcome == score.Loss || v.Outcome == score.Win && (v.Plies == 0 || v.Plies > MaxPlies) {
		return fmt.Errorf("tb: write %s: a record of %v, want a draw or a win in 1 to %d plies", w.path, v, MaxPlies)
	}
	var k key
	im := w.pk.canonical(&k, p)
	b := w.buckets[string(k.head[:k.heads])]
	if b == nil {
		b = &bucket{size: k.tails}
		w.buckets[string(k.head[:k.heads])] = b
	}
	m, badness := w.pk.move(im, m), uint16(MaxPlies+1)
	if v.Outcome == score.Win {
		badness = v.Plies
	}
	b.data = append(b.data, k.tail[:k.tails]...)
	b.data = append(b.data, byte(badness>>8), byte(badness), byte(m>>8), byte(m))
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

// at returns record i.
func (b *bucket) at(i int) []byte {
	n := b.size + claimBytes
	return b.data[i*n : (i+1)*n]
}

// Close sorts the records, writes them and puts the file at its path, in place of what was
// there. With an error there is nothing new at the path, and no temporary file. It takes
// some microseconds for each record.
func (w *ProofWriter) Close() error {
	if w.closed {
		return fmt.Errorf("tb: write %s: %w", w.path, fs.ErrClosed)
	}
	w.closed = true
	threads := runtime.GOMAXPROCS(0)
	var pages []*page
	var firsts []string
	for _, head := range slices.Sorted(maps.Keys(w.buckets)) {
		b := w.buckets[head]
		delete(w.buckets, head)
		sort.Sort(b)
		for i := range b.Len() {
			record := b.at(i)
			tail, claim := record[:b.size], record[b.size:]
			if i > 0 && bytes.Equal(tail, b.at(i - 1)[:b.size]) {
				continue
			}
			if w.records>>proofBits<<proofBits == w.records {
				if len(pages) == threads {
					w.storePages(pages)
					pages = pages[:0]
				}
				pages, firsts = append(pages, new(page)), append(firsts, head+string(tail))
			}
			v, m := Draw, board.Move(claim[2])<<8|board.Move(claim[3])
			if plies := Value(claim[0])<<8 | Value(claim[1]); plies <= MaxPlies {
				v = Win + plies
				w.wins++
			}
			pages[len(pages)-1].add(head, tail, m, v)
			w.records++
		}
	}
	w.storePages(pages)
	return w.finish(appendProofDirectory(nil, firsts, w.blocks), w.records)
}

// Counts returns how many records were written that claim wins, and how many that claim draws:
// after Close, since only then it is known which are of equal positions.
func (w *ProofWriter) Counts() (wins, draws uint64) { return w.wins, w.records - w.wins }

// storePages packs pages, each in a goroutine of its own, and stores them in order.
func (w *ProofWriter) storePages(pages []*page) {
	packed, errs := make([][]byte, len(pages)), make([]error, len(pages))
	var wg sync.WaitGroup
	for i, pg := range pages {
		wg.Go(func() { packed[i], errs[i] = pg.pack(w.coder) })
	}
	wg.Wait()
	for i, b := range packed {
		if errs[i] != nil {
			w.fail(errs[i])
		}
		w.storeBlock(b)
	}
}

// Abort removes the temporary file. After Close it does nothing.
func (w *ProofWriter) Abort() {
	if !w.closed {
		w.closed = true
		w.buckets = nil
		w.draft.Abort()
	}
}
