// Package text reads lines that strangers have written, people or programs: with bounded
// memory, however long they are, and without the bytes that no line of text should hold. All
// who listen to a stream read it here.
package text

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Line is a line as it was read.
type Line struct {
	Text   string // see Clean; of a line that is too long the beginning
	Length int    // bytes that it had, its end included
	Excess int    // of these, how many are not in Text because it is too long
}

// Reader reads lines.
type Reader struct {
	b    *bufio.Reader
	most int
	end  error
}

// NewReader returns the lines of r, of which so many bytes are kept at most, with the end of
// the line. Beside that it needs some ten KiB.
func NewReader(r io.Reader, most int) *Reader {
	return &Reader{b: bufio.NewReaderSize(r, 1<<14), most: most}
}

// Next returns the next line. A last one without an end counts. The error, which is that of
// the stream, comes after all lines, alone.
func (r *Reader) Next() (Line, error) {
	if r.end != nil {
		return Line{}, r.end
	}
	var kept []byte
	var l Line
	for {
		part, err := r.b.ReadSlice('\n')
		l.Length += len(part)
		kept = append(kept, part[:min(len(part), r.most-len(kept))]...)
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

// Rest returns what comes after the line read last.
func (r *Reader) Rest() io.Reader { return r.b }

// Clean returns text with blanks in place of control characters, and none of them at the end.
func Clean(text []byte) string {
	text = bytes.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	return string(bytes.TrimRight(text, " "))
}
