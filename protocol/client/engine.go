// Package client is the other side of UCI: it drives an engine, a program of its own or one
// at the end of a pipe, for those who referee games or compare programs. It knows the words
// of the protocol and no rules of any game.
//
// Whatever an engine does, nobody waits for it longer than the timeouts say: not when it is
// silent, writes without end, writes lines without end or does not read. An engine that has
// broken the protocol once is ended, and every later call returns the same error.
package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"tinyhouse/engine/base/lineread"
)

// The two ways to lose an engine; errors of this package wrap one of them, or that of a
// context.
var (
	ErrStalled = errors.New("client: no answer in time")
	ErrGone    = errors.New("client: the engine has ended")
)

// Timeouts say how long an engine may take for what is not a search on a clock. Zero values
// stand for the defaults, which are CuteChess's where it has one.
type Timeouts struct {
	Start time.Duration // to answer uci: 35 s
	Ready time.Duration // to answer isready, and stop: 15 s
	Think time.Duration // for a search that has no clock: 10 min
	Quit  time.Duration // to end: 5 s
}

// OrDefault returns t with the defaults filled in.
func (t Timeouts) OrDefault() Timeouts {
	for _, f := range []struct {
		value   *time.Duration
		seconds time.Duration
	}{{&t.Start, 35}, {&t.Ready, 15}, {&t.Think, 600}, {&t.Quit, 5}} {
		if *f.value <= 0 {
			*f.value = f.seconds * time.Second
		}
	}
	return t
}

// Engine is an engine that listens. It is for one goroutine at a time.
type Engine struct {
	Name    string // as it calls itself, from Handshake on
	Options []Option

	timeouts Timeouts
	cmd      *exec.Cmd // nil at the end of a pipe
	in       io.WriteCloser
	out      io.Reader
	queue    *queue        // what is said to it
	lines    chan Line     // closed at the end of what it says
	done     chan struct{} // closed to let the goroutines go
	exited   chan struct{} // closed when the process has ended
	status   error         // of the process, after exited
	complain notes         // the beginning of what it wrote on standard error
	ended    error         // what all calls return from now on
	folder   string        // holds definitions given to it
}

// linesAhead bounds what is kept of an engine that writes more than anybody reads: with lines
// of MaxLine, 16 MiB.
const linesAhead = 256

// Start starts a program, whose standard input and output must be nobody's yet. Handshake
// comes next. Whoever starts an engine must Close it.
func Start(cmd *exec.Cmd, t Timeouts) (*Engine, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	e := newEngine(in, out, t)
	e.cmd = cmd
	if cmd.Stderr == nil {
		cmd.Stderr = &e.complain
	}
	cmd.WaitDelay = time.Second // for children of the engine that hold its standard error
	setGroup(cmd)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	e.run()
	return e, nil
}

// Connect speaks with an engine that reads from in and writes to out. Both are closed in
// the end, out where it can be.
func Connect(in io.WriteCloser, out io.Reader, t Timeouts) *Engine {
	e := newEngine(in, out, t)
	e.run()
	return e
}

func newEngine(in io.WriteCloser, out io.Reader, t Timeouts) *Engine {
	return &Engine{timeouts: t.OrDefault(), in: in, out: out, queue: newQueue(),
		lines: make(chan Line, linesAhead), done: make(chan struct{}), exited: make(chan struct{})}
}

// run starts a goroutine that writes, and one that reads and then collects the process.
func (e *Engine) run() {
	go func() {
		e.queue.write(e.in)
		e.in.Close()
	}()
	go func() {
		readLines(e.out, e.lines, e.done)
		if e.cmd != nil {
			e.status = e.cmd.Wait()
		}
		close(e.exited)
	}()
}

// Close asks the engine to end, and makes it end if it does not. The error says that it had
// to be made, or ended badly; it is nil for an engine that was lost before.
func (e *Engine) Close() error {
	if e.ended != nil {
		return nil
	}
	e.Send("stop")
	e.Send("quit")
	e.queue.close()
	timer := time.NewTimer(e.timeouts.Quit)
	defer timer.Stop()
	for {
		select {
		case _, ok := <-e.lines:
			if !ok {
				isClosed(e.exited, e.timeouts.Quit)
				e.lose(ErrGone)
				return e.status
			}
		case <-timer.C:
			return e.lose(fmt.Errorf("%w: it does not quit", ErrStalled))
		}
	}
}

// exitGrace is how long a program may take to end after it has closed its output, before it
// is made to.
const exitGrace = time.Second

// lose ends the engine for good and returns the reason, with what is known of its end.
func (e *Engine) lose(reason error) error {
	if e.ended != nil {
		return e.ended
	}
	e.queue.close()
	if !errors.Is(reason, ErrGone) || !isClosed(e.exited, exitGrace) {
		e.kill()
	}
	close(e.done)
	if closer, ok := e.out.(io.Closer); ok && !isClosed(e.exited, exitGrace) {
		closer.Close() // something else holds the other end, or it is a pipe of ours
	}
	if e.cmd != nil {
		<-e.exited
	}
	if e.folder != "" {
		os.RemoveAll(e.folder)
	}
	if e.status != nil && errors.Is(reason, ErrGone) {
		reason = fmt.Errorf("%w (%v)", reason, e.status)
	}
	if said := e.complain.String(); said != "" {
		reason = fmt.Errorf("%w: %s", reason, said)
	}
	e.ended = reason
	return reason
}

// kill ends the process, and what it has started; a pipe is closed.
func (e *Engine) kill() {
	if e.cmd == nil {
		e.in.Close()
		return
	}
	killGroup(e.cmd)
}

// isClosed waits a while for a channel to be closed and reports whether it is.
func isClosed(c <-chan struct{}, wait time.Duration) bool {
	select {
	case <-c:
		return true
	case <-time.After(wait):
		return false
	}
}

// Send writes a line, without waiting for the engine to read it. That it never does shows
// when no answer comes, or when it has left a very long text unread, with which it is lost.
func (e *Engine) Send(line string) {
	if e.ended == nil && !e.queue.add(line) {
		e.lose(fmt.Errorf("%w: it does not read", ErrStalled))
	}
}

// Until reads lines until one is the last, for at most a while. Beside the errors of losing
// the engine, it returns that of a context, which does the engine no harm.
func (e *Engine) Until(ctx context.Context, wait time.Duration, last func(Line) bool) error {
	if e.ended != nil {
		return e.ended
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		line, err := e.next(ctx, timer.C)
		switch {
		case err != nil:
			return err
		case line == nil:
			return e.lose(fmt.Errorf("%w: %v", ErrStalled, wait))
		case last(*line):
			return nil
		}
	}
}

// next returns the next line; nil when the time is up.
func (e *Engine) next(ctx context.Context, up <-chan time.Time) (*Line, error) {
	select {
	case line, ok := <-e.lines:
		if !ok {
			return nil, e.lose(ErrGone)
		}
		return &line, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-up:
		return nil, nil
	}
}

// maxNotes is how much is kept of what an engine writes on standard error: the beginning,
// for a crash names its cause first. Bytes.
const maxNotes = 2048

// notes keeps the beginning of what is written to it.
type notes struct {
	mu   sync.Mutex
	text []byte
}

// Write never fails.
func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, p[:min(len(p), maxNotes-len(n.text))]...)
	return len(p), nil
}

// String returns what was kept, in one line.
func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.TrimSpace(lineread.Clean(n.text))
}
