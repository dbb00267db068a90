// Package lineread reads lines of untrusted text in bounded memory and replaces control characters.
package lineread

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Line is one line of input.
type Line struct {
	Text   string // cleaned, see Clean; of a line over the limit its beginning
	Length int    // bytes in the input, with the line end
	Excess int    // bytes left out of Text because the line is over the limit
}

// Reader reads lines.
type Reader struct {
	b     *bufio.Reader
	limit int
	end   error
}

// NewReader returns a reader of the lines of r. It keeps at most limit bytes of a line, the line
// end included, and needs 16 KiB besides. A line that does not end is the error ErrEndless.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{b: bufio.NewReaderSize(Bounded(r), 1<<14), limit: limit}
}

// MaxLine is the length in bytes above which a line is taken for one without end, such as that of
// /dev/zero.
const MaxLine = 1 << 27

// ErrEndless is the error of a line that is longer than MaxLine.
var ErrEndless = fmt.Errorf("no line end in %d bytes", MaxLine)

// Bounded returns a reader of r that fails with ErrEndless in a line that does not end.
func Bounded(r io.Reader) io.Reader { return &bounded{r: r} }

type bounded struct {
	r      io.Reader
	length int // of the line so far
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 {
		b.length = n - 1 - end
	} else if b.length += n; b.length > MaxLine {
		return n, ErrEndless
	}
	return n, err
}

// Next returns the next line, which may lack its line end at the end of input. After the last
// line it returns the error of the stream, io.EOF at its end.
func (r *Reader) Next() (Line, error) {
	if r.end != nil {
		return Line{}, r.end
	}
	var kept []byte
	var l Line
	for {
		part, err := r.b.ReadSlice('\n')
		l.Length += len(part)
		kept = append(kept, part[:min(len(part), r.limit-len(kept))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if r.end = err; l.Length == 0 {
			return Line{}, err
		}
		l.Excess = l.Length - len(kept)
		l.Text = Clean(bytes.TrimPrefix(kept, []byte("\ufeff")))
		return l, nil
	}
}

// Send sends the lines of r, converted, and closes the channel at the end of r, or after the current
// read once done is closed. The limit is that of NewReader.
func Send[T any](r io.Reader, limit int, lines chan<- T, done <-chan struct{}, convert func(Line) T) {
	defer close(lines)
	in := NewReader(r, limit)
	for {
		l, err := in.Next()
		if err != nil {
			return
		}
		select {
		case lines <- convert(l):
		case <-done:
			return
		}
	}
}

// Rest returns the input after the line read last.
func (r *Reader) Rest() io.Reader { return r.b }

// Clean replaces control characters by blanks and removes trailing blanks.
func Clean(text []byte) string {
	return string(bytes.TrimRight(bytes.Map(Blank, text), " "))
}

// Blank returns a blank for a control character and r otherwise.
func Blank(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}
