package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tinyhouse/engine"
	"tinyhouse/engine/base/lineread"
	"tinyhouse/engine/rules"
)

// Config configures a session.
type Config struct {
	ID       ID
	In       io.Reader
	Out      io.Writer
	Backend  Backend
	Dialects map[string]Dialect // by the first line that selects one
	Dialect  string             // used if the first line selects none

	Catalog *rules.Catalog // the known variants
	Variant string         // the variant to begin with, by name or alias

	Bench      Bench         // nil: no benchmark
	Tables     TableProvider // nil: no tables
	MaxHash    int           // MiB; 0: the engine's maximum
	MaxThreads int           // 0: the engine's maximum

	// NoFiles is for clients that are not trusted: no option and no command names files, and the
	// variants that can be loaded are limited.
	NoFiles bool
}

// Session is one conversation. Its fields belong to the goroutine in Run.
type Session struct {
	config  Config
	dialect Dialect
	backend Backend
	out     *bufio.Writer
	log     io.WriteCloser // copy of all lines, or nil

	catalog  *rules.Catalog
	state    *gameState
	settings settings
	pending  pending
	debug    bool
	refused  bool // the last position was refused; state is the one before it

	job     *job     // running, or nil
	text    *hereDoc // being read, or nil
	waiting waiting
	begun   bool // the first command has been read
	quit    bool

	err error // of writing; it ends the session
}

// New returns a session at the start position of its variant. The error names a variant or dialect
// that does not exist.
func New(c Config) (*Session, error) {
	v, err := c.Catalog.Get(c.Variant)
	if err != nil {
		return nil, err
	}
	state, err := newState(v)
	if err != nil {
		return nil, err
	}
	dialect, ok := c.Dialects[c.Dialect]
	if !ok {
		return nil, fmt.Errorf("protocol: no dialect %q", c.Dialect)
	}
	s := &Session{config: c, dialect: dialect, backend: c.Backend, out: bufio.NewWriter(c.Out), catalog: c.Catalog, state: state}
	s.settings = settings{Options: engine.DefaultOptions(), tableCache: defaultCache}
	s.pending.game, s.pending.tables = true, c.Tables != nil
	return s, nil
}

// Run serves the session until quit, the end of input and of the limited work before it, the end of
// ctx, or an error of writing, which it returns.
func (s *Session) Run(ctx context.Context) error {
	lines, done := make(chan input), make(chan struct{})
	defer close(done)
	go lineread.Send(s.config.In, MaxLine, lines, done, newInput)
	s.sync()
	for open := true; !s.quit && s.err == nil && (open || s.isBusy() || s.waiting.any()); {
		if s.waiting.any() && !s.mustWait(s.waiting.first(), nil) {
			s.perform(s.waiting.pop())
			continue
		}
		var events <-chan event
		if s.job != nil {
			events = s.job.events
		}
		var next <-chan input
		if open && !s.waiting.full() {
			next = lines
		}
		select {
		case <-ctx.Done():
			s.quit = true
		case in, ok := <-next:
			if open = ok; ok {
				s.receive(in)
			}
		case e, ok := <-events:
			s.handle(e, ok)
		}
	}
	s.stopAll()
	s.setLog("")
	return s.err
}

// receive parses one line and performs its command, or lets it wait.
func (s *Session) receive(in input) {
	s.copyLine(">> ", in.text)
	if in.err != nil {
		s.submit(nil, in.err, 0)
		return
	}
	if s.text != nil {
		s.continueText(in.text)
		return
	}
	if d, ok := s.config.Dialects[strings.TrimSpace(in.text)]; ok && !s.begun {
		s.dialect = d // its name is also a command of it
	}
	command, err := s.dialect.Parse(in.text)
	s.begun = s.begun || command != nil
	if l, ok := command.(Load); ok && l.End != "" {
		s.text = &hereDoc{Load: l}
		return
	}
	s.submit(command, err, len(in.text))
}

// Write writes lines and flushes after each.
func (s *Session) Write(lines ...string) {
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
		io.WriteString(s.log, mark+line+"\n")
	}
}

func (s *Session) note(text string) { s.Write(s.dialect.Note(oneLine(text))) }

// ReportError writes an error in the form of the protocol.
func (s *Session) ReportError(err error) {
	s.Write(s.dialect.Problem(errors.New(oneLine(err.Error()))))
}

// reportErrors reports every error of a joined one.
func (s *Session) reportErrors(err error) {
	for line := range strings.Lines(err.Error()) {
		s.ReportError(errors.New(line))
	}
}

// maxEcho limits answers that repeat the user's input, in bytes.
const maxEcho = 500

// oneLine returns text shortened to maxEcho bytes, on one line and in valid UTF-8.
func oneLine(text string) string {
	text = strings.ToValidUTF8(strings.TrimRight(text, "\n"), "?")
	if len(text) > maxEcho {
		text = strings.ToValidUTF8(text[:maxEcho], "") + "..."
	}
	return strings.Map(lineread.Blank, text)
}

// MaxLine limits a line, in bytes with its end: several times a game of MaxPlies moves. A longer line
// is an error.
const MaxLine = 1 << 20

// input is a line or an error.
type input struct {
	text string
	err  error
}

func newInput(l lineread.Line) input {
	if l.Excess > 0 { // the beginning may mean something else
		return input{err: fmt.Errorf("line of %d bytes: want at most %d", l.Length, MaxLine)}
	}
	return input{text: l.Text}
}
