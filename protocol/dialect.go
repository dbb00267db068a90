package protocol

import (
	"fmt"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Dialect is one protocol: it parses lines and formats answers. Answers are lines without their ends;
// a list of them may be empty. A dialect with state serves one session only, in the goroutine of its
// Run.
type Dialect interface {
	// Parse parses a line. The session first reports the error, if any, then performs the command, if
	// any.
	Parse(line string) (Command, error)

	Greet(id ID, options []Option) []string          // answers the name of the protocol
	Ready() string                                   // answers a ping
	Announce(name string, v *rules.Variant) []string // describes the variant that was set
	Info(r *Report) []string                         // a line of a search
	Best(a *Answer) []string                         // the answer of a search
	Note(text string) string                         // prose
	Problem(err error) string                        // an error
	Unknown(what, text string) string                // an unknown "command" or "option"

	Notation
}

// Notation is a protocol's notation of moves and positions.
type Notation interface {
	Move(g *board.Game, p *board.Position, m board.Move) string // m is legal in p
	ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error)
	ParsePosition(g *board.Game, text string) (board.Position, error)
}

// Plain is the notation of UCI.
type Plain struct{}

// Move writes "a1b2", "a3a4w" or "P@b2".
func (Plain) Move(g *board.Game, p *board.Position, m board.Move) string {
	return notation.Move(g, p, m)
}

// ParseMove parses the form of Move.
func (Plain) ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	return notation.ParseMove(g, p, text)
}

// ParsePosition parses a FEN.
func (Plain) ParsePosition(g *board.Game, text string) (board.Position, error) {
	return notation.ParsePosition(g, text)
}

// Follower is a dialect that keeps the game itself, such as XBoard's. Its commands never wait for a
// search. Follow is called after an answer has been written, when no search is running.
type Follower interface{ Follow(s *Session, a *Answer) }

// ID names the program.
type ID struct{ Name, Author string }

// Report is a line of a search with the context that its notation needs.
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

// Result returns the result of a game that ended at p with outcome o, such as "0-1 {Black mates}".
func Result(g *board.Game, p *board.Position, o board.Outcome) string {
	result, reason := notation.Result(g, p.Turn(), o)
	return fmt.Sprintf("%s {%s}", result, reason)
}
