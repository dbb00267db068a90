package input

import (
	"context"
	"fmt"
	"io"
	"strings"

	"tinyhouse/engine/base/lineread"
)

// Lines reads lines of text that somebody else has written.
type Lines struct {
	Number int // of the line read last, from 1

	r *lineread.Reader
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
	return &Lines{r: lineread.NewReader(out, MaxLine)}
}

// Next returns the next line that says something, without the blanks around it and with others in
// place of control characters: not one that is blank or begins with #. After ErrLong others may
// follow; io.EOF and any other error is the last.
func (l *Lines) Next() (string, error) {
	for {
		line, err := l.r.Next()
		l.Number++
		said := strings.TrimSpace(line.Text)
		switch {
		case err != nil:
			return "", err
		case line.Excess > 0:
			return "", ErrLong
		case said != "" && said[0] != '#':
			return said, nil
		}
	}
}
