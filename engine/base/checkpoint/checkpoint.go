// Package checkpoint writes and reads the words and texts of a checkpoint file. The same calls in
// the same order write it or read it, so that one function describes a format.
package checkpoint

import (
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
)

// Stream writes or reads a checkpoint. After the first error, which Err keeps, calls do nothing.
type Stream struct {
	Err error

	w   io.Writer
	r   io.Reader
	sum hash.Hash32
	buf [8]byte
}

// ErrDamaged reports data that no Stream has written.
var ErrDamaged = errors.New("is damaged")

// maxText limits the bytes of a text.
const maxText = 1 << 20

// NewWriter returns a stream that writes to w.
func NewWriter(w io.Writer) *Stream { return &Stream{w: w, sum: newSum()} }

// NewReader returns a stream that reads from r.
func NewReader(r io.Reader) *Stream { return &Stream{r: r, sum: newSum()} }

func newSum() hash.Hash32 { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) }

// Reading reports whether the stream reads.
func (s *Stream) Reading() bool { return s.r != nil }

// Word writes or reads *x as eight bytes, little-endian.
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

// Flag writes or reads *b as a word.
func (s *Stream) Flag(b *bool) {
	x := uint64(0)
	if *b {
		x = 1
	}
	s.Word(&x)
	*b = x != 0
}

// Text writes or reads *text, of at most 1 MiB: its length, then its bytes.
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

// Checksum writes the CRC-32C of all that was written, as a word. When it reads another one than that of
// all that was read, Err is ErrDamaged.
func (s *Stream) Checksum() {
	want := uint64(s.sum.Sum32())
	got := want
	if s.Word(&got); s.Err == nil && got != want {
		s.Err = ErrDamaged
	}
}
