package notation

import (
	"bufio"
	"io"
	"strings"
)

// Files of games: what belongs here cuts them into games, however long and broken they are.

// gameReader cuts a file into games.
type gameReader struct {
	r    *bufio.Reader
	line string // read, but part of the next game
	read int    // lines, the one in line included
}

func newGameReader(r io.Reader) *gameReader { return &gameReader{r: bufio.NewReader(r)} }

// next returns a game in two parts, the lines of tags and the rest up to the next tag
// outside a comment, and the number of the line it begins in. Both may be empty at the end,
// where the error is io.EOF. Of a game that is too long it keeps no more than shows that.
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

// readLine returns the next line with its end, of one that is too long the beginning.
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
