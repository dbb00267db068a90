package notation

import (
	"bufio"
	"io"
	"strings"
)

// gameReader splits a PGN file into games, in bounded memory.
type gameReader struct {
	r    *bufio.Reader
	line string // the first of the next game, or empty
	read int    // lines, with the one in line
}

func newGameReader(r io.Reader) *gameReader { return &gameReader{r: bufio.NewReader(r)} }

// next returns the lines of tags of the next game, the rest up to the next tag outside a comment, and
// the number of its first line. At the end of the file the error is io.EOF, and both may be empty.
// Both parts are cut after maxPGN bytes.
func (f *gameReader) next() (head, body string, begin int, err error) {
	var tags, moves strings.Builder
	inComment := false
	for err == nil {
		line := f.line
		if f.line = ""; line == "" {
			if line, err = f.readLine(); line != "" {
				f.read++
			}
		}
		into := &moves
		if strings.HasPrefix(line, "[") && !inComment {
			into = &tags
		}
		switch at := strings.LastIndexAny(line, "{}"); {
		case into == &tags && moves.Len() > 0:
			f.line = line
			return tags.String(), moves.String(), begin, nil
		case into == &moves && moves.Len() == 0 && strings.TrimSpace(line) == "":
			continue
		case into == &moves && at >= 0:
			inComment = line[at] == '{'
		}
		if begin == 0 {
			begin = f.read
		}
		if into.Len() <= maxPGN {
			into.WriteString(line)
		}
	}
	return tags.String(), moves.String(), begin, err
}

// readLine returns the next line with its line end, cut after maxPGN bytes.
func (f *gameReader) readLine() (string, error) {
	var b strings.Builder
	for {
		part, err := f.r.ReadSlice('\n')
		if b.Len() <= maxPGN {
			b.Write(part)
		}
		if err != bufio.ErrBufferFull {
			return strings.TrimPrefix(b.String(), "\ufeff"), err
		}
	}
}
