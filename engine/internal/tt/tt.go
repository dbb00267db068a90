// Package tt is the transposition table of the search,
// shared by all threads without locks. It knows keys and numbers, not chess; values are
// stored as they are given, so distances to mate must be made relative to the position.
package tt

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/base/cacheline"
)

// slots is how many entries a key may lie in: those of a cache line, of two words each. Two
// threads may write the words of one at the same time; the first is the key mixed with the
// second, so that a torn slot fits no key. Source: Hyatt and Mann (2002), "A lock-less
// transposition table implementation".
const slots = 4

// Table is a hash table of fixed size. Fetch, Get and Put are safe for concurrent use; the
// other methods want it to be quiet.
type Table struct {
	lines      []cacheline.Line
	generation uint64
}

// New returns an empty table of about the given number of MiB, at least one. It is on large
// pages where there are any: on small ones a search in 64 MiB took 1.4 times as long.
func New(mib int) *Table {
	l := cacheline.New(int64(max(mib, 1)) << 20)
	cacheline.RequestHuge(l)
	return &Table{lines: l}
}

// Clear forgets everything, with several threads where the table is large.
func (t *Table) Clear() {
	const chunk = 1 << 18
	t.generation = 0
	if len(t.lines) <= chunk {
		clear(t.lines)
		return
	}
	var wg sync.WaitGroup
	for from := 0; from < len(t.lines); from += chunk {
		part := t.lines[from:min(from+chunk, len(t.lines))]
		wg.Go(func() { clear(part) })
	}
	wg.Wait()
}

// Age tells the table that a new search begins: what it has from older ones is replaced
// first.
func (t *Table) Age() { t.generation = (t.generation + 1) & generations }

// line returns where a key may lie.
func (t *Table) line(key uint64) *cacheline.Line {
	i, _ := bits.Mul64(key, uint64(len(t.lines)))
	return &t.lines[i]
}

// Fetch says that a key will be asked for soon.
func (t *Table) Fetch(key uint64) { cacheline.Prefetch(t.line(key)) }

// Get returns what is known about a key.
func (t *Table) Get(key uint64) (Entry, bool) {
	l := t.line(key)
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if atomic.LoadUint64(&l[i])^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Put stores what is known about a key. It keeps the move of an older entry if e has none,
// and an entry of the same search that is much deeper unless e is exact.
func (t *Table) Put(key uint64, e Entry) {
	l := t.line(key)
	victim, least := 0, 1<<30
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if atomic.LoadUint64(&l[i])^data == key && data != 0 {
			old := unpack(data)
			if e.Move == 0 {
				e.Move = old.Move
			}
			if e.Bound != Exact && e.Depth+4 < old.Depth && t.age(data) == 0 {
				return
			}
			victim = i
			break
		}
		if w := t.worth(data); w < least {
			victim, least = i, w
		}
	}
	data := e.pack(t.generation)
	atomic.StoreUint64(&l[victim], key^data)
	atomic.StoreUint64(&l[victim+1], data)
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
	n, sample := 0, min(len(t.lines), 1000/slots)
	for i := range t.lines[:sample] {
		for j := range slots {
			if data := atomic.LoadUint64(&t.lines[i][2*j+1]); data != 0 && t.age(data) == 0 {
				n++
			}
		}
	}
	return n * 1000 / (sample * slots)
}
