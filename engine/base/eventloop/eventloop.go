// Package eventloop lets a web page act while the program computes. In the browser all goroutines share
// one thread with the event loop, which runs only while all of them are blocked.
package eventloop

import (
	"context"
	"time"
)

// every is the time that a computation may keep the thread.
const every = 15 * time.Millisecond

// yielding is the context of Yielding.
type yielding struct {
	context.Context
	last time.Time // when the event loop has run
}

// Yielding returns a context for one goroutine, whose method Err lets the event loop run if it has not for
// a while: what asks it often neither delays events nor misses that parent ends.
func Yielding(parent context.Context) context.Context {
	return &yielding{parent, time.Now()}
}

// Err returns the error of the parent.
func (c *yielding) Err() error {
	if time.Since(c.last) >= every {
		Run()
		c.last = time.Now()
	}
	return c.Context.Err()
}
