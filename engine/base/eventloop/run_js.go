package eventloop

import (
	"sync"
	"syscall/js"
)

// Run blocks until the event loop has handled all events that came before. It takes some 10 µs.
func Run() { <-messages().send() }

// messages are the messages that the page sends to itself.
var messages = sync.OnceValue(func() *queue {
	q := &queue{}
	q.post = postFunc(js.FuncOf(q.arrive))
	return q
})

// queue is messages under way, which arrive in the order in which they were sent.
type queue struct {
	post func() // sends a message

	mu      sync.Mutex
	waiting []chan struct{}
}

// send sends a message and returns a channel that is closed when it arrives.
func (q *queue) send() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	arrived := make(chan struct{})
	q.waiting = append(q.waiting, arrived)
	q.post()
	return arrived
}

// arrive is called for each message.
func (q *queue) arrive(js.Value, []js.Value) any {
	q.mu.Lock()
	defer q.mu.Unlock()
	close(q.waiting[0])
	q.waiting = q.waiting[1:]
	return nil
}

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
