package search

import (
	"sync"
	"syscall/js"
	"time"
)

// yielder lets a web page act while a thread searches. In the browser all goroutines share one
// thread with the event loop, which runs only while all of them are blocked; so without it a
// search would never receive the line that stops it.
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
	runEventLoop()()
}

// runEventLoop returns a function that blocks until the event loop has handled all events that came
// before.
var runEventLoop = sync.OnceValue(func() func() {
	arrived := make(chan struct{}, 1)
	arrive := js.FuncOf(func(js.Value, []js.Value) any {
		arrived <- struct{}{}
		return nil
	})
	post := postFunc(arrive)
	return func() {
		post()
		<-arrived
	}
})

// postFunc returns a function that appends a call of f to the events. A page sends a message to itself,
// since timers would take up to 4 ms; in Node such messages go before all other events.
func postFunc(f js.Func) func() {
	if later := js.Global().Get("setImmediate"); later.Type() == js.TypeFunction {
		return func() { later.Invoke(f) }
	}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", f)
	port := channel.Get("port2")
	return func() { port.Call("postMessage", nil) }
}
