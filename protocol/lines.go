package protocol

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
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
	b := bufio.NewReaderSize(r, 1<<16)
	for {
		in, err := readLine(b)
		if err != nil && in == (input{}) {
			return
		}
		select {
		case lines <- in:
		case <-done:
			return
		}
	}
}

// readLine reads one line without its end, with blanks in place of control characters. A
// last line without an end counts. The error is that of the reader.
func readLine(b *bufio.Reader) (input, error) {
	var line []byte
	excess := 0
	for {
		part, err := b.ReadSlice('\n')
		if room := MaxLine - len(line); len(part) > room {
			excess += len(part) - room
			part = part[:room]
		}
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case excess > 0:
			return input{err: fmt.Errorf("line of %d bytes: want at most %d", len(line)+excess, MaxLine)}, err
		}
		return input{text: clean(line)}, err
	}
}

// clean returns line as text without its end, byte order mark and control characters.
func clean(line []byte) string {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	line = bytes.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, line)
	return string(bytes.TrimRight(line, " "))
}
