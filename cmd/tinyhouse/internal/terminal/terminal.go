// Package terminal reads lines from a terminal, with line editing and history, and keeps the first error
// of writing to standard output.
package terminal

import (
	"context"
	"io"
	"os"
	"slices"

	"golang.org/x/term"
)

// Terminal reads lines from a terminal. Only while it waits for a
// line is the terminal in raw mode.
type Terminal struct {
	in     *os.File
	out    io.Writer
	typed  chan []byte // what a read returned; closed at the end of the input
	asked  bool        // a read is under way
	rest   []byte      // typed, but not read by the editor
	ctx    context.Context
	editor *term.Terminal
}

// New returns a terminal, from which nothing else may read.
func New(in *os.File, out io.Writer) *Terminal {
	t := &Terminal{in: in, out: out, typed: make(chan []byte)}
	t.editor = term.NewTerminal(t, "")
	return t
}

// ReadLine is for play.Options.
func (t *Terminal) ReadLine(ctx context.Context, prompt string) (string, error) {
	fd := int(t.in.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return "", err
	}
	defer term.Restore(fd, state)
	if width, height, err := term.GetSize(fd); err == nil && width > 0 {
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

// Read returns typed bytes to the editor. Ctrl-C, a byte in raw mode, is the error context.Canceled.
func (t *Terminal) Read(p []byte) (int, error) {
	const ctrlC = 3
	for len(t.rest) == 0 {
		if !t.asked {
			t.asked = true
			go t.readTyped()
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

// readTyped reads once from the terminal, however long that takes.
func (t *Terminal) readTyped() {
	buffer := make([]byte, 256)
	n, err := t.in.Read(buffer)
	if err != nil {
		close(t.typed)
		return
	}
	t.typed <- buffer[:n]
}

// Write implements io.Writer for the editor.
func (t *Terminal) Write(p []byte) (int, error) { return t.out.Write(p) }
