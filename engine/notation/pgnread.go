package notation

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/notnil/chess"

	"tinyhouse/engine/board"
)

// This file alone knows the library that reads orthodox PGN. The library is given one game
// at a time, of bounded length and without comments, and every move that it returns is
// looked for among the legal moves of the board: a mistake of its does not get past here.

// Bounds on the text of one game: as a whole, and its moves without comments, of which the
// longest game ever played fills a twentieth.
const (
	maxPGN      = 1 << 20
	maxMoveText = 1 << 16
)

var errOrthodox = errors.New("only orthodox games can be read")

// ReadPGN yields the games of a PGN file, which must be orthodox as g must be, with their
// tags, moves and results; variations and comments are left out. A game that cannot be
// read yields an *Error, and the next one follows; an error of r itself comes last.
func ReadPGN(g *board.Game, r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		games := gameReader{r: bufio.NewReader(r)}
		for {
			head, body, err := games.next()
			if head+body != "" {
				record, err := readPGN(g, head, body)
				if err != nil {
					record, err = nil, &Error{"pgn", head + body, err}
				}
				if !yield(record, err) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, &Error{"pgn", "", err})
				return
			}
		}
	}
}

// readPGN reads one game, its tags and its move text, and finds its moves in g.
func readPGN(g *board.Game, head, body string) (*Record, error) {
	if g.Variant().Start != orthodoxStart {
		return nil, errOrthodox
	}
	moves := withoutComments(body)
	if len(head)+len(body) > maxPGN || len(moves) > maxMoveText {
		return nil, errLong
	}
	game, err := decode(head + "\n" + moves)
	if err != nil {
		return nil, err
	}
	record := &Record{Result: game.Outcome().String()}
	for _, t := range game.TagPairs() {
		record.Tags = append(record.Tags, Tag{t.Key, t.Value})
	}
	if record.Start, err = recordStart(g, record); err != nil {
		return nil, err
	}
	p := record.Start
	for _, move := range game.Moves() {
		m, err := ParseMove(g, &p, move.String())
		if err != nil {
			return nil, err
		}
		record.Moves = append(record.Moves, m)
		g.Apply(&p, &p, m)
	}
	return record, nil
}

// recordStart returns where the game of r begins.
func recordStart(g *board.Game, r *Record) (board.Position, error) {
	if fen := r.Tag("FEN"); fen != "" {
		return ParseFEN(g, fen)
	}
	return Start(g)
}

// decode calls the library, which was written for files that are in order: on others it
// may panic, or repeat the whole file in its error.
func decode(text string) (game *chess.Game, err error) {
	defer func() {
		if recover() != nil {
			game, err = nil, errors.New("cannot be followed")
		}
	}()
	option, err := chess.PGN(strings.NewReader(text))
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		return nil, errors.New(reason[:min(len(reason), 2*maxQuoted)])
	}
	return chess.NewGame(option), nil
}

// withoutComments returns move text in one line, less its comments: those in braces and
// those from a semicolon, or a percent sign in the first column, to the end of the line.
// The library does not know the latter, and gives up on one in braces before a move.
func withoutComments(text string) string {
	var b strings.Builder
	for text != "" {
		end := strings.IndexAny(text, "{;\n")
		if end < 0 {
			end = len(text)
		}
		b.WriteString(text[:end])
		b.WriteByte(' ')
		switch text = text[end:]; {
		case strings.HasPrefix(text, "{"):
			_, text, _ = strings.Cut(text, "}")
		case strings.HasPrefix(text, ";"), strings.HasPrefix(text, "\n%"):
			_, text, _ = strings.Cut(text[1:], "\n")
			text = "\n" + text
		case text != "":
			text = text[1:]
		}
	}
	return strings.TrimSpace(b.String())
}

// gameReader cuts a file into games.
type gameReader struct {
	r    *bufio.Reader
	line string // read, but part of the next game
}

// next returns a game in two parts: the lines of tags, and the rest up to the next tag
// outside a comment. Both may be empty at the end, where the error is io.EOF. Of a game
// that is too long it keeps no more than shows that.
func (f *gameReader) next() (head, body string, err error) {
	var tags, moves strings.Builder
	inComment := false
	for err == nil {
		line := f.line
		if f.line = ""; line == "" {
			line, err = f.readLine()
		}
		into := &moves
		if strings.HasPrefix(line, "[") && !inComment {
			into = &tags
		}
		switch at := strings.LastIndexAny(line, "{}"); {
		case into == &tags && moves.Len() > 0:
			f.line = line
			return tags.String(), moves.String(), nil
		case into == &moves && moves.Len() == 0 && strings.TrimSpace(line) == "":
			continue
		case into == &moves && at >= 0:
			inComment = line[at] == '{'
		}
		if into.Len() <= maxPGN {
			into.WriteString(line)
		}
	}
	return tags.String(), moves.String(), err
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
