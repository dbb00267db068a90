package input

import (
	"context"
	"fmt"
	"io"
	"strings"

	"tinyhouse/engine/base/lineread"
)

// Lines reads lines of text from an untrusted source.
type Lines struct {
	Number int // of the last line that was read, from 1

	r *lineread.Reader
}

// MaxLine is the longest line that is read, in bytes. No game needs more.
const MaxLine = 1 << 20

// ErrLong is the error of a longer line.
var ErrLong = fmt.Errorf("line of more than %d bytes", MaxLine)

// NewLines returns the lines of r until ctx is cancelled.
func NewLines(ctx context.Context, r io.Reader) *Lines {
	return &Lines{r: lineread.NewReader(Interruptible(ctx, r), MaxLine)}
}

// Interruptible returns a reader of r that fails once ctx is cancelled, even while a read blocks.
// A goroutine goes on to read from r: nothing else may read it, until the program ends.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// Next returns the next line that is not blank and does not begin with #, trimmed, and with its
// control characters replaced. Lines may follow ErrLong; any other error, such as io.EOF, is the last.
func (l *Lines) Next() (string, error) {
	for {
		line, err := l.r.Next()
		l.Number++
		text := strings.TrimSpace(line.Text)
		switch {
		case err != nil:
			return "", err
		case line.Excess > 0:
			return "", ErrLong
		case text != "" && text[0] != '#':
			return text, nil
		}
	}
}
