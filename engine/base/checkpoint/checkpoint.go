// Package checkpoint writes and reads the words and texts of a checkpoint file. The same calls in
// the same order write it or read it, so that one function describes a format.
package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
)

// Stream writes or reads a checkpoint. After the first error, which Err keeps, calls do nothing.
type Stream struct {
	Err error

	w       io.Writer
	r       io.Reader
	digest  hash.Hash
	pending []byte // for the digest
	buf     [8]byte
}

// ErrDamaged reports data that no Stream has written.
var ErrDamaged = errors.New("is damaged")

const (
	maxText    = 1 << 20 // bytes of a text
	maxPending = 1 << 15 // bytes that the digest takes at a time
)

// NewWriter returns a stream that writes to w.
func NewWriter(w io.Writer) *Stream { return &Stream{w: w, digest: sha256.New()} }

// NewReader returns a stream that reads from r.
func NewReader(r io.Reader) *Stream { return &Stream{r: r, digest: sha256.New()} }

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
	s.digested(s.buf[:])
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
	s.digested(b)
	*text = string(b)
}

// digested adds bytes to the digest.
func (s *Stream) digested(b []byte) {
	if s.pending = append(s.pending, b...); len(s.pending) >= maxPending {
		s.digest.Write(s.pending)
		s.pending = s.pending[:0]
	}
}

// Digest writes the SHA-256 of all that was written, as the last of a checkpoint. When it reads
// another one than that of all that was read, or there is more to read, Err is ErrDamaged.
func (s *Stream) Digest() {
	s.digest.Write(s.pending)
	s.pending = s.pending[:0]
	want := s.digest.Sum(nil)
	if s.Err != nil {
		return
	}
	if s.w != nil {
		_, s.Err = s.w.Write(want)
		return
	}
	got, err := io.ReadAll(io.LimitReader(s.r, sha256.Size+1))
	if s.Err = err; err == nil && !bytes.Equal(got, want) {
		s.Err = ErrDamaged
	}
}

// Check reads a checkpoint to its end. It returns ErrDamaged unless the digest is that of what
// stands before it.
func Check(r io.Reader) error {
	digest := sha256.New()
	var tail []byte // the last bytes so far, up to the size of a digest
	for buf := make([]byte, 1<<20); ; {
		n, err := r.Read(buf)
		tail = append(tail, buf[:n]...)
		if more := len(tail) - sha256.Size; more > 0 {
			digest.Write(tail[:more])
			tail = append(tail[:0], tail[more:]...)
		}
		switch {
		case err == io.EOF && bytes.Equal(digest.Sum(nil), tail):
			return nil
		case err == io.EOF:
			return ErrDamaged
		case err != nil:
			return err
		}
	}
}
