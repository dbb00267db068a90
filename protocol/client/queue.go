package client

import (
	"io"
	"sync"
)

// maxQueued limits the unread input of an engine, in bytes.
const maxQueued = 1 << 24

// queue is the unwritten input of an engine. Adding never blocks, since an engine may stop reading until
// we read its output.
type queue struct {
	mu     sync.Mutex
	some   sync.Cond // text or closed
	text   []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.some.L = &q.mu
	return q
}

// add adds a line and reports whether there was room. After close it does nothing.
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

// close ends write after the last line.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.some.Signal()
}

// write writes the queue until close or an error, which shows as a missing answer.
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
