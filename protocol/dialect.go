package protocol

import (
	"strings"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// Dialect is one protocol: how its lines are read and its answers written. It keeps no
// state, so that one value serves any number of sessions. Answers are lines without their
// ends.
type Dialect interface {
	// Parse reads a line. Both results may be there: the error is told to the user, then
	// the command carried out. Both may be missing: the line says nothing.
	Parse(line string) (Command, error)

	Greet(id ID, options []Option) []string        // the answer to the protocol's own name
	Ready() string                                 // to a ping
	Announce(name string, v *rules.Variant) string // of the variant now played
	Info(r *Report) string                         // what a search reports
	Best(a *Answer) string                         // what a search answers
	Note(text string) string                       // prose for people
	Problem(err error) string                      // an error
}

// ID is who answers.
type ID struct{ Name, Author string }

// Report is what a search reports, and what is needed to write it down.
type Report struct {
	engine.Info
	Game    *board.Game
	Root    *board.Position
	ShowWDL bool
}

// Answer is the answer of a search; Best.OK is false when there is no move.
type Answer struct {
	engine.Best
	Game *board.Game
	Root *board.Position
}

// names are the words by which protocols are chosen, whether there is a dialect or not.
var names = [...]string{"uci", "usi", "ucci", "ucicyclone", "xboard"}

// Detect returns the protocol that the first line of a session asks for, or "" when the
// line is no such word. Everything before the first command, empty lines and comments, is
// for the caller to skip.
func Detect(line string) string {
	line = strings.TrimSpace(line)
	for _, name := range names {
		if line == name {
			return name
		}
	}
	return ""
}
