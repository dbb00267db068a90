// Package table reads and writes tables: files with the exact value of every position of some
// signatures. It does not depend on how solvers find the values.
package table

import (
	"context"
	"sort"
	"strconv"
	"sync/atomic"

	"tinyhouse/tb/container"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// Ext is the extension of the names of tables.
const Ext = ".tht"

// File is an open table. It may be used by any number of goroutines at a time, except for Close.
type File struct {
	*container.File
	blocks *container.Blocks[*dtm.Block]

	// By signature. The sizes are those of the directory: they are compared with the layouts,
	// which take long to compute, when these are needed.
	list    index.List
	sizes   []uint64
	first   []int // block
	layouts []atomic.Pointer[index.Layout]
}

// Open opens the file at path. It unpacks blocks when they are needed and keeps them in c; nil
// stands for a small cache of its own.
func Open(path string, c *container.Cache) (*File, error) {
	return container.Use(path, func(s *container.Source) (*File, error) { return Read(s, c) })
}

// Read opens a source, which Close closes. It takes less than a microsecond for each signature.
func Read(s *container.Source, c *container.Cache) (*File, error) {
	f, err := container.Open(s, &container.Table, outline)
	if err != nil {
		return nil, err
	}
	t := &File{File: f}
	var extents []container.Extent
	err = f.ReadDirectory(func(d *container.Directory) (err error) {
		extents, err = t.readDirectory(d)
		return err
	})
	if err != nil {
		return nil, err
	}
	t.layouts = make([]atomic.Pointer[index.Layout], len(t.sizes))
	t.blocks, err = container.NewBlocks(f, c, extents, 64+8<<f.Bits(), t.blockName, t.unpack)
	return t, err
}

// Layout returns the numbering of signature i, which it computes at the first call. It fails if
// the rules number the positions of the signature in another way than the directory says.
func (t *File) Layout(i int) (*index.Layout, error) {
	if l := t.layouts[i].Load(); l != nil {
		return l, nil
	}
	return t.storeLayout(i)
}

func (t *File) storeLayout(i int) (*index.Layout, error) {
	l, err := t.newLayout(i)
	if err == nil {
		t.layouts[i].Store(l)
	}
	return l, err
}

func (t *File) newLayout(i int) (*index.Layout, error) {
	l, err := t.Indexer().Layout(t.Signatures()[i])
	if err != nil {
		return nil, t.Fail("the directory is damaged: %w", err)
	}
	if l.Size() != t.sizes[i] {
		return nil, t.Fail("%s has %d numbers, this program counts %d: it must be solved anew", t.text(i), t.sizes[i], l.Size())
	}
	return l, nil
}

func (t *File) unpack(block int, data []byte) (*dtm.Block, error) {
	i, at := t.place(block)
	return dtm.Unpack(data, int(min(t.sizes[i]-uint64(at)<<t.Bits(), 1<<t.Bits())))
}

// blockName returns the name of a block in errors.
func (t *File) blockName(block int) string {
	i, at := t.place(block)
	return "block " + strconv.Itoa(at) + " of " + t.text(i)
}

// place returns which signature a block of the file belongs to, and its place among the blocks
// of that signature.
func (t *File) place(block int) (i, at int) {
	// Signatures without blocks begin where the next one does: the last of them has the block.
	i = sort.Search(len(t.first), func(i int) bool { return t.first[i] > block }) - 1
	return i, block - t.first[i]
}

// text returns the name of signature i.
func (t *File) text(i int) string { return t.Indexer().Text(t.Signatures()[i]) }

// Material returns what the solver has written of the material.
func (t *File) Material() string { return t.Subject() }

// Signatures returns the signatures in the order of the file. The caller must not change it.
func (t *File) Signatures() []index.Signature { return t.list.All() }

// Size returns how many numbers signature i has, without those of trivial positions.
func (t *File) Size(i int) uint64 { return t.sizes[i] }

// SignatureNumber returns the index of s among Signatures.
func (t *File) SignatureNumber(s index.Signature) (i int, ok bool) { return t.list.Find(&s) }

// Numbers returns how many numbers all signatures have together.
func (t *File) Numbers() uint64 { return t.Entries() }

// Check reads the whole file and returns the first damage it finds, or the error of ctx.
func (t *File) Check(ctx context.Context) error {
	for i := range t.sizes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := t.newLayout(i); err != nil {
			return err
		}
	}
	return t.blocks.Check(ctx, func(int, *dtm.Block) error { return nil })
}

// Close closes the file and removes its blocks from the cache. No probe may be running.
func (t *File) Close() error { return t.blocks.Close() }
