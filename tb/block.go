package tb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// Blocks: what belongs here packs a run of values and unpacks it.
//
//	distinct values   uvarint: how many; then the values in rising order, the first as it
//	                  is, the others as the difference to the one before, uvarints all
//	codes             a zstd frame, unless there is only one value: for each number which
//	                  of the values, counted from 0. One byte each; with more than 256
//	                  values all low bytes, then all high bytes.
//
// A code costs less than a value, and nothing further was found to pay: zstd comes out at
// or below the entropy of a code given the two before it.

// block is an unpacked block.
type block struct {
	values []Value // by code
	codes  []byte  // nil: all numbers have values[0]
	many   int     // numbers
	page   *page   // of a certificate, instead of the above
	err    error   // why there is nothing of the above
	used   atomic.Bool
}

// at returns the value of number i of the block.
func (b *block) at(i int) Value {
	switch len(b.codes) {
	case 0:
		return b.values[0]
	case b.many:
		return b.values[b.codes[i]]
	}
	return b.values[int(b.codes[i])|int(b.codes[b.many+i])<<8]
}

// bytes returns about how much memory b takes.
func (b *block) bytes() int64 {
	n := int64(len(b.codes) + 2*len(b.values) + 128)
	if b.page != nil {
		n += b.page.bytes()
	}
	return n
}

// castagnoli is the polynomial of the checksums, which processors have built in.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// isValue reports whether v may stand in a table.
func (v Value) isValue() bool { return v == Draw || v >= Loss && v <= Win+MaxPlies }

// valueSet is a set of values, which also numbers them in rising order.
type valueSet struct {
	words [1 << 10]uint64
	below [1 << 10]uint16 // how many values are in the words before
}

// list returns the values of s, and prepares code.
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

// code returns which of the values of s v is.
func (s *valueSet) code(v Value) int {
	return int(s.below[v>>6]) + bits.OnesCount64(s.words[v>>6]&(1<<(v&63)-1))
}

// pack packs values, in which it replaces None by the value before: what is no position
// may have any value, and a run is the cheapest. The error is for what is no value.
func pack(values []Value, coder *zstd.Encoder) ([]byte, error) {
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
		if !v.isValue() {
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
	return coder.EncodeAll(set.codes(values, len(all)), b), nil
}

// codes returns the codes of values, of which there are so many.
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

// errContents is for blocks whose checksum is right and whose contents cannot be: written
// wrongly, or with intent.
var errContents = errors.New("contents")

// unpack is the inverse of pack for a block of so many numbers. It takes no more memory
// than they need, and refuses what pack would not write.
func unpack(data []byte, many int) (*block, error) {
	b := &block{many: many}
	data, ok := b.readValues(data)
	switch {
	case !ok:
		return nil, errContents
	case len(b.values) == 1 && len(data) > 0:
		return nil, errContents
	case len(b.values) == 1:
		return b, nil
	}
	size := many * width(len(b.values))
	codes, err := decoder().DecodeAll(data, make([]byte, 0, size))
	if err != nil || len(codes) != size {
		return nil, errContents
	}
	b.codes = codes
	for i := range many {
		c := int(codes[i])
		if len(codes) > many {
			c |= int(codes[many+i]) << 8
		}
		if c >= len(b.values) {
			return nil, errContents
		}
	}
	return b, nil
}

// readValues reads the distinct values, and returns what follows them.
func (b *block) readValues(data []byte) (rest []byte, ok bool) {
	distinct, n := binary.Uvarint(data)
	if n <= 0 || distinct == 0 || distinct > uint64(min(b.many, len(data))) {
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
		if last += d; last > uint64(None) || !Value(last).isValue() {
			return nil, false
		}
		data, b.values[i] = data[n:], Value(last)
	}
	return data, true
}

// newCoder returns a compressor that so many goroutines can use at a time; it takes some
// 35 MB for each. The best level takes 5 to 10 % less room than the next and five times its
// time, which is still little beside solving.
func newCoder(threads int) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(threads),
		zstd.WithWindowSize(2<<maxBlockBits),
		zstd.WithSingleSegment(true),
		zstd.WithEncoderCRC(false))
}

// decoder returns the decompressor of the whole process: as many goroutines as there are
// processors use it at a time. It never writes beyond the room it is given.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(0),
		zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(4<<maxBlockBits))
	if err != nil {
		panic("tb: options of the decompressor: " + err.Error())
	}
	return d
})
