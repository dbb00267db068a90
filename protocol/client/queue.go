package client

import (
	"io"
	"sync"
)

// maxQueued is how much is kept for an engine that does not read, in bytes: a thousand times
// what anybody says between two answers. Whoever lets it come to that is lost, for nothing
// that is said to an engine may get lost.
const maxQueued = 1 << 24

// queue is what is yet to be written to an engine. Nobody who adds to it ever waits: an
// engine may not read because we do not, who are still talking.
type queue struct {
	mu     sync.Mutex
	some   sync.Cond // text, or the end
	text   []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.some.L = &q.mu
	return q
}

// add adds a line, and reports whether there was room. After close it does nothing.
func (q *queue) add(line string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true
	}
	if len(q.text)+len(line) >= maxQueued {
		return false
	}
	q.text = append(append(q.text, line...), '\n')
	q.some.Signal()
	return true
}

// close lets write end when all is written.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.some.Signal()
}

// write writes all that is added, until the end or an error: that it failed shows when no
// answer comes.
func (q *queue) write(w io.Writer) {
	var text []byte
	for {
		q.mu.Lock()
		for len(q.text) == 0 && !q.closed {
			q.some.Wait()
		}
		text, q.text = q.text, text[:0]
		q.mu.Unlock()
		if len(text) == 0 {
			return
		}
		if _, err := w.Write(text); err != nil {
			return
		}
	}
}
