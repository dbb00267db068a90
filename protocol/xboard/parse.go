// Package xboard speaks the Chess Engine Communication Protocol (CECP), version 2, of XBoard and WinBoard.
// The engine keeps the game: it receives moves, plays its own and claims results. Source: CECP by Tim
// Mann and H.G. Muller, 2009, and XBoard 4.9.
package xboard

import (
	"fmt"
	"regexp"
	"strings"

	"tinyhouse/engine/notation"
	"tinyhouse/protocol"
)

// Dialect is CECP for one protocol.Session.
type Dialect struct {
	protocol.RanksFromZero
	game
}

// New returns the dialect in the state after the command "new", in the session's variant.
func New() *Dialect {
	d := &Dialect{}
	d.reset()
	d.clock.begin(40, defaultBase, 0)
	return d
}

var _ interface {
	protocol.Dialect
	protocol.Follower
} = (*Dialect)(nil)

// handler performs a command with the text after its word. The error is about that text.
type handler func(d *Dialect, s *protocol.Session, arg string) error

// Parse parses a command or a move.
func (d *Dialect) Parse(line string) (protocol.Command, error) {
	word, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word == "" || word[0] == '#' {
		return nil, nil
	}
	if word == "quit" {
		return protocol.Quit{}, nil
	}
	run, ok := commands[word]
	if !ok {
		return protocol.Act(func(s *protocol.Session) { d.bareMove(s, word, line) }), nil
	}
	return protocol.Act(func(s *protocol.Session) {
		if err := run(d, s, strings.TrimSpace(arg)); err != nil {
			s.ReportError(fmt.Errorf("%.200s: %w", line, err))
		}
	}), nil
}

// commands are all commands but quit. Some are known and ignored.
var commands = map[string]handler{
	"xboard":   ignore,
	"accepted": ignore,
	"rejected": ignore,
	"random":   ignore,
	"name":     ignore,
	"rating":   ignore,
	"ics":      ignore,
	"bk":       ignore,
	"put":      ignore,
	"hover":    ignore,
	"protover": func(_ *Dialect, s *protocol.Session, _ string) error { s.Do(protocol.Identify{}); return nil },

	"new":       (*Dialect).newGame,
	"variant":   (*Dialect).variant,
	"setboard":  (*Dialect).setBoard,
	"usermove":  (*Dialect).userMove,
	"undo":      func(d *Dialect, s *protocol.Session, _ string) error { return d.takeBack(s, 1) },
	"remove":    func(d *Dialect, s *protocol.Session, _ string) error { return d.takeBack(s, 2) },
	"force":     (*Dialect).force,
	"result":    (*Dialect).force, // the game is over
	"go":        (*Dialect).goCommand,
	"playother": (*Dialect).playOther,
	"?":         (*Dialect).moveNow,
	"ping":      (*Dialect).ping,
	"draw":      (*Dialect).drawOffered,
	"hint":      (*Dialect).writeHint,
	"lift":      (*Dialect).lift,

	"analyze": (*Dialect).analyze,
	"exit":    (*Dialect).force,
	".":       (*Dialect).status,

	"hard":     func(d *Dialect, _ *protocol.Session, _ string) error { d.ponders = true; return nil },
	"easy":     (*Dialect).easy,
	"post":     func(d *Dialect, _ *protocol.Session, _ string) error { d.posts = true; return nil },
	"nopost":   func(d *Dialect, _ *protocol.Session, _ string) error { d.posts = false; return nil },
	"computer": func(d *Dialect, _ *protocol.Session, _ string) error { d.computer = true; return nil },

	"level": func(d *Dialect, _ *protocol.Session, arg string) error { return d.clock.level(arg) },
	"st":    func(d *Dialect, _ *protocol.Session, arg string) error { return d.clock.perMove(arg) },
	"sd":    func(d *Dialect, _ *protocol.Session, arg string) error { return d.clock.maxDepth(arg) },
	"time":  func(d *Dialect, _ *protocol.Session, arg string) error { return d.clock.set(own, arg) },
	"otim":  func(d *Dialect, _ *protocol.Session, arg string) error { return d.clock.set(other, arg) },

	"memory":  option("Hash"),
	"cores":   option("Threads"),
	"egtpath": egtPath,
	"option":  setOption,
}

func ignore(*Dialect, *protocol.Session, string) error { return nil }

// option returns the handler of a command that sets an option.
func option(name string) handler {
	return func(_ *Dialect, s *protocol.Session, arg string) error {
		s.Do(protocol.SetOption{Name: name, Value: arg})
		return nil
	}
}

// setOption sets "NAME=VALUE" or presses the button "NAME".
func setOption(_ *Dialect, s *protocol.Session, arg string) error {
	name, value, _ := strings.Cut(arg, "=")
	s.Do(protocol.SetOption{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	return nil
}

// tables is the name of our tables in the feature egt.
const tables = "tht"

// egtPath sets the path of "tht PATH" and ignores other kinds of tables.
func egtPath(_ *Dialect, s *protocol.Session, arg string) error {
	if kind, path, _ := strings.Cut(arg, " "); kind == tables {
		s.Do(protocol.SetOption{Name: "TablebasePath", Value: strings.TrimSpace(path)})
	}
	return nil
}

// moveShape matches the form of moves, legal or not.
var moveShape = regexp.MustCompile(`^([a-p][0-9]{1,2}){2}[a-z+=]?$|^[A-Za-z]@[a-p][0-9]{1,2}$`)

// bareMove plays a move without usermove, in any notation. Any other line is an unknown command.
func (d *Dialect) bareMove(s *protocol.Session, word, line string) {
	g, p := s.Game(), s.Position()
	if _, err := notation.ParseAny(g, &p, word); err == nil || moveShape.MatchString(word) {
		d.userMove(s, word)
		return
	}
	s.Do(protocol.Unknown{Text: strings.TrimSpace(line)})
}
