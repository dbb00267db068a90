// Package xboard is the Chess Engine Communication Protocol, version 2, as XBoard and
// WinBoard speak it. There the engine keeps the game: it is told the opponent's moves, makes
// its own, and claims results. So a Dialect has state, and serves one session; positions
// and searches are the session's. Source: CECP by Tim Mann and H.G. Muller, 2009, and what
// XBoard 4.9 does.
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
	protocol.FromZero
	game
}

// New returns the dialect at the state of the protocol's "new", but for the variant, which
// is the session's.
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

// handler carries out a command, given what follows its word. The error says what is wrong
// with that.
type handler func(d *Dialect, s *protocol.Session, arg string) error

// Parse reads a line: a command, or else a move by itself.
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
			s.Refuse(fmt.Errorf("%.200s: %w", line, err))
		}
	}), nil
}

// commands are all commands but quit. Those that only say who plays, and what the features
// make superfluous, are known and do nothing.
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
	"result":    (*Dialect).force, // the game is over, whoever says so
	"go":        (*Dialect).play,
	"playother": (*Dialect).playOther,
	"?":         (*Dialect).moveNow,
	"ping":      (*Dialect).ping,
	"draw":      (*Dialect).drawOffered,
	"hint":      (*Dialect).tellHint,
	"lift":      (*Dialect).lift,

	"analyze": (*Dialect).analyze,
	"exit":    (*Dialect).force,
	".":       (*Dialect).status,

	"hard":     func(d *Dialect, _ *protocol.Session, _ string) error { d.ponders = true; return nil },
	"easy":     (*Dialect).easy,
	"post":     func(d *Dialect, _ *protocol.Session, _ string) error { d.posts = true; return nil },
	"nopost":   func(d *Dialect, _ *protocol.Session, _ string) error { d.posts = false; return nil },
	"computer": func(d *Dialect, _ *protocol.Session, _ string) error { d.machines = true; return nil },

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

// option returns the handler of a command that has a setting of the session as argument.
func option(name string) handler {
	return func(_ *Dialect, s *protocol.Session, arg string) error {
		s.Do(protocol.SetOption{Name: name, Value: arg})
		return nil
	}
}

// setOption reads "NAME=VALUE", or "NAME" of a button.
func setOption(_ *Dialect, s *protocol.Session, arg string) error {
	name, value, _ := strings.Cut(arg, "=")
	s.Do(protocol.SetOption{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	return nil
}

// tables is what XBoard's users call the kind of endgame tables that this engine reads.
const tables = "tht"

// egtPath reads "tht PATH"; tables of other kinds are of no use here.
func egtPath(_ *Dialect, s *protocol.Session, arg string) error {
	if kind, path, _ := strings.Cut(arg, " "); kind == tables {
		s.Do(protocol.SetOption{Name: "TablebasePath", Value: strings.TrimSpace(path)})
	}
	return nil
}

// moveShape is what looks like a move, whether there is such a move or not.
var moveShape = regexp.MustCompile(`^([a-p][0-9]{1,2}){2}[a-z+=]?$|^[A-Za-z]@[a-p][0-9]{1,2}$`)

// bareMove takes a line that is no command for a move, as from a GUI that ignores the feature
// usermove or a person who types SAN.
func (d *Dialect) bareMove(s *protocol.Session, word, line string) {
	g, p := s.Game(), s.Position()
	if _, err := notation.ParseAny(g, &p, word); err == nil || moveShape.MatchString(word) {
		d.userMove(s, word)
		return
	}
	s.Do(protocol.Unknown{Text: strings.TrimSpace(line)})
}
