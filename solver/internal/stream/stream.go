// Package stream writes words and texts to a checkpoint, or reads them, by the same calls in the
// same order, and sums up what went by.
package stream

import (
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
)

// Stream is a checkpoint on its way. After the first error, which stays, nothing goes by.
type Stream struct {
	Err error

	w   io.Writer
	r   io.Reader
	sum hash.Hash32
	buf [8]byte
}

// ErrDamaged is for what cannot have been written.
var ErrDamaged = errors.New("is damaged")

// maxText is how many bytes a text has at most.
const maxText = 1 << 20

// Writer returns a stream that writes.
func Writer(w io.Writer) *Stream { return &Stream{w: w, sum: newSum()} }

// Reader returns a stream that reads.
func Reader(r io.Reader) *Stream { return &Stream{r: r, sum: newSum()} }

func newSum() hash.Hash32 { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) }

// Reads reports whether the stream reads.
func (s *Stream) Reads() bool { return s.r != nil }

// Sum returns the CRC-32C of all that went by.
func (s *Stream) Sum() uint32 { return s.sum.Sum32() }

// Word writes *x, or reads it: eight bytes, the least significant first.
func (s *Stream) Word(x *uint64) {
	if s.Err != nil {
		return
	}
	if s.w != nil {
		binary.LittleEndian.PutUint64(s.buf[:], *x)
		_, s.Err = s.w.Write(s.buf[:])
	} else if _, s.Err = io.ReadFull(s.r, s.buf[:]); s.Err == nil {
		*x = binary.LittleEndian.Uint64(s.buf[:])
	}
	s.sum.Write(s.buf[:])
}

// Flag writes or reads a bool, as a word.
func (s *Stream) Flag(b *bool) {
	x := uint64(0)
	if *b {
		x = 1
	}
	s.Word(&x)
	*b = x != 0
}

// Text writes a text, or reads one of at most a million bytes: its length, then its bytes.
func (s *Stream) Text(text *string) {
	n := uint64(len(*text))
	s.Word(&n)
	if s.Err == nil && n > maxText {
		s.Err = ErrDamaged
	}
	b := make([]byte, min(n, maxText))
	switch copy(b, *text); {
	case s.Err != nil:
		return
	case s.w != nil:
		_, s.Err = s.w.Write(b)
	default:
		_, s.Err = io.ReadFull(s.r, b)
	}
	s.sum.Write(b)
	*text = string(b)
}
