package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/rules"
)

// Config is what a session is made of.
type Config struct {
	ID       ID
	In       io.Reader
	Out      io.Writer
	Backend  Backend
	Dialects map[string]Dialect // by the word that chooses one
	Dialect  string             // the one to speak until told otherwise

	Catalog *rules.Catalog // the variants there are
	Variant string         // the one to begin with, by name or alias

	Bench   Bench // nil: none
	Shelf   Shelf // nil: no tables
	MaxHash int   // MiB; 0: as much as the engine takes
}

// Session is one conversation. Its fields belong to the goroutine in Run.
type Session struct {
	config  Config
	dialect Dialect
	backend Backend
	out     *bufio.Writer
	log     *os.File // copy of all lines, or nil

	catalog  *rules.Catalog
	play     *play
	settings settings
	due      due
	debug    bool
	refused  bool // the last position was none of the game, and play is the one before

	job   *job  // under way, or nil
	here  *here // text under way, or nil
	begun bool  // the first command has been seen
	quit  bool

	interrupt <-chan struct{} // closed when everything has to end
	patience  time.Duration   // left for searches that a new one cuts short

	err error // of writing, which ends the session
}

// New returns a session at the start position of its variant, or an error when there is
// no such variant.
func New(c Config) (*Session, error) {
	v, err := c.Catalog.Get(c.Variant)
	if err != nil {
		return nil, err
	}
	p, err := newPlay(v)
	if err != nil {
		return nil, err
	}
	dialect, ok := c.Dialects[c.Dialect]
	if !ok {
		return nil, fmt.Errorf("protocol: no dialect %q", c.Dialect)
	}
	s := &Session{config: c, dialect: dialect, backend: c.Backend, out: bufio.NewWriter(c.Out), catalog: c.Catalog, play: p}
	s.settings = settings{Options: engine.DefaultOptions(), tableCache: defaultCache}
	s.patience = totalPatience
	s.due.game, s.due.tables = true, c.Shelf != nil
	return s, nil
}

// Run converses until the input ends, quit is read, ctx is done or writing fails; only the
// last is an error.
func (s *Session) Run(ctx context.Context) error {
	lines, done := make(chan input), make(chan struct{})
	defer close(done)
	go readLines(s.config.In, lines, done)
	s.interrupt = ctx.Done()
	s.sync()
	for !s.quit && s.err == nil {
		var events chan event
		if s.job != nil {
			events = s.job.events
		}
		select {
		case <-s.interrupt:
			s.quit = true
		case in, ok := <-lines:
			if !ok {
				s.quit = true
				break
			}
			s.take(in)
		case e, ok := <-events:
			s.heed(e, ok)
		}
	}
	if s.err == nil {
		s.wait(time.Hour)
	}
	s.stopAll()
	s.setLog("")
	return s.err
}

// take deals with one line.
func (s *Session) take(in input) {
	s.copyLine(">> ", in.text)
	switch {
	case in.err != nil:
		s.problem(in.err)
		return
	case s.here != nil:
		s.hear(in.text)
		return
	case !s.begun && s.choose(in.text):
		return
	}
	command, err := s.dialect.Parse(in.text)
	if err != nil {
		s.problem(err)
	}
	if command != nil {
		s.begun = true
		command.do(s)
	}
}

// choose changes to the protocol that the first line asks for. It reports whether the line
// is done with; the word for a dialect is also a command of it.
func (s *Session) choose(line string) (done bool) {
	name := Detect(line)
	if name == "" {
		return false
	}
	if d, ok := s.config.Dialects[name]; ok {
		s.dialect = d
		return false
	}
	s.problem(fmt.Errorf("protocol %q is not spoken here yet, only %q", name, s.config.Dialect))
	return true
}

// write writes lines, each of them at once.
func (s *Session) write(lines ...string) {
	for _, line := range lines {
		s.copyLine("<< ", line)
		if s.err == nil {
			_, s.err = s.out.WriteString(line + "\n")
		}
		if s.err == nil {
			s.err = s.out.Flush()
		}
	}
}

// copyLine writes a line to the log file, if there is one.
func (s *Session) copyLine(mark, line string) {
	if s.log != nil {
		s.log.WriteString(mark + line + "\n")
	}
}

func (s *Session) note(text string) { s.write(s.dialect.Note(oneLine(text))) }

func (s *Session) problem(err error) {
	s.write(s.dialect.Problem(errors.New(oneLine(err.Error()))))
}

// problems reports every error of a joined one.
func (s *Session) problems(err error) {
	for line := range strings.Lines(err.Error()) {
		s.problem(errors.New(line))
	}
}

// longest is the longest answer that repeats what the user wrote, in bytes.
const longest = 500

// oneLine returns text in a form that can stand in one line of any protocol.
func oneLine(text string) string {
	text = strings.ToValidUTF8(strings.TrimRight(text, "\n"), "?")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}
