package protocol_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"tinyhouse/protocol"
	"tinyhouse/protocol/expect"
	"tinyhouse/protocol/ucci"
	"tinyhouse/protocol/uci"
	"tinyhouse/protocol/usi"
	"tinyhouse/protocol/xboard"
)

// tongue is a protocol with what one needs to know to see whether the other end is alive.
type tongue struct {
	name         string
	dialect      func() protocol.Dialect
	ping, answer string
	search, stop string // a search without end, and what ends it
	hello        string
}

// tongues are all protocols.
var tongues = []tongue{
	{"uci", func() protocol.Dialect { return uci.Dialect{} }, "isready", "readyok", "go infinite", "stop", "uci"},
	{"usi", func() protocol.Dialect { return usi.Dialect{} }, "isready", "readyok", "go infinite", "stop", "usi"},
	{"ucci", func() protocol.Dialect { return ucci.New() }, "isready", "readyok", "go infinite", "stop", "ucci"},
	{"ucicyclone", func() protocol.Dialect { return uci.Cyclone{} }, "isready", "readyok", "go infinite", "stop", "uci"},
	{"xboard", func() protocol.Dialect { return xboard.New() }, "ping 7", "pong 7", "analyze", "exit", "protover 2"},
}

// speak starts a session in the protocol.
func (p tongue) speak(t testing.TB) (*expect.Dialog, <-chan error) {
	conversation, _, done := session(t, func(c *protocol.Config) {
		c.Dialects, c.Dialect = map[string]protocol.Dialect{p.name: p.dialect()}, p.name
	})
	return conversation, done
}

// alive fails the test unless the session answers and ends well.
func (p tongue) alive(t *testing.T, c *expect.Dialog, done <-chan error) {
	t.Helper()
	c.Send(p.stop, p.ping)
	if _, err := c.Until(p.answer); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if _, err := c.Rest(); err != nil {
		t.Fatal(err)
	}
	p.ended(t, done, nil)
}

// ended fails the test unless the session ends soon, with an error like want.
func (p tongue) ended(t *testing.T, done <-chan error, want error) {
	t.Helper()
	select {
	case err := <-done:
		if !errors.Is(err, want) {
			t.Errorf("ended with %v, want %v", err, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the session goes on and on")
	}
}

// TestBrokenPartner says that nobody hangs, kills or bloats a session, in any protocol, by
// what is sent to it or is not.
func TestBrokenPartner(t *testing.T) {
	for _, p := range tongues {
		t.Run(p.name+"/closes in a search", func(t *testing.T) {
			c, done := p.speak(t)
			c.Send(p.search)
			c.Close()
			p.ended(t, done, nil)
		})
		t.Run(p.name+"/half a line", func(t *testing.T) {
			c, done := p.speak(t)
			c.Raw(p.ping[:3])
			time.Sleep(20 * time.Millisecond)
			c.Raw(p.ping[3:])
			c.Close()
			if rest, err := c.Rest(); err != nil || len(rest) != 1 || rest[0] != p.answer {
				t.Errorf("the last line without its end: %q, %v", rest, err)
			}
			p.ended(t, done, nil)
		})
		t.Run(p.name+"/NULs", func(t *testing.T) {
			c, done := p.speak(t)
			c.Raw(strings.Repeat("\x00", 3<<20) + "\n\x00\x00go\x00depth\x001\n")
			p.alive(t, c, done)
		})
		t.Run(p.name+"/100 MB line", func(t *testing.T) {
			c, done := p.speak(t)
			chunk := strings.Repeat("position startpos ", 1<<16)
			for sent := 0; sent < 100<<20; sent += len(chunk) {
				c.Raw(chunk)
			}
			c.Raw("\n")
			var m runtime.MemStats
			if runtime.ReadMemStats(&m); m.HeapInuse > 200<<20 {
				t.Errorf("%d MiB in use", m.HeapInuse>>20)
			}
			p.alive(t, c, done)
		})
		t.Run(p.name+"/flood", func(t *testing.T) {
			c, done := p.speak(t)
			c.Send(p.search)
			for i := range floods() {
				c.Send(p.search, p.ping, p.stop, fmt.Sprintf("nonsense %d \xff", i), "go", "?")
			}
			c.Send(p.hello)
			p.alive(t, c, done)
		})
		t.Run(p.name+"/silence", func(t *testing.T) {
			c, done := p.speak(t)
			c.Send(p.hello)
			time.Sleep(100 * time.Millisecond)
			c.Close()
			p.ended(t, done, nil)
		})
		t.Run(p.name+"/does not listen", p.deaf)
	}
}

// floods is how often nonsense is sent.
func floods() int {
	if testing.Short() {
		return 300
	}
	return 3000
}

// deaf has a partner that reads nothing for a while, and then leaves.
func (p tongue) deaf(t *testing.T) {
	outR, outW := io.Pipe()
	conversation, _, done := session(t, func(c *protocol.Config) {
		c.Out = outW
		c.Dialects, c.Dialect = map[string]protocol.Dialect{p.name: p.dialect()}, p.name
	})
	go conversation.Raw(strings.Repeat(p.hello+"\n", 1000))
	time.Sleep(50 * time.Millisecond)
	outR.Close()
	p.ended(t, done, io.ErrClosedPipe)
}
