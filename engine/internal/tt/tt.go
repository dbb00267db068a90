// Package tt provides the transposition table of the search, shared by all threads without locks.
// It stores values as they are given: the caller makes distances to mate relative to the
// position.
package tt

import (
	"math/bits"
	"runtime"
	"sync/atomic"

	"tinyhouse/engine/base/cacheline"
)

// bucket is the number of entries of a cache line, of two words each. Two threads may write
// the words of one entry at the same time; the first word is the key xor the second, so that
// a torn entry matches no key. Source: Hyatt and Mann (2002), "A lock-less transposition
// table implementation".
const bucket = 4

// Table is a transposition table of fixed size. Prefetch, Get and Put are safe for
// concurrent use; the other methods must not run beside any other.
type Table struct {
	lines      []cacheline.Line
	generation uint64
	searched   bool // since Clear
	free       func()
}

// New returns an empty table of about the given number of MiB, at least one. It asks for
// huge pages: on small ones a search in 64 MiB took 1.4 times as long.
func New(mib int) *Table {
	t := &Table{free: func() {}}
	if bytes := int64(max(mib, 1)) << 20; mib < 64 {
		t.lines = cacheline.New(bytes)
	} else {
		var free func()
		t.lines, free = cacheline.Map(bytes)
		cleanup := runtime.AddCleanup(t, func(free func()) { free() }, free)
		t.free = func() { cleanup.Stop(); free() }
	}
	cacheline.RequestHuge(t.lines)
	return t
}

// Free returns the memory of a table to the system, at once if it is large. The table must not be
// used any more. The garbage collector frees tables that are lost.
func (t *Table) Free() {
	t.lines = nil
	t.free()
}

// Clear empties the table. It does not touch the memory of a table that no search has used
// since it was allocated or cleared.
func (t *Table) Clear() {
	if t.searched {
		cacheline.Clear(t.lines)
	}
	t.generation, t.searched = 0, false
}

// NewSearch ages the entries of earlier searches, which are then replaced first. It must
// come before the Puts of a search.
func (t *Table) NewSearch() {
	t.generation, t.searched = (t.generation+1)&generations, true
}

// line returns the line that may hold a key.
func (t *Table) line(key uint64) *cacheline.Line {
	i, _ := bits.Mul64(key, uint64(len(t.lines)))
	return &t.lines[i]
}

// Prefetch loads the line of a key that Get will be called with soon into the cache.
func (t *Table) Prefetch(key uint64) { cacheline.Prefetch(t.line(key)) }

// Get returns the entry of a key.
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

// Put stores the entry of a key. It keeps the move of an older entry if e has none, and an
// entry of the same search that is much deeper unless e is exact.
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

// worth ranks entries for replacement: the lowest goes first.
func (t *Table) worth(data uint64) int {
	if data == 0 {
		return -1 << 20
	}
	return int(unpack(data).Depth) - 8*t.age(data)
}

// Full returns the share of entries written by the current search, in permille of a sample.
func (t *Table) Full() int {
	n, sample := 0, min(len(t.lines), 1000/bucket)
	for i := range t.lines[:sample] {
		for j := range bucket {
			if data := atomic.LoadUint64(&t.lines[i][2*j+1]); data != 0 && t.age(data) == 0 {
				n++
			}
		}
	}
	return n * 1000 / (sample * bucket)
}
