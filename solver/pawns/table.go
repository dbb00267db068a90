package pawns

import (
	"math/bits"
	"sync/atomic"

	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/score"
)

// slotsPerLine is the number of entries in which a position may be.
const slotsPerLine = 4

// line is a cache line of entries.
type line = cacheline.Line

// table is a transposition table: it maps keys to proven bounds, shared by all threads without
// locks.
//
//	line   64 bytes, a cache line: four entries
//	entry  two words: the whole key, and seven bits of data where no key has a bit
//	data   bits 0..3 effort, bits 4..6 bounds; on the lowest bits of files 1 to 7 of Key.Lo
//
// The key is exact and stored whole, so there are no collisions. If two threads write an entry
// at once, words of different writes can come together. The first word is therefore stored xored
// with a hash of the second: such a mixture has a random key, which matches that of a probe
// with probability 2^-64. Source: Hyatt and Mann (2002), lockless hashing.
type table struct {
	lines []line
	used  atomic.Int64 // entries in use, about
}

// newTable returns a table of at most the given bytes, and at least one line.
func newTable(bytes int64) *table { return &table{lines: cacheline.New(bytes)} }

// bounds is what is known of a position: bounds of its value, and the effort of finding them:
// at least 4^effort nodes and, below maxEffort, less than four times as many.
type bounds struct {
	lo, hi score.Outcome
	effort uint8
}

const maxEffort = 15

// effortOf returns the effort of a number of nodes.
func effortOf(nodes uint64) uint8 { return uint8(min((bits.Len64(nodes|1)-1)/2, maxEffort)) }

// reach reports whether the value is at least target, if that is known.
func (b bounds) reach(target score.Outcome) (yes, ok bool) {
	return b.lo >= target, b.lo >= target || b.hi < target
}

// dataBits are the bits of the second word that no key uses.
const dataBits = rank0 &^ 1

// pack returns the data of an entry in its place. The bounds are codes 1 to 5.
func (b bounds) pack() uint64 {
	code := uint64(2+b.lo+b.hi) + 1 // of the sum -2 .. 2, of which 0 means a draw
	data := uint64(b.effort) | code<<4
	return data * 0x0002040810204081 & (dataBits >> 8) << 8
}

// unpack is the inverse of pack, of a second word.
func unpack(word uint64) bounds {
	data := (word & dataBits >> 8) * (0x0102040810204081 &^ 0x81) >> 56
	b := bounds{effort: uint8(data & 15)}
	switch sum := score.Outcome(data>>4) - 3; sum {
	case -1:
		b.lo, b.hi = score.Loss, score.Draw
	case 1:
		b.lo, b.hi = score.Draw, score.Win
	default:
		b.lo, b.hi = sum/2, sum/2
	}
	return b
}

// mixed is a hash of a word.
func mixed(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>29
}

func (k Key) hash() uint64 { return mixed(k.Hi ^ mixed(k.Lo)) }

// line returns the line of a key with the given hash.
func (t *table) line(hash uint64) *line {
	at, _ := bits.Mul64(hash, uint64(len(t.lines)))
	return &t.lines[at]
}

// probe reports whether the value of a key is at least target, if that is known.
func (t *table) probe(k Key, hash uint64, target score.Outcome) (yes, ok bool) {
	l := t.line(hash)
	for i := 0; i < len(l); i += 2 {
		second := atomic.LoadUint64(&l[i+1])
		if second&^dataBits == k.Lo && atomic.LoadUint64(&l[i])^mixed(second) == k.Hi {
			return unpack(second).reach(target)
		}
	}
	return false, false
}

// store stores whether the value of a key is at least target.
func (t *table) store(k Key, hash uint64, target score.Outcome, yes bool, effort uint8) {
	b := bounds{lo: score.Loss, hi: score.Win, effort: effort}
	if yes {
		b.lo = target
	} else {
		b.hi = target - 1
	}
	t.merge(k, hash, b)
}

// merge adds bounds to those of a key. It replaces the entry of the key, or an empty one, or
// else that of the least effort.
func (t *table) merge(k Key, hash uint64, b bounds) {
	l := t.line(hash)
	place, least := 0, uint8(maxEffort+1)
	for i := 0; i < len(l); i += 2 {
		second := atomic.LoadUint64(&l[i+1])
		if second == 0 {
			place = i
			if t.used.Add(1) == cacheline.CollapseAt(t.lines) {
				cacheline.Collapse(t.lines)
			}
			break
		}
		old := unpack(second)
		if second&^dataBits == k.Lo && atomic.LoadUint64(&l[i])^mixed(second) == k.Hi {
			b.lo, b.hi, b.effort = max(b.lo, old.lo), min(b.hi, old.hi), max(b.effort, old.effort)
			place = i
			break
		}
		if old.effort < least {
			place, least = i, old.effort
		}
	}
	second := k.Lo | b.pack()
	atomic.StoreUint64(&l[place], k.Hi^mixed(second))
	atomic.StoreUint64(&l[place+1], second)
}

// load returns the share of entries in use, in thousandths.
func (t *table) load() int {
	return int(t.used.Load() * 1000 / int64(len(t.lines)*slotsPerLine))
}

// savedEffort is the least effort of entries in a checkpoint: 256 nodes.
const savedEffort = 4

// Serialize writes what the search has proved with at least 256 nodes to a checkpoint, or adds
// what a checkpoint of the same game has. Each entry is two words, its key and data; two zeros
// are the end.
func (s *Search) Serialize(c *checkpoint.Stream) {
	var first, second uint64
	for i := 0; !c.Reading() && i < len(s.table.lines); i++ {
		l := &s.table.lines[i]
		for j := 0; j < len(l); j += 2 {
			second = atomic.LoadUint64(&l[j+1])
			first = atomic.LoadUint64(&l[j]) ^ mixed(second)
			if second != 0 && unpack(second).effort >= savedEffort && first&rank7 == 0 {
				c.Word(&first)
				c.Word(&second)
			}
		}
	}
	for first, second = 0, 0; ; {
		c.Word(&first)
		c.Word(&second)
		if !c.Reading() || c.Err != nil || first|second == 0 {
			return
		}
		k := Key{Hi: first, Lo: second &^ dataBits}
		s.table.merge(k, k.hash(), unpack(second))
	}
}
