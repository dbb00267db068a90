package main

import (
	"errors"
	"io"
	"sync"
)

// output is the standard output of all commands. It keeps the first error of writing, which makes the
// exit status 1, whatever the writer does with it.
type output struct {
	io.Writer

	mu  sync.Mutex
	err error
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
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

// failed returns the error of a command that returned err: that of the output, unless err has it.
func (o *output) failed(err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil || errors.Is(err, o.err) {
		return err
	}
	return errors.Join(err, o.err)
}
