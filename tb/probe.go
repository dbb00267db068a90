package tb

import (
	"sort"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Reading values: what belongs here finds the block of a number, in the cache or in the
// file, and the number of a position.

// Probe returns the exact value of p, a position of t's game or of one with the same
// RulesHash. It is not known (ok is false) for other material, with a right to castle or
// after an error, which means that the file is damaged there. Where the block is in the
// cache it allocates nothing and costs 0.1 to 0.2 µs, of which the most is the number of p;
// otherwise some 50 µs.
func (t *Table) Probe(p *board.Position) (v score.Exact, ok bool, err error) {
	i, ok := t.number[t.ix.SignatureOf(p)]
	if !ok {
		return score.Exact{}, false, nil
	}
	return t.probe(i, p)
}

// probe is Probe for a position of slice i. The values of games that are over by a goal are
// not in the file, nor those of positions that are settled.
func (t *Table) probe(i int, p *board.Position) (v score.Exact, ok bool, err error) {
	if o := t.game.Decided(p); o.Over() {
		return score.Exact{Outcome: score.Outcome(o.Result)}, true, nil
	}
	number, ok := t.layouts[i].Encode(p)
	if !ok {
		return score.Exact{}, false, nil
	}
	if number >= t.layouts[i].Size() {
		return score.WinIn(1), true, nil
	}
	value, err := t.Value(i, number)
	return value.Exact(), err == nil, err
}

// Value returns the value of a number of slice i. Where no position has the number, or the
// game is over by a goal, it may be any: only Decode and the rules can tell.
func (t *Table) Value(i int, number uint64) (Value, error) {
	if number >= t.layouts[i].Size() {
		return Draw, t.fail("number %d of slice %s, which has %d", number, t.text(i), t.layouts[i].Size())
	}
	b := t.block(t.first[i] + int(number>>t.bits))
	if b.err != nil {
		return Draw, b.err
	}
	return b.at(int(number & (1<<t.bits - 1))), nil
}

// Values fills dst with the values of slice i from a number on, which are as those of
// Value.
func (t *Table) Values(i int, from uint64, dst []Value) error {
	size := t.layouts[i].Size()
	if from > size || uint64(len(dst)) > size-from {
		return t.fail("%d numbers from %d of slice %s, which has %d", len(dst), from, t.text(i), size)
	}
	for len(dst) > 0 {
		b := t.block(t.first[i] + int(from>>t.bits))
		if b.err != nil {
			return b.err
		}
		at := int(from & (1<<t.bits - 1))
		n := min(len(dst), b.many-at)
		for k := range dst[:n] {
			dst[k] = b.at(at + k)
		}
		dst, from = dst[n:], from+uint64(n)
	}
	return nil
}

// Check reads the whole file and returns the first damage it finds.
func (t *Table) Check() error {
	if _, _, _, _, err := t.readEnds(); err != nil {
		return err
	}
	for i := range t.sums {
		if b := t.load(i); b.err != nil {
			return b.err
		}
	}
	return nil
}

// block returns block i of the file.
func (t *Table) block(i int) *block {
	if b := t.known(i); b != nil {
		return b
	}
	return t.cache.keep(&t.archive, i, t.load(i))
}

// load reads and unpacks block i. A damaged one is a block too, with an error in it, and is
// not read again soon.
func (t *Table) load(i int) *block {
	slice, at := t.place(i)
	many := int(min(t.layouts[slice].Size()-uint64(at)<<t.bits, 1<<t.bits))
	data, err := t.packed(i)
	if err == errChecksum {
		err = t.fail("block %d of slice %s is damaged (checksum)", at, t.text(slice))
	}
	if err != nil {
		return &block{err: err}
	}
	b, err := unpack(data, many)
	if err != nil {
		return &block{err: t.fail("block %d of slice %s is damaged (%w)", at, t.text(slice), err)}
	}
	return b
}

// place returns the slice that block i of the file is of, and which of its blocks it is.
func (t *Table) place(i int) (slice, at int) {
	// Slices without blocks begin where the next one does: the last with the block has it.
	slice = sort.Search(len(t.first), func(s int) bool { return t.first[s] > i }) - 1
	return slice, i - t.first[slice]
}

// text returns the name of slice i.
func (t *Table) text(i int) string { return t.ix.Text(t.slices[i]) }
