package container

import (
	"context"
	"errors"
	"sync/atomic"
)

// Sized has a size in memory.
type Sized interface{ Bytes() int64 }

// Blocks are the blocks of a file, unpacked when they are needed. They may be read by any
// number of goroutines at a time.
type Blocks[B Sized] struct {
	file    *File
	cache   *Cache
	name    func(i int) string
	unpack  func(i int, data []byte) (B, error)
	offsets []int64 // of each block, and of the end of the last
	sums    []uint32
	cached  []atomic.Pointer[cached[B]]
}

// cached is an unpacked block, or why it cannot be unpacked.
type cached[B any] struct {
	block B
	err   error
	used  atomic.Bool
}

// NewBlocks returns the blocks of a file, none of which may be longer than maxBytes. Unpack
// unpacks block i, and name returns what errors call it. They share the cache with other files;
// without one they get a small cache of their own.
func NewBlocks[B Sized](f *File, c *Cache, extents []Extent, maxBytes uint64,
	name func(i int) string, unpack func(i int, data []byte) (B, error)) (*Blocks[B], error) {
	if c == nil {
		c = NewCache(defaultCache)
	}
	b := &Blocks[B]{file: f, cache: c, name: name, unpack: unpack, cached: make([]atomic.Pointer[cached[B]], len(extents)),
		offsets: make([]int64, 0, len(extents)+1), sums: make([]uint32, 0, len(extents))}
	at := f.start()
	for _, e := range extents {
		b.offsets, b.sums = append(b.offsets, at), append(b.sums, e.sum)
		if uint64(e.length) > maxBytes {
			return nil, f.Fail("the directory is damaged: a block of %d bytes", e.length)
		}
		at += int64(e.length)
	}
	if end := int64(f.footer.directory); at != end {
		return nil, f.Fail("the directory is damaged: blocks end at %d, want %d", at, end)
	}
	b.offsets = append(b.offsets, at)
	return b, nil
}

// Len returns the number of blocks.
func (b *Blocks[B]) Len() int { return len(b.cached) }

// At returns block i from the cache or the file. A damaged block stays in the cache as its
// error, so that it is not read again soon.
func (b *Blocks[B]) At(i int) (B, error) {
	c := b.cached[i].Load()
	if c == nil {
		c = b.load(i)
	} else if !c.used.Load() { // an unconditional store would slow down other processors
		c.used.Store(true)
	}
	return c.block, c.err
}

// load puts block i into the cache, unless another goroutine was faster.
func (b *Blocks[B]) load(i int) *cached[B] {
	c, bytes := b.read(i), int64(128)
	if c.err == nil {
		bytes = c.block.Bytes()
	}
	b.cache.mu.Lock()
	defer b.cache.mu.Unlock()
	if other := b.cached[i].Load(); other != nil {
		return other
	}
	b.cache.add(entry{b, i, bytes, &c.used})
	b.cached[i].Store(c)
	return c
}

// errChecksum is for blocks that differ from what was written.
var errChecksum = errors.New("checksum")

// read reads and unpacks block i.
func (b *Blocks[B]) read(i int) *cached[B] {
	data, err := b.file.read(b.offsets[i], int(b.offsets[i+1]-b.offsets[i]))
	if err != nil {
		return &cached[B]{err: err}
	}
	c := new(cached[B])
	if Checksum(data) != b.sums[i] {
		err = errChecksum
	} else {
		c.block, err = b.unpack(i, data)
	}
	if err != nil {
		c.err = b.file.Fail("%s is damaged (%w)", b.name(i), err)
	}
	return c
}

// forget removes block i, which has left the cache.
func (b *Blocks[B]) forget(i int) { b.cached[i].Store(nil) }

// Check reads the whole file and calls visit with every block. It returns the first damage, the
// first error of visit, or that of ctx.
func (b *Blocks[B]) Check(ctx context.Context, visit func(i int, block B) error) error {
	again := File{Source: b.file.Source, outline: b.file.outline}
	if err := again.readEnds(b.file.header.kind); err != nil {
		return err
	}
	if again.sum != b.file.sum {
		return b.file.Fail("has changed since it was opened")
	}
	for i := range b.cached {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := b.read(i)
		if c.err == nil {
			c.err = visit(i, c.block)
		}
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

// Close removes the blocks from the cache and closes the file. No block may be in use.
func (b *Blocks[B]) Close() error {
	b.cache.drop(b)
	return b.file.Source.Close()
}
