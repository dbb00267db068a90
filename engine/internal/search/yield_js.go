package search

import (
	"time"

	"tinyhouse/engine/base/eventloop"
)

// yielder lets a web page act while a thread searches: otherwise a search would never receive the line
// that stops it.
type yielder struct {
	last time.Duration // time of the last yield
}

// yieldEvery is the time from one yield to the next. A yield takes some 10 µs.
const yieldEvery = 25 * time.Millisecond

// yield blocks until the event loop has run, if it has not for a while. Now is the time since the
// search began, which starts at 0 for each search.
func (y *yielder) yield(now time.Duration) {
	if now >= y.last && now-y.last < yieldEvery {
		return
	}
	y.last = now
	eventloop.Run()
}
