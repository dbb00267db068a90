package protocol

import (
	"fmt"
	"io"

	"tinyhouse/engine/base/lineread"
)

// MaxLine limits a line, in bytes with its end: several times a game of MaxPlies moves. A longer line
// is an error.
const MaxLine = 1 << 20

// input is a line or an error.
type input struct {
	text string
	err  error
}

// readLines sends the lines of r and closes the channel at the end of r, or after the current read
// once done is closed.
func readLines(r io.Reader, lines chan<- input, done <-chan struct{}) {
	defer close(lines)
	reader := lineread.NewReader(r, MaxLine)
	for {
		l, err := reader.Next()
		if err != nil {
			return
		}
		in := input{text: l.Text}
		if l.Excess > 0 { // the beginning may mean something else
			in = input{err: fmt.Errorf("line of %d bytes: want at most %d", l.Length, MaxLine)}
		}
		select {
		case lines <- in:
		case <-done:
			return
		}
	}
}
