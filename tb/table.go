package tb

import (
	"io"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// Tables: what belongs here opens a file, and refuses what is no table of this program.
// probe.go reads values.

// Table is an open file. It may be used by any number of goroutines at a time, except for
// Close.
type Table struct {
	archive
	material string
	numbers  uint64

	slices  []index.Signature
	layouts []*index.Layout
	first   []int // block of each slice
	number  map[index.Signature]int
}

// Open opens the file at path as a memory map. Blocks are unpacked when they are needed,
// and kept in c; nil is a small cache of its own.
func Open(path string, c *Cache) (*Table, error) {
	m, err := openMap(path)
	if err != nil {
		return nil, err
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
	t := &Table{archive: newArchive(source{r: r, size: size, name: name, kind: &tables}, c)}
	h, f, headBytes, directory, err := t.readEnds()
	if err != nil {
		return nil, err
	}
	if err := t.adopt(&h); err != nil {
		return nil, err
	}
	t.material = h.material
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
	if err := t.addBlocks(blocks, int64(len(headBytes)), int64(f.directory), 64+8<<t.bits); err != nil {
		return nil, err
	}
	return t, nil
}

// HashOf returns the RulesHash that a table of so many bytes is for. It looks at the first
// bytes only: what it accepts may be damaged, or of a version that Read refuses.
func HashOf(r io.ReaderAt, size int64, name string) (hash [32]byte, err error) {
	s := source{r: r, size: size, name: name, kind: &tables}
	if err := s.recognize(); err != nil {
		return hash, err
	}
	b, err := s.read(0, headSize)
	if err != nil {
		return hash, err
	}
	return [32]byte(b[hashAt:]), nil
}

// addSlices lays out the slices, whose sizes must come out as the directory has them.
func (t *Table) addSlices(slices []entry) error {
	t.number = make(map[index.Signature]int, len(slices))
	blocks := uint64(0)
	for i, e := range slices {
		s, err := t.ix.Parse(e.text)
		if err != nil {
			return t.fail("the directory is damaged: %w", err)
		}
		layout, err := t.ix.Layout(s)
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

// Close unmaps the file and forgets its blocks. No probe may be under way, none may follow.
func (t *Table) Close() error { return t.close() }

// Name returns the path or name that t was opened by.
func (t *Table) Name() string { return t.name }

// Game returns the game whose values t holds, compiled from the rules in the file.
func (t *Table) Game() *board.Game { return t.game }

// Hash returns the RulesHash of the game.
func (t *Table) Hash() [32]byte { return t.hash }

// Material returns what the solver wrote of the material.
func (t *Table) Material() string { return t.material }

// Signatures returns the slices in the order of the file; it must not be changed.
func (t *Table) Signatures() []index.Signature { return t.slices }

// Layout returns the numbering of slice i.
func (t *Table) Layout(i int) *index.Layout { return t.layouts[i] }

// SignatureNumber returns where s is among Slices.
func (t *Table) SignatureNumber(s index.Signature) (i int, ok bool) {
	i, ok = t.number[s]
	return i, ok
}

// Numbers returns how many numbers all slices have together.
func (t *Table) Numbers() uint64 { return t.numbers }

// Bytes returns the size of the file.
func (t *Table) Bytes() int64 { return t.size }
