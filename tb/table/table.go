// Package table reads and writes tables: files with the exact value of every position of some
// signatures. It does not depend on how solvers find the values.
package table

import (
	"context"
	"sort"
	"strconv"

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

	signatures []index.Signature
	layouts    []*index.Layout
	first      []int // block of each signature
	number     map[index.Signature]int
}

// Open opens the file at path as a memory map. It unpacks blocks when they are needed and keeps
// them in c; nil stands for a small cache of its own.
func Open(path string, c *container.Cache) (*File, error) {
	return container.Use(path, func(s *container.Source) (*File, error) { return Read(s, c) })
}

// Read opens a source, which Close closes.
func Read(s *container.Source, c *container.Cache) (*File, error) {
	f, directory, err := container.Open(s, &container.Table)
	if err != nil {
		return nil, err
	}
	entries, extents, ok := parseDirectory(directory, f.Bits())
	if !ok {
		return nil, f.Fail("the directory is damaged (lengths)")
	}
	t := &File{File: f}
	if err := t.addLayouts(entries); err != nil {
		return nil, err
	}
	t.blocks, err = container.NewBlocks(f, c, extents, 64+8<<f.Bits(), t.blockName, t.unpack)
	return t, err
}

// addLayouts lays out the signatures, whose sizes must be those in the directory.
func (t *File) addLayouts(entries []entry) error {
	ix := t.Indexer()
	t.number = make(map[index.Signature]int, len(entries))
	blocks, numbers := uint64(0), uint64(0)
	for i, e := range entries {
		s, err := ix.Parse(e.signature)
		if err != nil {
			return t.Fail("the directory is damaged: %w", err)
		}
		layout, err := ix.Layout(s)
		if err != nil {
			return t.Fail("the directory is damaged: %w", err)
		}
		if layout.Size() != e.size {
			return t.Fail("%s has %d numbers, this program counts %d: it must be solved anew", e.signature, e.size, layout.Size())
		}
		if _, twice := t.number[s]; twice || ix.Text(s) != e.signature {
			return t.Fail("the directory is damaged: %q is there twice or not in its usual form", e.signature)
		}
		t.number[s] = i
		t.signatures, t.layouts = append(t.signatures, s), append(t.layouts, layout)
		t.first = append(t.first, int(blocks))
		numbers += e.size
		blocks += container.BlocksOf(e.size, t.Bits())
	}
	if numbers != t.Numbers() {
		return t.Fail("the directory is damaged: %d numbers, want %d", numbers, t.Numbers())
	}
	return nil
}

func (t *File) unpack(block int, data []byte) (*dtm.Block, error) {
	i, at := t.place(block)
	return dtm.Unpack(data, int(min(t.layouts[i].Size()-uint64(at)<<t.Bits(), 1<<t.Bits())))
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
func (t *File) text(i int) string { return t.Indexer().Text(t.signatures[i]) }

// Material returns what the solver has written of the material.
func (t *File) Material() string { return t.Subject() }

// Signatures returns the signatures in the order of the file. The caller must not change it.
func (t *File) Signatures() []index.Signature { return t.signatures }

// Layout returns the numbering of signature i.
func (t *File) Layout(i int) *index.Layout { return t.layouts[i] }

// SignatureNumber returns the index of s among Signatures.
func (t *File) SignatureNumber(s index.Signature) (i int, ok bool) {
	i, ok = t.number[s]
	return i, ok
}

// Numbers returns how many numbers all signatures have together.
func (t *File) Numbers() uint64 { return t.Entries() }

// Check reads the whole file and returns the first damage it finds, or the error of ctx.
func (t *File) Check(ctx context.Context) error {
	return t.blocks.Check(ctx, func(int, *dtm.Block) error { return nil })
}

// Close closes the file and removes its blocks from the cache. No probe may be running.
func (t *File) Close() error { return t.blocks.Close() }
