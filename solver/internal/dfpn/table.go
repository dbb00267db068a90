package dfpn

import (
	"math/bits"
	"sync/atomic"

	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/solver/internal/poskey"
)

// Table is a transposition table of bounded size, which threads share without locks:
//
//	line     64 bytes, a cache line: four entries
//	entry    two words, identity ^ mix(data) and data
//	data     63..58 effort  57..42 move  41..21 phi  20..0 delta
//
// If two threads write an entry at once, words of different writes can come together. Such a mixture
// has a random identity, which is that of a probe with a probability of 2^-64; without mix it
// could be the identity of a neighbouring number, whose positions come up together.
//
// Source: chessprogramming wiki, Shared Hash Table (lockless hashing, Hyatt and Mann).
type Table struct {
	lines []line
	used  atomic.Int64 // entries filled for the first time, about
}

type line = cacheline.Line

// entriesPerLine is the number of entries in which a position may be.
const entriesPerLine = 4

// NewTable returns a table of at most the given bytes, but at least one line.
func NewTable(bytes int64) *Table { return &Table{lines: cacheline.New(bytes)} }

func (t *Table) line(k poskey.Key) *line {
	at, _ := bits.Mul64(k.Slot, uint64(len(t.lines)))
	return &t.lines[at]
}

// mix is a bijective hash of data.
func mix(data uint64) uint64 {
	data *= 0x9e3779b97f4a7c15
	return data ^ data>>32
}

// Load returns the entry of k, if there is one.
func (t *Table) Load(k poskey.Key) (e Entry, ok bool) {
	l := t.line(k)
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if atomic.LoadUint64(&l[i])^mix(data) == k.Identity && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store stores the entry of k: over its old entry, in an empty place, or over the entry of the
// least effort. An exact entry of k stays if e is not exact.
func (t *Table) Store(k poskey.Key, e Entry) {
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
		if atomic.LoadUint64(&l[i])^mix(data) == k.Identity {
			if old := unpack(data); old.Exact() && !e.Exact() {
				return
			}
			cheapest = i
			break
		}
		if effort := data >> effortAt; effort < least {
			cheapest, least = i, effort
		}
	}
	data := e.pack()
	atomic.StoreUint64(&l[cheapest], k.Identity^mix(data))
	atomic.StoreUint64(&l[cheapest+1], data)
}

// Reset gives the entry of k, if there is one, initial numbers.
func (t *Table) Reset(k poskey.Key) {
	l := t.line(k)
	for i := 0; i < len(l); i += 2 {
		data := atomic.LoadUint64(&l[i+1])
		if data != 0 && atomic.LoadUint64(&l[i])^mix(data) == k.Identity {
			data = Entry{Numbers: Numbers{unproved, unrefuted}, Effort: EffortOf(1)}.pack()
			atomic.StoreUint64(&l[i], k.Identity^mix(data))
			atomic.StoreUint64(&l[i+1], data)
		}
	}
}

// nodes returns about how many positions were searched below k so far.
func (t *Table) nodes(k poskey.Key) uint64 {
	e, _ := t.Load(k)
	return nodesOf(e.Effort)
}

// Hashfull returns the share of entries in use, in thousandths.
func (t *Table) Hashfull() int {
	return int(t.used.Load() * 1000 / int64(len(t.lines)*entriesPerLine))
}

// maxSaved is the most entries that a checkpoint has. Entries of the least effort are left out.
const maxSaved = 1 << 26

// Serialize writes or reads the table: the numbers of lines and of entries, and for each entry its
// line, identity and data. A table of another size takes the entries whose keys determine their
// place in it.
func (t *Table) Serialize(c *checkpoint.Stream) {
	lines, count, least := uint64(len(t.lines)), uint64(0), uint64(0)
	if !c.Reading() {
		least, count = t.leastSaved()
	}
	c.Word(&lines)
	c.Word(&count)
	if !c.Reading() {
		t.write(c, least)
		return
	}
	for ; count > 0 && c.Err == nil; count-- {
		var at, identity, data uint64
		c.Word(&at)
		c.Word(&identity)
		c.Word(&data)
		switch k, exact := poskey.FromIdentity(identity); {
		case exact:
			t.Store(k, unpack(data))
		case at < lines && lines >= uint64(len(t.lines)):
			t.Store(poskey.Key{Slot: slotOf(at, lines), Identity: identity}, unpack(data))
		}
	}
}

// write writes the entries of at least some effort.
func (t *Table) write(c *checkpoint.Stream, least uint64) {
	for at := range t.lines {
		for i := 0; i < len(line{}); i += 2 {
			data := t.lines[at][i+1]
			if data == 0 || data>>effortAt < least {
				continue
			}
			number, identity := uint64(at), t.lines[at][i]^mix(data)
			c.Word(&number)
			c.Word(&identity)
			c.Word(&data)
		}
	}
}

// slotOf returns a slot that belongs to line number at of a table of the given lines.
func slotOf(at, lines uint64) uint64 {
	slot, _ := bits.Div64(at, lines-1, lines)
	return slot
}

// leastSaved returns the least effort of the entries to save, and their number.
func (t *Table) leastSaved() (least, count uint64) {
	var by [MaxEffort + 1]uint64
	for at := range t.lines {
		for i := 0; i < len(line{}); i += 2 {
			if data := t.lines[at][i+1]; data != 0 {
				by[data>>effortAt]++
			}
		}
	}
	least = MaxEffort + 1
	for least > 0 && (count == 0 || count+by[least-1] <= maxSaved) {
		least--
		count += by[least]
	}
	return least, count
}
