//go:build js && wasm

package main

import (
	"bytes"
	"sync"
	"syscall/js"
)

// lines is a stream of the lines that the page sends. Its end never comes.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // there is text
}

func newLines() *lines { return &lines{more: make(chan struct{}, 1)} }

// add adds a line. It does not block: the event loop waits for it.
func (l *lines) add(line string) {
	l.mu.Lock()
	l.text.WriteString(line + "\n")
	l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// Read blocks until there is text.
func (l *lines) Read(p []byte) (int, error) {
	for {
		l.mu.Lock()
		n, _ := l.text.Read(p)
		l.mu.Unlock()
		if n > 0 {
			return n, nil
		}
		<-l.more
	}
}

// messages sends each line in a message.
type messages struct{}

// Write sends a line, which p must be.
func (messages) Write(p []byte) (int, error) {
	js.Global().Call("postMessage", string(bytes.TrimRight(p, "\n")))
	return len(p), nil
}
