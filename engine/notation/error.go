package notation

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a text that cannot be read, and the reason, which is a board.Fault if the text describes an
// illegal position.
type Error struct {
	Kind string // "fen", "sfen", "code", "epd", "move", "game" or "pgn"
	Text string
	Err  error
	Line int // in the file, from 1, or 0; not in the message
}

// Error returns the text, shortened, and the reason.
func (e *Error) Error() string {
	reason := strings.TrimPrefix(strings.TrimPrefix(e.Err.Error(), "board: "), "notation: ")
	return "notation: " + e.Kind + " " + quote(e.Text) + ": " + reason
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// maxQuoted limits the bytes of a text in an error.
const maxQuoted = 80

// quote returns text between quotation marks, or its beginning and dots.
func quote(text string) string {
	if len(text) <= maxQuoted {
		return strconv.Quote(text)
	}
	cut := maxQuoted
	for cut > maxQuoted-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strconv.Quote(text[:cut]) + "..."
}

// errLong refuses a text that is longer than any position or move.
var errLong = errors.New("too long")
