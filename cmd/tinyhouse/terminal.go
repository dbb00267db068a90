package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"

	"golang.org/x/term"
)

// terminal reads lines from a terminal, with line editing and history. Only while it waits for a
// line is the terminal in raw mode. It implements play.Terminal.
type terminal struct {
	fd     int
	out    io.Writer
	typed  chan []byte // what a read returned; closed at the end of the input
	wanted chan bool   // asks for a read
	asked  bool        // a read is under way
	rest   []byte      // typed, but not read by the editor
	ctx    context.Context
	editor *term.Terminal
}

// newTerminal returns a terminal, from which nothing else may read.
func newTerminal(in *os.File, out io.Writer) *terminal {
	t := &terminal{fd: int(in.Fd()), out: out, typed: make(chan []byte), wanted: make(chan bool)}
	go func() {
		defer close(t.typed)
		for range t.wanted {
			buffer := make([]byte, 256)
			n, err := in.Read(buffer)
			if err != nil {
				return
			}
			t.typed <- buffer[:n]
		}
	}()
	t.editor = term.NewTerminal(t, "")
	return t
}

// ReadLine implements play.Terminal.
func (t *terminal) ReadLine(ctx context.Context, prompt string) (string, error) {
	state, err := term.MakeRaw(t.fd)
	if err != nil {
		return "", err
	}
	defer term.Restore(t.fd, state)
	if width, height, err := term.GetSize(t.fd); err == nil && width > 0 {
		t.editor.SetSize(width, height)
	}
	t.ctx = ctx
	t.editor.SetPrompt(prompt)
	text, err := t.editor.ReadLine()
	if err != nil { // drops the unfinished line
		history := t.editor.History
		t.editor = term.NewTerminal(t, "")
		t.editor.History = history
		io.WriteString(t.out, "\r\n")
	}
	return text, err
}

// Interruptible implements play.Terminal.
func (t *terminal) Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}

// Read returns typed bytes to the editor. Ctrl-C, a byte in raw mode, is the error context.Canceled.
func (t *terminal) Read(p []byte) (int, error) {
	const ctrlC = 3
	for len(t.rest) == 0 {
		if !t.asked {
			t.wanted <- true
			t.asked = true
		}
		select {
		case <-t.ctx.Done():
			return 0, context.Canceled
		case typed, ok := <-t.typed:
			if !ok {
				return 0, io.EOF
			}
			t.rest, t.asked = typed, false
		}
	}
	if t.rest[0] == ctrlC {
		t.rest = t.rest[1:]
		return 0, context.Canceled
	}
	n := slices.Index(t.rest, ctrlC)
	if n < 0 {
		n = len(t.rest)
	}
	n = copy(p, t.rest[:n])
	t.rest = t.rest[n:]
	return n, nil
}

// Write implements io.Writer for the editor.
func (t *terminal) Write(p []byte) (int, error) { return t.out.Write(p) }
