package keys

import (
	"fmt"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// The shelf: what belongs here numbers the slices of a game one after another, as they come up, and so
// the positions of the game. Any number of threads may ask; those who find what they look for wait for
// nobody.

// The most slices that are numbered, and the most numbers that one of them may have.
const (
	maxSlices  = 1<<18 - 1
	numberBits = 44
)

// shelf maps slices to their numbers. It only ever grows.
type shelf struct {
	ix  *index.Indexer
	now atomic.Pointer[places]

	mu    sync.Mutex
	order []index.Signature // all there are, the first one first
}

// places are an open hash table of slices, a power of two, at most half full. It is replaced
// by a larger one when it has to grow; who still reads the smaller may miss new slices there.
type places []numbered

// numbered is a slice with its number. What is beside the layout is there before it.
type numbered struct {
	layout atomic.Pointer[index.Layout] // nil where the place is free
	slice  index.Signature
	id     uint64 // from 1; 0 of a slice with too many numbers
}

// newShelf returns a shelf without slices.
func newShelf(ix *index.Indexer) *shelf {
	f := &shelf{ix: ix}
	first := make(places, 64)
	f.now.Store(&first)
	return f
}

// of returns the number of a slice and its layout; ok is false where its positions have no
// numbers, and then so it is for ever.
func (f *shelf) of(s *index.Signature) (id uint64, layout *index.Layout, ok bool) {
	p := *f.now.Load()
	if n, layout := p.find(s); layout != nil {
		return n.id, layout, n.id != 0
	}
	return f.meet(s)
}

// find returns the place of a slice and its layout, or a place that was free, where it would be: by
// now another slice may be there.
func (p places) find(s *index.Signature) (n *numbered, layout *index.Layout) {
	for at := s.Hash(); ; at++ {
		n = &p[at&uint64(len(p)-1)]
		if layout = n.layout.Load(); layout == nil || n.slice == *s {
			return n, layout
		}
	}
}

// meet is of for a slice that may not have come up before.
func (f *shelf) meet(s *index.Signature) (id uint64, layout *index.Layout, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := *f.now.Load()
	n, layout := p.find(s)
	if layout == nil {
		if len(f.order) == maxSlices {
			return 0, nil, false
		}
		f.put(n, s)
		f.order = append(f.order, *s)
		if len(f.order)*2 > len(p) {
			f.grow(p)
		}
		layout = n.layout.Load()
	}
	return n.id, layout, n.id != 0
}

// put numbers a slice in a free place.
func (f *shelf) put(n *numbered, s *index.Signature) {
	n.slice = *s
	layout, err := f.ix.Layout(*s)
	if err != nil || layout.Full() > 1<<numberBits {
		n.layout.Store(&index.Layout{})
		return
	}
	n.id = uint64(len(f.order)) + 1
	n.layout.Store(layout)
}

// grow moves all slices to a table of twice the size.
func (f *shelf) grow(p places) {
	larger := make(places, 2*len(p))
	for i := range p {
		if layout := p[i].layout.Load(); layout != nil {
			n, _ := larger.find(&p[i].slice)
			n.slice, n.id = p[i].slice, p[i].id
			n.layout.Store(layout)
		}
	}
	f.now.Store(&larger)
}

// exchange writes the slices in their order to a checkpoint, or reads them: those that are
// numbered already have to be the first of them.
func (f *shelf) exchange(c *checkpoint.Stream) {
	count := uint64(len(f.order))
	c.Word(&count)
	if c.Err == nil && (count > maxSlices || count < uint64(len(f.order))) {
		c.Err = checkpoint.ErrDamaged
	}
	for i := uint64(0); i < count && c.Err == nil; i++ {
		text := ""
		if i < uint64(len(f.order)) {
			text = f.ix.Text(f.order[i])
		}
		was := text
		c.Text(&text)
		if c.Reading() && c.Err == nil {
			c.Err = f.adopt(text, was)
		}
	}
}

// adopt numbers the next slice of a checkpoint, unless it has that number already.
func (f *shelf) adopt(text, was string) error {
	if was != "" && text != was {
		return checkpoint.ErrDamaged
	}
	s, err := f.ix.Parse(text)
	if err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	before := len(f.order)
	if f.of(&s); was == "" && len(f.order) != before+1 {
		return checkpoint.ErrDamaged
	}
	return nil
}

// position returns a number that p shares with its images only, if it has one: never 0, and less
// than 1<<62.
func (f *shelf) position(p *board.Position) (uint64, bool) {
	s := f.ix.SignatureOf(p)
	id, layout, ok := f.of(&s)
	if !ok {
		return 0, false
	}
	i, ok := layout.Encode(p)
	return id<<numberBits | i, ok
}
