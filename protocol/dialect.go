package protocol

import (
	"strings"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Dialect is one protocol: how its lines are read and its answers written. Answers are
// lines without their ends; where several can be given, none means that the protocol has
// nothing to say. A dialect that keeps state, such as a game, serves one session only, from
// the goroutine of its Run.
type Dialect interface {
	// Parse reads a line. Both results may be there: the error is told to the user, then
	// the command carried out. Both may be missing: the line says nothing.
	Parse(line string) (Command, error)

	Greet(id ID, options []Option) []string          // the answer to the protocol's own name
	Ready() string                                   // to a ping
	Announce(name string, v *rules.Variant) []string // of the variant now played
	Info(r *Report) []string                         // what a search reports
	Best(a *Answer) []string                         // what a search answers
	Note(text string) string                         // prose for people
	Problem(err error) string                        // an error
	Unknown(what, text string) string                // the "command" or "option" that there is not

	Notation
}

// Notation is how a protocol writes moves and positions.
type Notation interface {
	Move(g *board.Game, p *board.Position, m board.Move) string // m is legal in p
	ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error)
	ParsePosition(g *board.Game, text string) (board.Position, error)
}

// Plain is the notation of UCI, for dialects that share it.
type Plain struct{}

// Move writes "a1b2", "a3a4w" or "P@b2".
func (Plain) Move(g *board.Game, p *board.Position, m board.Move) string {
	return notation.Move(g, p, m)
}

// ParseMove reads what Move writes.
func (Plain) ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	return notation.ParseMove(g, p, text)
}

// ParsePosition reads a FEN.
func (Plain) ParsePosition(g *board.Game, text string) (board.Position, error) {
	return notation.ParsePosition(g, text)
}

// Follower is a dialect that goes on after an answer of a search, as one that keeps a game
// does. The answer has been written, and no search is running.
type Follower interface{ Follow(s *Session, a *Answer) }

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
