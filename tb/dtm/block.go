package dtm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"tinyhouse/tb/internal/compress"
)

// A packed block of values is
//
//	distinct values   uvarint: their number; then the values in rising order, the first as it
//	                  is, each other as the difference to the previous one, all as uvarints
//	codes             a zstd frame, unless there is only one distinct value: for each number
//	                  the index of its value, counted from 0. One byte each; with more than
//	                  256 distinct values all low bytes, then all high bytes.
//
// A code takes less space than a value. More elaborate models gain nothing: zstd comes out at or
// below the entropy of a code given the two before it.

// Block is an unpacked block.
type Block struct {
	values []Value // distinct, by code
	codes  []byte  // nil: all numbers have values[0]
	count  int     // of numbers
}

// At returns the value of number i.
func (b *Block) At(i int) Value {
	switch len(b.codes) {
	case 0:
		return b.values[0]
	case b.count:
		return b.values[b.codes[i]]
	}
	return b.values[int(b.codes[i])|int(b.codes[b.count+i])<<8]
}

// Len returns the number of values.
func (b *Block) Len() int { return b.count }

// Bytes returns about how much memory b takes.
func (b *Block) Bytes() int64 { return int64(len(b.codes) + 2*len(b.values) + 128) }

// valueSet is a set of values, which also numbers them in rising order.
type valueSet struct {
	words [1 << 10]uint64
	below [1 << 10]uint16 // how many values are in the words before
}

// list returns the values of s and prepares code.
func (s *valueSet) list() []Value {
	var all []Value
	for i, w := range s.words {
		s.below[i] = uint16(len(all))
		for ; w != 0; w &= w - 1 {
			all = append(all, Value(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return all
}

// code returns the index of v among the values of s.
func (s *valueSet) code(v Value) int {
	return int(s.below[v>>6]) + bits.OnesCount64(s.words[v>>6]&(1<<(v&63)-1))
}

// Pack packs values, in which it replaces None by the previous value: a number without a
// position may have any value, and a run compresses best. It fails for values that are reserved
// for solvers.
func Pack(values []Value, encoder *compress.Encoder) ([]byte, error) {
	last := Draw
	for _, v := range values {
		if v != None {
			last = v
			break
		}
	}
	set := new(valueSet)
	for i, v := range values {
		if v == None {
			v = last
			values[i] = v
		}
		if !v.isExact() {
			return nil, fmt.Errorf("%#04x at place %d is no value", uint16(v), i)
		}
		set.words[v>>6] |= 1 << (v & 63)
		last = v
	}
	all := set.list()
	b := binary.AppendUvarint(nil, uint64(len(all)))
	for i, v := range all {
		if i > 0 {
			v -= all[i-1]
		}
		b = binary.AppendUvarint(b, uint64(v))
	}
	if len(all) == 1 {
		return b, nil
	}
	return encoder.Append(b, set.codes(values, len(all))), nil
}

// codes returns the codes of values, which have a number of distinct values.
func (s *valueSet) codes(values []Value, distinct int) []byte {
	codes := make([]byte, len(values)*width(distinct))
	for i, v := range values {
		c := s.code(v)
		codes[i] = byte(c)
		if distinct > 256 {
			codes[len(values)+i] = byte(c >> 8)
		}
	}
	return codes
}

// width returns the bytes of a code.
func width(distinct int) int {
	if distinct > 256 {
		return 2
	}
	return 1
}

// ErrContents is for blocks that have the right checksum and impossible contents.
var ErrContents = errors.New("contents")

// Unpack is the inverse of Pack for a block of count values. It takes no more memory than they
// need, and returns ErrContents for what Pack does not write.
func Unpack(data []byte, count int) (*Block, error) {
	b := &Block{count: count}
	data, ok := b.readValues(data)
	switch {
	case !ok:
		return nil, ErrContents
	case len(b.values) == 1 && len(data) > 0:
		return nil, ErrContents
	case len(b.values) == 1:
		return b, nil
	}
	if b.codes, ok = compress.Decode(data, count*width(len(b.values))); !ok {
		return nil, ErrContents
	}
	for i := range count {
		c := int(b.codes[i])
		if len(b.codes) > count {
			c |= int(b.codes[count+i]) << 8
		}
		if c >= len(b.values) {
			return nil, ErrContents
		}
	}
	return b, nil
}

// readValues reads the distinct values and returns the bytes after them.
func (b *Block) readValues(data []byte) (rest []byte, ok bool) {
	distinct, n := binary.Uvarint(data)
	if n <= 0 || distinct == 0 || distinct > uint64(min(b.count, len(data))) {
		return nil, false
	}
	data = data[n:]
	b.values = make([]Value, distinct)
	last := uint64(0)
	for i := range b.values {
		d, n := binary.Uvarint(data)
		if n <= 0 || d > uint64(None) || i > 0 && d == 0 {
			return nil, false
		}
		if last += d; last > uint64(None) || !Value(last).isExact() {
			return nil, false
		}
		data, b.values[i] = data[n:], Value(last)
	}
	return data, true
}
