// Package certificate reads and writes certificates: files of records, each of which claims that
// the side to move of a position has at least a value by a move. Whether a claim is justified is
// for verifiers.
package certificate

import (
	"context"
	"sort"
	"strconv"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
)

// Ext is the extension of the names of certificates.
const Ext = ".thc"

// File is an open certificate. It may be used by any number of goroutines at a time, except for
// Close.
type File struct {
	*container.File
	blocks *container.Blocks[*block]
	codec  *keyCodec
	root   board.Position
	firsts []string // the first key of each block
}

// Open opens the certificate at path. It unpacks blocks when they are needed and keeps them in c,
// where a record takes some 10 bytes; nil stands for a small cache of its own.
func Open(path string, c *container.Cache) (*File, error) {
	return container.Use(path, func(s *container.Source) (*File, error) { return Read(s, c) })
}

// Read opens a source, which Close closes.
func Read(s *container.Source, c *container.Cache) (*File, error) {
	head, err := container.Open(s, &container.Certificate, outline)
	if err != nil {
		return nil, err
	}
	f := &File{File: head, codec: newKeyCodec(head.Indexer())}
	if err := f.readRoot(); err != nil {
		return nil, err
	}
	var extents []container.Extent
	err = f.ReadDirectory(func(d *container.Directory) error {
		walkDirectory(d, func(key []byte) { f.firsts = append(f.firsts, string(key)) },
			func(e container.Extent) { extents = append(extents, e) })
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !sort.StringsAreSorted(f.firsts) {
		return nil, f.Fail("the directory is damaged: the first keys of its blocks are not in order")
	}
	if want := container.BlocksOf(f.Len(), f.Bits()); uint64(len(extents)) != want {
		return nil, f.Fail("the directory is damaged: %d blocks, want %d", len(extents), want)
	}
	most := uint64(maxHead+maxTail+32)<<f.Bits() + 1<<10
	f.blocks, err = container.NewBlocks(head, c, extents, most, blockName, f.unpack)
	return f, err
}

// readRoot reads the root, which is the subject of the file.
func (f *File) readRoot() (err error) {
	text := []byte(f.Subject())
	n := min(f.codec.headSize(), len(text))
	if f.root, err = f.codec.decode(text[:n], text[n:]); err != nil {
		return f.Fail("its root cannot be read: %w", err)
	}
	return nil
}

// blockName returns the name of a block in errors.
func blockName(i int) string { return "block " + strconv.Itoa(i) }

// unpack unpacks block i, whose keys must be between its first key and that of the next block.
func (f *File) unpack(i int, data []byte) (*block, error) {
	b, err := unpackBlock(data, int(min(f.Len()-f.BlockStart(i), 1<<f.Bits())), f.codec)
	if err != nil {
		return nil, err
	}
	if first, last := b.ends(); first != f.firsts[i] || i+1 < len(f.firsts) && last >= f.firsts[i+1] {
		return nil, dtm.ErrContents
	}
	return b, nil
}

// Root returns the position that f is about. Its counters are those of a new game.
func (f *File) Root() board.Position { return f.root }

// Len returns the number of records.
func (f *File) Len() uint64 { return f.Entries() }

// Blocks returns the number of blocks.
func (f *File) Blocks() int { return f.blocks.Len() }

// BlockStart returns the number of the first record of block i.
func (f *File) BlockStart(i int) uint64 { return uint64(i) << f.Bits() }

// Probe returns the record of p, a position of f's game or of one with the same rules digest: a
// move, and the value that the side to move has at least by it. If there is none, or after an
// error, which means that the file is damaged there, ok is false. If the block is in the cache,
// a probe allocates nothing and takes some 0.5 µs; otherwise some 100 µs.
func (f *File) Probe(p *board.Position) (m board.Move, v score.Exact, ok bool, err error) {
	var k key
	im := f.codec.encodeLeast(&k, p)
	i := sort.Search(len(f.firsts), func(i int) bool { return k.before(f.firsts[i]) }) - 1
	if i < 0 {
		return board.NoMove, score.Exact{}, false, nil
	}
	b, err := f.blocks.At(i)
	if err != nil {
		return board.NoMove, score.Exact{}, false, err
	}
	at, ok := b.find(&k)
	if !ok {
		return board.NoMove, score.Exact{}, false, nil
	}
	return f.codec.moveIn(im, b.moves[at]), b.values[at].Exact(), true, nil
}

// before reports whether k comes before a key that is written as text.
func (k *key) before(text string) bool {
	n := min(k.heads, len(text))
	if string(k.head[:k.heads]) != text[:n] {
		return string(k.head[:k.heads]) < text[:n]
	}
	return string(k.tail[:k.tails]) < text[n:]
}

// Visitor receives a record: a position, which represents its images, a move and a value.
type Visitor func(p *board.Position, m board.Move, v score.Exact) error

// Block calls visit with the records of block i in the order of their keys, and stops at the
// first error. A key of no legal position, or of an image that is not the least, is an error. It
// takes some microseconds for each record.
func (f *File) Block(i int, visit Visitor) error {
	b, err := f.blocks.At(i)
	if err != nil {
		return err
	}
	return f.visitBlock(i, b, visit)
}

// visitBlock is Block for an unpacked block.
func (f *File) visitBlock(i int, b *block, visit Visitor) error {
	var k key
	for n := range b.runs {
		r := &b.runs[n]
		for j := range r.count {
			tail := b.tail(r, j)
			p, err := f.codec.decode([]byte(r.head), tail)
			if err != nil {
				return f.Fail("record %d of block %d is of no position (%x %x): %w", r.first+j, i, r.head, tail, err)
			}
			if f.codec.encodeLeast(&k, &p); k.text() != r.head+string(tail) {
				return f.Fail("record %d of block %d is of an image that probes do not look for (%x %x)", r.first+j, i, r.head, tail)
			}
			if err := visit(&p, b.moves[r.first+j], b.values[r.first+j].Exact()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Check reads the whole file and returns the first damage it finds, or the error of ctx.
func (f *File) Check(ctx context.Context) error {
	return f.blocks.Check(ctx, func(i int, b *block) error {
		return f.visitBlock(i, b, func(*board.Position, board.Move, score.Exact) error { return nil })
	})
}

// Close closes the file and removes its blocks from the cache. No probe may be running.
func (f *File) Close() error { return f.blocks.Close() }
