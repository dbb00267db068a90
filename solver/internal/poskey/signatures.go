package poskey

import (
	"fmt"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// The most signatures that get an id, and the bits of a number within a signature.
const (
	maxSignatures = 1<<18 - 1
	numberBits    = 44
)

// signatures gives the signatures of a game consecutive ids, in the order in which they come up.
// It only grows, and is safe for concurrent use; a lookup that succeeds takes no lock.
type signatures struct {
	ix    *index.Indexer
	table atomic.Pointer[hashTable]

	mu    sync.Mutex
	order []index.Signature // by id
}

// hashTable is an open hash table of signatures, a power of two in size and at most half full.
// A larger one replaces it; a reader of the smaller one may miss signatures added since.
type hashTable []entry

// entry is a signature with its id. Both are written before the layout.
type entry struct {
	layout    atomic.Pointer[index.Layout] // nil in an empty entry
	signature index.Signature
	id        uint64 // from 1; 0 for a signature with too many numbers
}

func newSignatures(ix *index.Indexer) *signatures {
	s := &signatures{ix: ix}
	first := make(hashTable, 64)
	s.table.Store(&first)
	return s
}

// id returns the id of a signature and its layout; ok is false, then and ever after, if its
// positions have no numbers.
func (s *signatures) id(sig *index.Signature) (id uint64, layout *index.Layout, ok bool) {
	t := *s.table.Load()
	if e, layout := t.find(sig); layout != nil {
		return e.id, layout, e.id != 0
	}
	return s.add(sig)
}

// find returns the entry of a signature and its layout. If the layout is nil the entry was empty;
// another signature may have taken it since.
func (t hashTable) find(sig *index.Signature) (e *entry, layout *index.Layout) {
	for at := sig.Hash(); ; at++ {
		e = &t[at&uint64(len(t)-1)]
		if layout = e.layout.Load(); layout == nil || e.signature == *sig {
			return e, layout
		}
	}
}

// add is id for a signature that may be new.
func (s *signatures) add(sig *index.Signature) (id uint64, layout *index.Layout, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := *s.table.Load()
	e, layout := t.find(sig)
	if layout == nil {
		if len(s.order) == maxSignatures {
			return 0, nil, false
		}
		s.fill(e, sig)
		s.order = append(s.order, *sig)
		if len(s.order)*2 > len(t) {
			s.grow(t)
		}
		layout = e.layout.Load()
	}
	return e.id, layout, e.id != 0
}

// fill gives a signature the next id, in an empty entry.
func (s *signatures) fill(e *entry, sig *index.Signature) {
	e.signature = *sig
	layout, err := s.ix.Layout(*sig)
	if err != nil || layout.Full() > 1<<numberBits {
		e.layout.Store(&index.Layout{})
		return
	}
	e.id = uint64(len(s.order)) + 1
	e.layout.Store(layout)
}

func (s *signatures) grow(t hashTable) {
	larger := make(hashTable, 2*len(t))
	for i := range t {
		if layout := t[i].layout.Load(); layout != nil {
			e, _ := larger.find(&t[i].signature)
			e.signature, e.id = t[i].signature, t[i].id
			e.layout.Store(layout)
		}
	}
	s.table.Store(&larger)
}

// serialize writes the signatures in the order of their ids to a checkpoint, or reads them. When
// it reads, signatures that have an id already must be the first ones of the checkpoint.
func (s *signatures) serialize(c *checkpoint.Stream) {
	count := uint64(len(s.order))
	c.Word(&count)
	if c.Err == nil && (count > maxSignatures || count < uint64(len(s.order))) {
		c.Err = checkpoint.ErrDamaged
	}
	for i := uint64(0); i < count && c.Err == nil; i++ {
		text := ""
		if !c.Reading() {
			text = s.ix.Text(s.order[i])
		}
		if c.Text(&text); c.Reading() && c.Err == nil {
			c.Err = s.restore(int(i), text)
		}
	}
}

// restore makes the signature of a text number i in the order, unless it is that already.
func (s *signatures) restore(i int, text string) error {
	sig, err := s.ix.Parse(text)
	if err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	if s.id(&sig); i >= len(s.order) || s.order[i] != sig {
		return checkpoint.ErrDamaged
	}
	return nil
}

// position returns a number that only p and its mirror images have, if there is one. It is never
// 0, and less than 1<<62.
func (s *signatures) position(p *board.Position) (uint64, bool) {
	sig := s.ix.SignatureOf(p)
	id, layout, ok := s.id(&sig)
	if !ok {
		return 0, false
	}
	n, ok := layout.Encode(p)
	return id<<numberBits | n, ok
}
