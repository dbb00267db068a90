package terminal

import (
	"errors"
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// Output is the standard output of all commands. It keeps the first error of writing, which makes the
// exit status 1, whatever the writer does with it.
type Output struct {
	io.Writer

	mu  sync.Mutex
	err error
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
	}
	return n, err
}

// Failed returns the error of a command that returned err: that of the output, unless err has it.
func (o *Output) Failed(err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil || errors.Is(err, o.err) {
		return err
	}
	return errors.Join(err, o.err)
}

// Is reports whether a stream, or what an Output writes to, is a terminal.
func Is(stream any) (yes bool) {
	if o, ok := stream.(*Output); ok {
		stream = o.Writer
	}
	if f, ok := stream.(*os.File); ok {
		if c, err := f.SyscallConn(); err == nil {
			_ = c.Control(func(fd uintptr) { yes = term.IsTerminal(int(fd)) })
		}
	}
	return yes
}
