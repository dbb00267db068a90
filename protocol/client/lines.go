package client

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"time"
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
	b := bufio.NewReaderSize(r, MaxLine)
	for {
		text, err := readLine(b)
		if err != nil && text == "" {
			return
		}
		select {
		case lines <- Line{text, time.Now()}:
		case <-done:
			return
		}
		if err != nil {
			return
		}
	}
}

// readLine reads a line and keeps its beginning. A last line without an end counts.
func readLine(b *bufio.Reader) (string, error) {
	part, err := b.ReadSlice('\n')
	text := clean(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = b.ReadSlice('\n')
	}
	return text, err
}

// clean returns text without control characters, and without blanks around it.
func clean(text []byte) string {
	text = bytes.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	return string(bytes.TrimSpace(text))
}
