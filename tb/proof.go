package tb

import (
	"io"
	"sort"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Certificates: what belongs here opens a file of claims and finds those of a position.
// Whether they are justified is for verifiers; package verify has one.

// ProofExt is how the names of certificates end.
const ProofExt = ".thc"

// Proof is an open certificate: records that say of a position that the side to move has at
// least a value, by a move. It may be used by any number of goroutines at a time, except for
// Close.
type Proof struct {
	archive
	pk      *packer
	root    board.Position
	records uint64
	firsts  []string // the first key of each block
}

// OpenProof opens the certificate at path as a memory map. Blocks are unpacked when they are
// needed, and kept in c, where a record takes some 10 bytes; nil is a small cache of its own.
func OpenProof(path string, c *Cache) (*Proof, error) {
	m, err := openMap(path)
	if err != nil {
		return nil, err
	}
	f, err := ReadProof(m, int64(m.Len()), path, c)
	if err != nil {
		m.Close()
		return nil, err
	}
	f.closer = m
	return f, nil
}

// ReadProof opens a certificate of so many bytes that lies elsewhere. The name is for errors.
func ReadProof(r io.ReaderAt, size int64, name string, c *Cache) (*Proof, error) {
	f := &Proof{archive: newArchive(source{r: r, size: size, name: name, kind: &proofs}, c)}
	h, ft, headBytes, directory, err := f.readEnds()
	if err != nil {
		return nil, err
	}
	if err := f.adopt(&h); err != nil {
		return nil, err
	}
	f.pk, f.records = newPacker(f.ix), ft.numbers
	if err := f.readRoot(h.material); err != nil {
		return nil, err
	}
	firsts, blocks, ok := parseProofDirectory(directory)
	if !ok || !sort.StringsAreSorted(firsts) {
		return nil, f.fail("the directory is damaged (lengths)")
	}
	if want := blocksOf(f.records, f.bits); uint64(len(blocks)) != want {
		return nil, f.fail("the directory is damaged: %d blocks, want %d", len(blocks), want)
	}
	f.firsts = firsts
	most := uint64(maxHead+maxTail+32)<<f.bits + 1<<10
	if err := f.addBlocks(blocks, int64(len(headBytes)), int64(ft.directory), most); err != nil {
		return nil, err
	}
	return f, nil
}

// readRoot reads the root from the head.
func (f *Proof) readRoot(text string) error {
	n := min(f.pk.headSize(), len(text))
	root, err := f.pk.unpack([]byte(text[:n]), []byte(text[n:]))
	if err != nil {
		return f.fail("its root cannot be read: %w", err)
	}
	f.root = root
	return nil
}

// IsProof reports whether a file of so many bytes is a certificate, by its first bytes alone.
func IsProof(r io.ReaderAt, size int64) bool {
	b := make([]byte, len(proofs.magic))
	n, _ := r.ReadAt(b, 0)
	return size >= int64(len(b)) && string(b[:n]) == proofs.magic
}

// blocksOf returns how many blocks of 1 << bits records there are.
func blocksOf(records uint64, bits uint32) uint64 {
	e := entry{size: records}
	return e.blocks(bits)
}

// Close unmaps the file and forgets its blocks. No probe may be under way, none may follow.
func (f *Proof) Close() error { return f.close() }

// Name returns the path or name that f was opened by.
func (f *Proof) Name() string { return f.name }

// Game returns the game that f is about, compiled from the rules in the file.
func (f *Proof) Game() *board.Game { return f.game }

// Hash returns the RulesHash of the game.
func (f *Proof) Hash() [32]byte { return f.hash }

// Root returns the position that f is about. Its counters are those of a new game.
func (f *Proof) Root() board.Position { return f.root }

// Len returns the number of records.
func (f *Proof) Len() uint64 { return f.records }

// Bytes returns the size of the file.
func (f *Proof) Bytes() int64 { return f.size }

// Blocks returns the number of blocks, for Block.
func (f *Proof) Blocks() int { return len(f.firsts) }

// BlockStart returns the number of the first record of block i.
func (f *Proof) BlockStart(i int) uint64 { return uint64(i) << f.bits }

// Probe returns the record of p, a position of f's game or of one with the same RulesHash:
// a move, and the value that the side to move has at least by it. If there is none, or after
// an error, which means that the file is damaged there, ok is false. Where the block is in
// the cache it allocates nothing and costs some 0.5 µs; otherwise some 100 µs.
func (f *Proof) Probe(p *board.Position) (m board.Move, v score.Exact, ok bool, err error) {
	var k key
	im := f.pk.canonical(&k, p)
	i := sort.Search(len(f.firsts), func(i int) bool { return k.before(f.firsts[i]) }) - 1
	if i < 0 {
		return board.NoMove, score.Exact{}, false, nil
	}
	pg, err := f.page(i)
	if err != nil {
		return board.NoMove, score.Exact{}, false, err
	}
	at, ok := pg.find(&k)
	if !ok {
		return board.NoMove, score.Exact{}, false, nil
	}
	return f.pk.move(im, pg.moves[at]), pg.values[at].Exact(), true, nil
}

// before reports whether k comes before a key that is written as text.
func (k *key) before(text string) bool {
	n := min(k.heads, len(text))
	if string(k.head[:k.heads]) != text[:n] {
		return string(k.head[:k.heads]) < text[:n]
	}
	return string(k.tail[:k.tails]) < text[n:]
}

// Block calls visit with the records of block i in the order of their keys: a position, which
// is what its images are represented by, a move and a value; and stops at the first error.
// What is no legal position, or not the image that a probe would look for, is an error.
// It costs some microseconds for each record.
func (f *Proof) Block(i int, visit func(p *board.Position, m board.Move, v score.Exact) error) error {
	pg, err := f.page(i)
	if err != nil {
		return err
	}
	var k key
	for n := range pg.runs {
		r := &pg.runs[n]
		for j := range r.count {
			tail := pg.tail(r, j)
			p, err := f.pk.unpack([]byte(r.head), tail)
			if err != nil {
				return f.fail("record %d of block %d is of no position (%x %x): %w", r.first+j, i, r.head, tail, err)
			}
			if f.pk.canonical(&k, &p); k.text() != r.head+string(tail) {
				return f.fail("record %d of block %d is of an image that no probe looks for (%x %x)", r.first+j, i, r.head, tail)
			}
			if err := visit(&p, pg.moves[r.first+j], pg.values[r.first+j].Exact()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Check reads the whole file and returns the first damage it finds.
func (f *Proof) Check() error {
	if _, _, _, _, err := f.readEnds(); err != nil {
		return err
	}
	for i := range f.firsts {
		b := f.load(i)
		if b.err == nil {
			b.err = f.Block(i, func(*board.Position, board.Move, score.Exact) error { return nil })
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

// page returns block i of the file.
func (f *Proof) page(i int) (*page, error) {
	b := f.known(i)
	if b == nil {
		b = f.cache.keep(&f.archive, i, f.load(i))
	}
	return b.page, b.err
}

// load reads and unpacks block i, which must lie between its first key and the next one's. A
// damaged one is a block too, with an error in it.
func (f *Proof) load(i int) *block {
	data, err := f.packed(i)
	var pg *page
	if err == nil {
		many := min(f.records-uint64(i)<<f.bits, 1<<f.bits)
		pg, err = unpackPage(data, int(many), f.pk)
	}
	if err == nil {
		first, last := pg.ends()
		if first != f.firsts[i] || i+1 < len(f.firsts) && last >= f.firsts[i+1] {
			err = errContents
		}
	}
	if err != nil {
		return &block{err: f.fail("block %d is damaged (%w)", i, err)}
	}
	return &block{page: pg}
}

// ends returns the first key and the last of a page.
func (pg *page) ends() (first, last string) {
	a, b := &pg.runs[0], &pg.runs[len(pg.runs)-1]
	return a.head + string(pg.tail(a, 0)), b.head + string(pg.tail(b, b.count-1))
}

// appendProofDirectory appends the bytes of the directory of a certificate.
func appendProofDirectory(b []byte, firsts []string, blocks []extent) []byte {
	b = order.AppendUint32(b, uint32(len(firsts)))
	for i, first := range firsts {
		b = append(b, byte(len(first)))
		b = append(b, first...)
		b = order.AppendUint32(b, blocks[i].length)
		b = order.AppendUint32(b, blocks[i].sum)
	}
	return b
}

// parseProofDirectory is the inverse of appendProofDirectory: ok is false where the bytes do
// not come out even.
func parseProofDirectory(b []byte) (firsts []string, blocks []extent, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	count := order.Uint32(b)
	b = b[4:]
	for range count {
		if len(b) < 1 || len(b) < 1+int(b[0])+8 {
			return nil, nil, false
		}
		n := 1 + int(b[0])
		firsts = append(firsts, string(b[1:n]))
		blocks = append(blocks, extent{order.Uint32(b[n:]), order.Uint32(b[n+4:])})
		b = b[n+8:]
	}
	return firsts, blocks, len(b) == 0
}
