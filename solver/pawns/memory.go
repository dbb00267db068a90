package pawns

import (
	"math/bits"
	"sync/atomic"

	"tinyhouse/engine/base/cacheline"
	"tinyhouse/engine/score"
)

// The memory: what belongs here keeps proven bounds of positions in bounded space, shared by
// all threads without locks.
//
//	line   64 bytes, a cache line: four entries
//	entry  two words: the whole key, and seven bits of data where no key has a bit
//	data   bits 0..3 effort, bits 4..6 bounds; on the lowest bits of files 1 to 7 of Key.Lo
//
// The key is exact and stored whole, so that no position is ever taken for another. What
// is left is two threads that write an entry at once: the first word is mixed with the second, so
// that words of different writes make an entry of 64 random bits, which some position that
// is looked up there then has with a chance of 2^-64.

// slotsPerLine is how many entries a position may be in.
const slotsPerLine = 4

// line is a cache line of entries.
type line = cacheline.Line

// memory maps keys to bounds.
type memory struct {
	lines []line
	used  atomic.Int64 // entries taken for the first time, about
}

// newMemory returns a memory of at most so many bytes, and at least one line.
func newMemory(bytes int64) *memory {
	return &memory{lines: cacheline.New(bytes)}
}

// fact is what is known of a position: bounds of its value, and what they have cost: at
// least 4^effort positions and less than four times as many, up to the last effort.
type fact struct {
	lo, hi score.Outcome
	effort uint8
}

// maxEffort is the largest effort that is told from a smaller one.
const maxEffort = 15

// effortOf returns the effort of so many positions, at least one.
func effortOf(nodes uint64) uint8 { return uint8(min((bits.Len64(nodes|1)-1)/2, maxEffort)) }

// answer reports whether the value is at least claim, if that is known.
func (e fact) answer(claim score.Outcome) (yes, ok bool) {
	return e.lo >= claim, e.lo >= claim || e.hi < claim
}

// dataBits are the bits of the second word that no key uses.
const dataBits = rank0 &^ 1

// pack returns the data of a fact in its place. The bounds are codes 1 to 5.
func (e fact) pack() uint64 {
	bounds := uint64(2+e.lo+e.hi) + 1 // -2 .. 2, of which 0 stands for a draw
	data := uint64(e.effort) | bounds<<4
	return data * 0x0002040810204081 & (dataBits >> 8) << 8
}

// unpack is the inverse of pack, of a second word.
func unpack(word uint64) fact {
	data := (word & dataBits >> 8) * (0x0102040810204081 &^ 0x81) >> 56
	e := fact{effort: uint8(data & 15)}
	sum := score.Outcome(data>>4) - 3
	e.lo, e.hi = sum, sum
	switch sum {
	case -1:
		e.lo, e.hi = score.Loss, score.Draw
	case 1:
		e.lo, e.hi = score.Draw, score.Win
	default:
		e.lo, e.hi = sum/2, sum/2
	}
	return e
}

// mixed spreads a word over all 64 bits.
func mixed(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>29
}

// hash returns a number that tells most keys apart.
func (k Key) hash() uint64 { return mixed(k.Hi ^ mixed(k.Lo)) }

// line returns where a key of some hash belongs.
func (t *memory) line(hash uint64) *line {
	at, _ := bits.Mul64(hash, uint64(len(t.lines)))
	return &t.lines[at]
}

// answer reports whether the value of a key of some hash is at least claim, if that is known.
func (t *memory) answer(k Key, hash uint64, claim score.Outcome) (yes, ok bool) {
	l := t.line(hash)
	for i := 0; i < len(l); i += 2 {
		second := atomic.LoadUint64(&l[i+1])
		if second&^dataBits == k.Lo && atomic.LoadUint64(&l[i])^mixed(second) == k.Hi {
			return unpack(second).answer(claim)
		}
	}
	return false, false
}

// note keeps that a key of some hash has a value of at least claim, or has not.
func (t *memory) note(k Key, hash uint64, claim score.Outcome, yes bool, effort uint8) {
	e := fact{lo: score.Loss, hi: score.Win, effort: effort}
	if yes {
		e.lo = claim
	} else {
		e.hi = claim - 1
	}
	t.keep(k, hash, e)
}

// keep adds a fact to what is known of a key of some hash. It takes the entry the key has, or
// an empty one, or else that of the least effort.
func (t *memory) keep(k Key, hash uint64, e fact) {
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
			e.lo, e.hi, e.effort = max(e.lo, old.lo), min(e.hi, old.hi), max(e.effort, old.effort)
			place = i
			break
		}
		if old.effort < least {
			place, least = i, old.effort
		}
	}
	second := k.Lo | e.pack()
	atomic.StoreUint64(&l[place], k.Hi^mixed(second))
	atomic.StoreUint64(&l[place+1], second)
}

// load returns how full the memory is, in thousandths.
func (t *memory) load() int {
	return int(t.used.Load() * 1000 / int64(len(t.lines)*slotsPerLine))
}
