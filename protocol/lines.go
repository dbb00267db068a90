package protocol

import (
	"fmt"
	"io"

	"tinyhouse/engine/base/lineread"
)

// MaxLine is the longest line that is read, in bytes with its end: room for a game of MaxPlies moves
// several times over. The excess of longer lines is skipped, so that memory stays bounded.
const MaxLine = 1 << 20

// input is one line, or what is wrong with it.
type input struct {
	text string
	err  error
}

// readLines sends every line of r until its end, then closes lines. It gives up when done
// is closed, at the latest after the read that it is waiting in.
func readLines(r io.Reader, lines chan<- input, done <-chan struct{}) {
	defer close(lines)
	in := lineread.NewReader(r, MaxLine)
	for {
		l, err := in.Next()
		if err != nil {
			return
		}
		select {
		case lines <- judge(l):
		case <-done:
			return
		}
	}
}

// judge refuses a line that is too long: its beginning may mean something else.
func judge(l lineread.Line) input {
	if l.Excess > 0 {
		return input{err: fmt.Errorf("line of %d bytes: want at most %d", l.Length, MaxLine)}
	}
	return input{text: l.Text}
}
