package input

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// Lines reads lines of text that somebody else has written.
type Lines struct {
	Number int // of the line read last, from 1

	r   *bufio.Reader
	end error
}

// MaxLine is the longest line that is read, in bytes: more than any game needs.
const MaxLine = 1 << 20

// ErrLong is the error of a line that is longer.
var ErrLong = fmt.Errorf("line of more than %d bytes", MaxLine)

// NewLines returns the lines of r. When ctx is cancelled, the next one is an error. A goroutine may
// wait in r for ever then: r is a stream that lasts as long as the program.
func NewLines(ctx context.Context, r io.Reader) *Lines {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return &Lines{r: bufio.NewReaderSize(out, 1<<16)}
}

// Next returns the next line that says something, without the blanks around it and with others in
// place of control characters: not one that is blank or begins with #. After ErrLong others may
// follow; io.EOF and any other error is the last.
func (l *Lines) Next() (string, error) {
	for l.end == nil {
		text, err := l.read()
		if text = strings.TrimSpace(text); err != nil || text != "" && text[0] != '#' {
			return text, err
		}
	}
	return "", l.end
}

// read reads a line. The excess of one that is too long is skipped.
func (l *Lines) read() (string, error) {
	var line []byte
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxLine; !long {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		l.Number++
		if l.end = err; long {
			return "", ErrLong
		}
		return strings.TrimPrefix(strings.Map(clean, string(line)), "\ufeff"), nil
	}
}

// clean returns a blank for a control character.
func clean(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}
