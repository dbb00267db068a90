// Package table is the hash table of the search: what has been found out about positions,
// shared by all threads without locks. It knows keys and numbers, not chess; values are
// stored as they are given, so distances to mate must be made relative to the position.
package table

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// bucketSize is the number of slots a key may lie in: one cache line.
const bucketSize = 4

// slot is an entry in 16 bytes. Two threads may write its words at the same time; the first
// word is the key mixed with the second, so that a torn slot fits no key. Source:
// Hyatt and Mann (2002), "A lock-less transposition table implementation".
type slot struct {
	check, data atomic.Uint64
}

type bucket [bucketSize]slot

// Table is a hash table of fixed size. Get and Put are safe for concurrent use; the other
// methods want it to be quiet.
type Table struct {
	buckets    []bucket
	generation uint64
}

// New returns an empty table of about the given number of MiB, at least one.
func New(mib int) *Table {
	return &Table{buckets: make([]bucket, max(mib, 1)<<20/(bucketSize*16))}
}

// Clear forgets everything, with several threads where the table is large.
func (t *Table) Clear() {
	const chunk = 1 << 18
	t.generation = 0
	if len(t.buckets) <= chunk {
		clear(t.buckets)
		return
	}
	var wg sync.WaitGroup
	for from := 0; from < len(t.buckets); from += chunk {
		part := t.buckets[from:min(from+chunk, len(t.buckets))]
		wg.Go(func() { clear(part) })
	}
	wg.Wait()
}

// Age tells the table that a new search begins: what it has from older ones is replaced
// first.
func (t *Table) Age() { t.generation = (t.generation + 1) & generations }

func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Get returns what is known about a key.
func (t *Table) Get(key uint64) (Entry, bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Put stores what is known about a key. It keeps the move of an older entry if e has none,
// and an entry of the same search that is much deeper unless e is exact.
func (t *Table) Put(key uint64, e Entry) {
	b := t.bucket(key)
	victim, least := &b[0], 1<<30
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			old := unpack(data)
			if e.Move == 0 {
				e.Move = old.Move
			}
			if e.Bound != Exact && e.Depth+4 < old.Depth && t.age(data) == 0 {
				return
			}
			victim = &b[i]
			break
		}
		if w := t.worth(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := e.pack(t.generation)
	victim.check.Store(key ^ data)
	victim.data.Store(data)
}

// age returns how many searches ago an entry was written.
func (t *Table) age(data uint64) int {
	return int((t.generation - data>>generationShift) & generations)
}

// worth ranks entries for replacement: shallow and old ones go first.
func (t *Table) worth(data uint64) int {
	if data == 0 {
		return -1 << 20
	}
	return int(unpack(data).Depth) - 8*t.age(data)
}

// Full returns how full the table is of this search's entries, in permille of a sample.
func (t *Table) Full() int {
	n, sample := 0, min(len(t.buckets), 1000/bucketSize)
	for i := range sample {
		for j := range t.buckets[i] {
			if data := t.buckets[i][j].data.Load(); data != 0 && t.age(data) == 0 {
				n++
			}
		}
	}
	return n * 1000 / (sample * bucketSize)
}
