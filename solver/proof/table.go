package proof

import (
	"math/bits"
	"sync/atomic"

	"tinyhouse/engine/base/cacheline"
	"tinyhouse/solver/internal/keys"
)

// The table: what belongs here keeps what is known of positions in bounded memory, shared by
// all threads without locks.
//
//	line     64 bytes, a cache line: four entries
//	entry    two words: identity ^ data, and data; a torn write makes an identity nobody asks for
//	data     63..58 effort  57..42 move  41..21 phi  20..0 delta
//
// Source: chessprogramming wiki, Shared Hash Table (lockless hashing after Hyatt and Mann).

// entriesPerLine is how many positions may be looked for in one cache line.
const entriesPerLine = 4

// line is a cache line of entries.
type line = cacheline.Line

// table maps keys to numbers.
type table struct {
	lines []line
	// used counts entries taken for the first time, roughly: threads add to it in lots.
	used atomic.Int64
}

// newTable returns a table that takes at most so many bytes, and at least one line.
func newTable(bytes int64) *table { return &table{lines: cacheline.New(bytes)} }

// line returns the line that k may be in.
func (t *table) line(k keys.Key) *line {
	at, _ := bits.Mul64(k.Slot, uint64(len(t.lines)))
	return &t.lines[at]
}

// load returns what is known of k; ok is false where nothing is.
func (t *table) load(k keys.Key) (e entry, ok bool) {
	l := t.line(k)
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if atomic.LoadUint64(&l[i])^data == k.Identity && data != 0 {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store keeps e for k: in the place it has, in an empty one, or in place of what has cost the
// least. What is exact stays until it is pushed out.
func (t *table) store(k keys.Key, e entry) {
	l := t.line(k)
	cheapest, least := 0, ^uint64(0)
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if data == 0 {
			cheapest = i
			if t.used.Add(1) == cacheline.CollapseAt(t.lines) {
				cacheline.Collapse(t.lines)
			}
			break
		}
		if atomic.LoadUint64(&l[i])^data == k.Identity {
			if old := unpack(data); old.numbers.exact() && !e.numbers.exact() {
				return
			}
			cheapest = i
			break
		}
		if cost := data >> effortAt; cost < least {
			cheapest, least = i, cost
		}
	}
	data := e.pack()
	atomic.StoreUint64(&l[cheapest], k.Identity^data)
	atomic.StoreUint64(&l[cheapest+1], data)
}

// decided reports whether it is known who wins at k.
func (t *table) decided(k keys.Key) bool {
	e, ok := t.load(k)
	return ok && e.numbers.decided()
}

// forget makes what is known of k a guess.
func (t *table) forget(k keys.Key) {
	l := t.line(k)
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if data != 0 && atomic.LoadUint64(&l[i])^data == k.Identity {
			data = entry{numbers: numbers{unproved, unrefuted}, effort: effortOf(1)}.pack()
			atomic.StoreUint64(&l[i], k.Identity^data)
			atomic.StoreUint64(&l[i+1], data)
		}
	}
}

// cost returns about how many positions were searched below k so far.
func (t *table) cost(k keys.Key) uint64 {
	e, ok := t.load(k)
	if !ok {
		return 0
	}
	return costOf(e.effort)
}

// load1000 returns how full the table is, in thousandths.
func (t *table) load1000() int {
	return int(t.used.Load() * 1000 / int64(len(t.lines)*entriesPerLine))
}
