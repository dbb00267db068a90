// Package client drives UCI engines, for programs that referee games or compare engines. It knows the
// commands of UCI and no rules of a game.
//
// No call waits longer than the timeouts, even for an engine that stops writing or reading, writes without
// end or writes endless lines. An engine that violates the protocol is ended; every later call then
// returns the same error.
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

// Errors of this package wrap one of these or the error of a context.
var (
	ErrStalled = errors.New("client: no answer in time")
	ErrGone    = errors.New("client: the engine has ended")
)

// Timeouts limit the time of answers, except for searches on a clock. Zero stands for the default.
type Timeouts struct {
	Start time.Duration // of uci: 10 s
	Ready time.Duration // of isready and stop: 15 s
	Think time.Duration // of a search without a clock: 10 min
	Quit  time.Duration // of quit: 5 s
}

// OrDefault returns t with the defaults filled in.
func (t Timeouts) OrDefault() Timeouts {
	for _, f := range []struct {
		value   *time.Duration
		seconds time.Duration
	}{{&t.Start, 10}, {&t.Ready, 15}, {&t.Think, 600}, {&t.Quit, 5}} {
		if *f.value <= 0 {
			*f.value = f.seconds * time.Second
		}
	}
	return t
}

// Engine is a running engine. It is not safe for concurrent use.
type Engine struct {
	Name    string // its own name, after Handshake
	Options []Option

	timeouts Timeouts
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      io.ReadCloser
	queue    *queue        // its input
	lines    chan Line     // its output; closed at the end
	done     chan struct{} // closed to end the goroutines
	exited   chan struct{} // closed when the process has ended
	status   error         // of the process, after exited
	stderr   prefix        // of its standard error
	failed   error         // result of all calls from now on
	folder   string        // of the file of Define
}

// maxUnread limits the stored lines of an engine: with lines of MaxLine to 16 MiB.
const maxUnread = 256

// Start starts a program. The caller must Close the engine.
func Start(cmd *exec.Cmd, t Timeouts) (*Engine, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	e := &Engine{timeouts: t.OrDefault(), cmd: cmd, in: in, out: out, queue: newQueue(),
		lines: make(chan Line, maxUnread), done: make(chan struct{}), exited: make(chan struct{})}
	if cmd.Stderr == nil {
		cmd.Stderr = &e.stderr
	}
	cmd.WaitDelay = time.Second // children of the engine may keep its standard error open
	setGroup(cmd)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	e.run()
	return e, nil
}

// run starts a goroutine that writes, and one that reads and then waits for the process.
func (e *Engine) run() {
	go func() {
		e.queue.write(e.in)
		e.in.Close()
	}()
	go func() {
		lineread.Send(e.out, MaxLine, e.lines, e.done, newLine)
		e.status = e.cmd.Wait()
		close(e.exited)
	}()
}

// Close ends the engine, by force after Timeouts.Quit. The error says that force was needed or that the
// exit status is not 0. After a failure Close does nothing and returns nil.
func (e *Engine) Close() error {
	if e.failed != nil {
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
				e.fail(ErrGone)
				return e.status
			}
		case <-timer.C:
			return e.fail(fmt.Errorf("%w: it does not quit", ErrStalled))
		}
	}
}

// exitGrace is the time for a program to end after it has closed its output.
const exitGrace = time.Second

// fail ends the engine and returns the reason, with its exit status and standard error.
func (e *Engine) fail(reason error) error {
	if e.failed != nil {
		return e.failed
	}
	e.queue.close()
	if !errors.Is(reason, ErrGone) || !isClosed(e.exited, exitGrace) {
		killGroup(e.cmd)
	}
	close(e.done)
	if !isClosed(e.exited, exitGrace) {
		e.out.Close() // a child of the engine has it open
	}
	<-e.exited
	if e.folder != "" {
		os.RemoveAll(e.folder)
	}
	if e.status != nil && errors.Is(reason, ErrGone) {
		reason = fmt.Errorf("%w (%v)", reason, e.status)
	}
	if text := e.stderr.String(); text != "" {
		reason = fmt.Errorf("%w: %s", reason, text)
	}
	e.failed = reason
	return reason
}

// isClosed waits for a channel to be closed and reports whether it is.
func isClosed(c <-chan struct{}, wait time.Duration) bool {
	select {
	case <-c:
		return true
	case <-time.After(wait):
		return false
	}
}

// Send writes a line without waiting for the engine to read it. An engine that leaves too much unread
// fails.
func (e *Engine) Send(line string) {
	if e.failed == nil && !e.queue.add(line) {
		e.fail(fmt.Errorf("%w: it does not read", ErrStalled))
	}
}

// Until reads lines up to the first for which last returns true. The engine fails after the time to
// wait, but not at the end of ctx.
func (e *Engine) Until(ctx context.Context, wait time.Duration, last func(Line) bool) error {
	if e.failed != nil {
		return e.failed
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		line, err := e.next(ctx, timer.C)
		switch {
		case err != nil:
			return err
		case line == nil:
			return e.fail(fmt.Errorf("%w: %v", ErrStalled, wait))
		case last(*line):
			return nil
		}
	}
}

// next returns the next line, or nil at a timeout.
func (e *Engine) next(ctx context.Context, up <-chan time.Time) (*Line, error) {
	select {
	case line, ok := <-e.lines:
		if !ok {
			return nil, e.fail(ErrGone)
		}
		return &line, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-up:
		return nil, nil
	}
}

// maxPrefix limits a prefix, in bytes. A crash names its cause first.
const maxPrefix = 2048

// prefix keeps the beginning of what is written to it.
type prefix struct {
	mu   sync.Mutex
	text []byte
}

// Write never fails.
func (n *prefix) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, p[:min(len(p), maxPrefix-len(n.text))]...)
	return len(p), nil
}

// String returns the text on one line.
func (n *prefix) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.TrimSpace(lineread.Clean(n.text))
}

// MaxLine limits a line, in bytes. The rest of a longer line is dropped.
const MaxLine = 1 << 16

// Line is a line of an engine and the time at which it was complete. Control characters are replaced by
// blanks.
type Line struct {
	Text string
	At   time.Time
}

func newLine(l lineread.Line) Line { return Line{strings.TrimSpace(l.Text), time.Now()} }
