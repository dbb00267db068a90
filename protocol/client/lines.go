package client

import (
	"io"
	"strings"
	"time"

	"tinyhouse/engine/base/lineread"
)

// MaxLine limits a line, in bytes. The rest of a longer line is dropped.
const MaxLine = 1 << 16

// Line is a line of an engine and the time at which it was complete. Control characters are replaced by
// blanks.
type Line struct {
	Text string
	At   time.Time
}

// readLines sends the lines of r and closes the channel at the end of r, or after the current read once
// done is closed.
func readLines(r io.Reader, lines chan<- Line, done <-chan struct{}) {
	defer close(lines)
	in := lineread.NewReader(r, MaxLine)
	for {
		l, err := in.Next()
		if err != nil {
			return
		}
		select {
		case lines <- Line{strings.TrimSpace(l.Text), time.Now()}:
		case <-done:
			return
		}
	}
}
