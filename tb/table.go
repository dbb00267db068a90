package tb

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/exp/mmap"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Tables: what belongs here opens a file, and refuses what is no table of this program.
// probe.go reads values.

// Table is an open file. It may be used by any number of goroutines at a time, except for
// Close.
type Table struct {
	source
	closer   io.Closer
	cache    *Cache
	game     *board.Game
	ix       *index.Indexer
	hash     [32]byte
	material string
	numbers  uint64
	bits     uint32

	slices  []index.Slice
	layouts []*index.Table
	first   []int // block of each slice
	number  map[index.Slice]int

	offsets []int64 // of each block, and of what comes after the last
	sums    []uint32
	loaded  []atomic.Pointer[block]
	told    atomic.Bool // its damage has been reported
}

// Open opens the file at path as a memory map. Blocks are unpacked when they are needed,
// and kept in c; nil is a small cache of its own.
func Open(path string, c *Cache) (*Table, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("tb: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("tb: %s: is a folder or device, want a file", path)
	}
	m, err := mmap.Open(path)
	if err != nil {
		return nil, fmt.Errorf("tb: %s: %w", path, err)
	}
	t, err := Read(m, int64(m.Len()), path, c)
	if err != nil {
		m.Close()
		return nil, err
	}
	t.closer = m
	return t, nil
}

// Read opens a table of so many bytes that lies elsewhere: in the program itself, say. The
// name is for errors.
func Read(r io.ReaderAt, size int64, name string, c *Cache) (*Table, error) {
	if c == nil {
		c = NewCache(defaultCache)
	}
	t := &Table{source: source{r, size, name}, cache: c}
	h, f, headBytes, directory, err := t.readEnds()
	if err != nil {
		return nil, err
	}
	if err := t.checkVersion(&h); err != nil {
		return nil, err
	}
	t.hash, t.bits, t.material = h.hash, h.bits, h.material
	if err := t.compile(h.rules); err != nil {
		return nil, err
	}
	slices, blocks, ok := parseDirectory(directory, h.bits)
	if !ok {
		return nil, t.fail("the directory is damaged (lengths)")
	}
	if err := t.addSlices(slices); err != nil {
		return nil, err
	}
	if t.numbers != f.numbers {
		return nil, t.fail("the directory is damaged: %d numbers, want %d", t.numbers, f.numbers)
	}
	if err := t.addBlocks(blocks, int64(len(headBytes)), int64(f.directory)); err != nil {
		return nil, err
	}
	return t, nil
}

// HashOf returns the RulesHash that a table of so many bytes is for. It looks at the first
// bytes only: what it accepts may be damaged, or of a version that Read refuses.
func HashOf(r io.ReaderAt, size int64, name string) (hash [32]byte, err error) {
	s := source{r, size, name}
	if err := s.recognize(); err != nil {
		return hash, err
	}
	b, err := s.read(0, headSize)
	if err != nil {
		return hash, err
	}
	return [32]byte(b[hashAt:]), nil
}

// compile makes the game of the rules that the file says its values are for.
func (t *Table) compile(text string) error {
	g, err := gameOf(text)
	if err != nil {
		return t.fail("its rules cannot be read: %w", err)
	}
	if RulesHash(g) != t.hash {
		return t.fail("its rules are not what this program makes of their text: it must be solved anew")
	}
	t.game, t.ix = g, index.New(g)
	return nil
}

// addSlices lays out the slices, whose sizes must come out as the directory has them.
func (t *Table) addSlices(slices []entry) error {
	t.number = make(map[index.Slice]int, len(slices))
	blocks := uint64(0)
	for i, e := range slices {
		s, err := t.ix.Parse(e.text)
		if err != nil {
			return t.fail("the directory is damaged: %w", err)
		}
		layout, err := t.ix.Table(s)
		if err != nil {
			return t.fail("the directory is damaged: %w", err)
		}
		if layout.Size() != e.size {
			return t.fail("slice %s has %d numbers, this program counts %d: it must be solved anew", e.text, e.size, layout.Size())
		}
		if _, twice := t.number[s]; twice || t.ix.Text(s) != e.text {
			return t.fail("the directory is damaged: slice %q stands twice or is not written as usual", e.text)
		}
		t.number[s] = i
		t.slices, t.layouts = append(t.slices, s), append(t.layouts, layout)
		t.first = append(t.first, int(blocks))
		t.numbers += e.size
		blocks += e.blocks(t.bits)
	}
	return nil
}

// addBlocks notes where the blocks are; they must fill the file between two offsets.
func (t *Table) addBlocks(blocks []extent, from, to int64) error {
	for _, b := range blocks {
		t.offsets = append(t.offsets, from)
		t.sums = append(t.sums, b.sum)
		if uint64(b.length) > 64+8<<t.bits {
			return t.fail("the directory is damaged: a block of %d bytes", b.length)
		}
		from += int64(b.length)
	}
	if from != to {
		return t.fail("the directory is damaged: blocks end at %d, want %d", from, to)
	}
	t.offsets = append(t.offsets, to)
	t.loaded = make([]atomic.Pointer[block], len(blocks))
	return nil
}

// Close unmaps the file and forgets its blocks. No probe may be under way, none may follow.
func (t *Table) Close() error {
	t.cache.drop(t)
	if t.closer == nil {
		return nil
	}
	return t.closer.Close()
}

// Name returns the path or name that t was opened by.
func (t *Table) Name() string { return t.name }

// Game returns the game whose values t holds, compiled from the rules in the file.
func (t *Table) Game() *board.Game { return t.game }

// Hash returns the RulesHash of the game.
func (t *Table) Hash() [32]byte { return t.hash }

// Material returns what the solver wrote of the material.
func (t *Table) Material() string { return t.material }

// Slices returns the slices in the order of the file; it must not be changed.
func (t *Table) Slices() []index.Slice { return t.slices }

// Layout returns the numbering of slice i.
func (t *Table) Layout(i int) *index.Table { return t.layouts[i] }

// SliceNumber returns where s is among Slices.
func (t *Table) SliceNumber(s index.Slice) (i int, ok bool) {
	i, ok = t.number[s]
	return i, ok
}

// Numbers returns how many numbers all slices have together.
func (t *Table) Numbers() uint64 { return t.numbers }

// Bytes returns the size of the file.
func (t *Table) Bytes() int64 { return t.size }
