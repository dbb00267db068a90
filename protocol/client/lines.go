package client

import (
	"io"
	"strings"
	"time"

	"tinyhouse/engine/base/lineread"
)

// MaxLine is how much of a line is kept, in bytes: no line of UCI comes near it. The rest of
// a longer one is thrown away as it comes.
const MaxLine = 1 << 16

// Line is a line that an engine has written, and when it had been read whole. Control
// characters are blanks in it.
type Line struct {
	Text string
	At   time.Time
}

// readLines sends every line of r until its end, then closes lines. When done is closed it
// gives up, at the latest after the read that it is waiting in.
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
