// Package limits keeps the clients of a server from taking more than their share: of its connections, and
// of its time.
package limits

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// Conns limits the open connections of a server. Beyond the limit it closes the connection that has
// waited longest for a request, so that idle clients never keep others out.
type Conns struct {
	limit int

	mu   sync.Mutex
	open map[net.Conn]*list.Element // nil while a request is read or answered
	idle *list.List                 // of net.Conn, the longest idle first
}

// NewConns returns a limit of open connections.
func NewConns(limit int) *Conns {
	return &Conns{limit: limit, open: map[net.Conn]*list.Element{}, idle: list.New()}
}

// Changed is an http.Server's ConnState.
func (c *Conns) Changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.open[conn]; e != nil {
		c.idle.Remove(e)
	}
	switch state {
	case http.StateNew, http.StateIdle:
		c.open[conn] = c.idle.PushBack(conn)
	case http.StateActive:
		c.open[conn] = nil
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
	}
	if len(c.open) <= c.limit {
		return
	}
	if e := c.idle.Front(); e != nil {
		conn = e.Value.(net.Conn)
		c.idle.Remove(e)
	}
	delete(c.open, conn)
	conn.Close()
}

// CloseIdle closes the connections that wait for a request. http.Server.Shutdown would wait for new
// ones, of which browsers keep some in reserve.
func (c *Conns) CloseIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.idle.Front(); e != nil; e = e.Next() {
		e.Value.(net.Conn).Close()
	}
}
