package notation

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error says which text could not be read and why. Err is a board.Fault where the text
// reads well but describes no position of the game.
type Error struct {
	Kind string // what the text was read as: "fen", "sfen", "code", "epd", "move", "game", "pgn"
	Text string
	Err  error
	Line int // of the file where the text begins, from 1; 0: not told, and never in the message
}

// Error quotes the text, or the beginning of a long one, and gives the reason.
func (e *Error) Error() string {
	reason := strings.TrimPrefix(strings.TrimPrefix(e.Err.Error(), "board: "), "notation: ")
	return "notation: " + e.Kind + " " + quote(e.Text) + ": " + reason
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// maxQuoted is how many bytes of a text an error repeats.
const maxQuoted = 80

// quote returns text between quotation marks, followed by dots where it had to be cut.
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

// errLong is the reason against a text that no position or move can need.
var errLong = errors.New("too long")
