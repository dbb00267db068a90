package notation

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"tinyhouse/engine/board"
)

// Limits of the text of one game, in bytes: as a whole, and its moves without comments. The longest
// game ever played has a twentieth of that.
const (
	maxPGN      = 1 << 20
	maxMoveText = 1 << 16
)

// ReadPGN yields the games of a PGN file, which must be games of g, with their tags, moves, comments
// and results; Record.Dropped counts the rest. Moves may be in UCI form, too. A game that cannot be
// read yields an *Error with its line, and the next one follows. An error of r is the last item.
func ReadPGN(g *board.Game, r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		games := newGameReader(r)
		for {
			head, body, line, err := games.next()
			if head+body != "" {
				record, err := readPGN(g, head, body)
				if err != nil {
					record, err = nil, &Error{Kind: "pgn", Text: head + body, Err: err, Line: line}
				} else {
					record.Line = line
				}
				if !yield(record, err) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, &Error{Kind: "pgn", Err: err, Line: line})
				return
			}
		}
	}
}

// ParseGame returns the game of a line of moves from a position, in SAN or UCI form, with or without
// the numbers, comments and result of PGN. The error is an *Error.
func ParseGame(g *board.Game, start *board.Position, text string) (*Record, error) {
	r := &Record{Start: *start}
	if err := r.readMoves(g, text); err != nil {
		return nil, &Error{Kind: "game", Text: text, Err: err}
	}
	return r, nil
}

// readPGN reads one game. An error says if the game claims to be of another variant.
func readPGN(g *board.Game, head, body string) (*Record, error) {
	if len(head)+len(body) > maxPGN {
		return nil, errLong
	}
	r := &Record{}
	err := r.readTags(head)
	if err == nil {
		r.Start, err = recordStart(g, r)
	}
	if err == nil {
		err = r.readMoves(g, body)
	}
	if name := r.Tag("Variant"); err != nil && name != "" && !strings.EqualFold(name, g.Variant().Name) {
		err = fmt.Errorf("%w (the game is of variant %s, read as %s)", err, quote(name), g.Variant().Name)
	}
	return r, err
}

// readTags reads the lines before the moves, such as [Event "x"]. The value ends at the last
// quotation mark of its line.
func (r *Record) readTags(head string) error {
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "["), `"`)
		end := strings.LastIndexByte(value, '"')
		name = strings.TrimSpace(name)
		if !ok || end < 0 || name == "" || strings.TrimSpace(value[end+1:]) != "]" {
			return fmt.Errorf("tag %s: want [Name \"value\"]", quote(line))
		}
		r.Tags = append(r.Tags, Tag{name, unescape(value[:end])})
	}
	return nil
}

// unescape removes the backslashes that tagEscapes adds.
func unescape(value string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(value)
}

// recordStart returns the position in which the game of r begins.
func recordStart(g *board.Game, r *Record) (board.Position, error) {
	if fen := r.Tag("FEN"); fen != "" {
		return ParsePosition(g, fen)
	}
	return Start(g)
}

// readMoves plays the moves of a text from r.Start. The result is the one at the end of the text, or
// else that of the tag.
func (r *Record) readMoves(g *board.Game, text string) error {
	p, words, read := r.Start, wordReader{text: "\n" + text}, 0
	if r.Result = r.Tag("Result"); !isResult(r.Result) {
		r.Result = Unknown
	}
	var notes comments
	ended := false
	for word, comment := range words.all() {
		switch {
		case comment && len(r.Moves) == 0:
			r.Dropped.Comments++
			continue
		case comment:
			notes.add(len(r.Moves), word)
			continue
		case ended:
			return errors.New(quote(word) + " after the result: a game begins with its tags")
		case isResult(word):
			r.Result, ended = word, true
			continue
		}
		if read += len(word); read > maxMoveText {
			return errLong
		}
		m, nag, err := readWord(g, &p, word)
		if nag {
			r.Dropped.NAGs++
		}
		if err != nil {
			return fmt.Errorf("move %d: %s: %w", len(r.Moves)+1, quote(word), errors.Unwrap(err))
		}
		if m != board.NoMove {
			r.Moves = append(r.Moves, m)
			g.Apply(&p, &p, m)
		}
	}
	r.Comments, r.Dropped.Variations = notes.texts(), words.variations
	return words.err
}

// comments holds the words of the comments after each move.
type comments [][]string

// add adds a comment after a number of moves, at least one.
func (c *comments) add(moves int, text string) {
	for len(*c) < moves {
		*c = append(*c, nil)
	}
	(*c)[moves-1] = append((*c)[moves-1], strings.Fields(text)...)
}

// texts joins the comments after each move.
func (c comments) texts() (texts []string) {
	for _, words := range c {
		texts = append(texts, strings.Join(words, " "))
	}
	return texts
}

// isResult reports whether word is a result of PGN.
func isResult(word string) bool {
	return word == WhiteWins || word == BlackWins || word == Drawn || word == Unknown
}

// readWord returns the move that a word of move text names, or NoMove for a move number, a numeric
// annotation glyph and "e.p.". nag reports whether the word is or has a glyph, such as $1 or !.
func readWord(g *board.Game, p *board.Position, word string) (m board.Move, nag bool, err error) {
	if rest := strings.TrimLeft(word, "0123456789"); rest == "" || rest[0] == '.' {
		word = strings.TrimLeft(rest, ".")
	}
	switch {
	case word == "" || word == "e.p.":
		return board.NoMove, false, nil
	case word[0] == '$' || strings.Trim(word, "!?+-=") == "" && word[0] != '-':
		return board.NoMove, true, nil
	}
	m, err = ParseAny(g, p, word)
	return m, strings.ContainsAny(word, "!?"), err
}

// wordReader splits move text at blanks and parentheses.
type wordReader struct {
	text       string
	variations int
	err        error
}

// all yields the words and the comments outside variations, comments without their delimiters.
func (w *wordReader) all() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		depth := 0
		for w.text != "" {
			word, comment := w.next()
			switch {
			case !comment && word == "(":
				depth++
				w.variations++
			case !comment && word == ")":
				depth--
			case depth > 0 || word == "":
			case !yield(word, comment):
				return
			}
			if depth < 0 {
				break
			}
		}
		if depth != 0 {
			w.err = errors.New("mismatched parenthesis")
		}
	}
}

// next returns the next word or comment, which is in braces or between a semicolon and the end of the
// line. It skips lines that begin with a percent sign. At the end of the text the word is empty.
func (w *wordReader) next() (word string, comment bool) {
	for w.text != "" {
		switch c := w.text[0]; {
		case c == '{':
			word, w.text, _ = strings.Cut(w.text[1:], "}")
			return word, true
		case c == ';':
			return w.cut(strings.IndexByte(w.text, '\n'))[1:], true
		case strings.HasPrefix(w.text, "\n%"):
			w.text = w.text[1:]
			w.cut(strings.IndexByte(w.text, '\n'))
		case strings.IndexByte(wordBlanks, c) >= 0:
			w.text = w.text[1:]
		case c == '(' || c == ')':
			return w.cut(1), false
		default:
			return w.cut(strings.IndexAny(w.text, wordBlanks+"{;()")), false
		}
	}
	return "", false
}

// cut cuts n bytes off the text, all of it where n is negative.
func (w *wordReader) cut(n int) (part string) {
	if n < 0 {
		n = len(w.text)
	}
	part, w.text = w.text[:n], w.text[n:]
	return part
}

// wordBlanks separate words. Truncated files may contain NULs.
const wordBlanks = " \t\r\n\v\f\x00"
