package protocol_test

import (
	"errors"
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

// wire is a protocol with the commands that the tests need.
type wire struct {
	name         string
	dialect      func() protocol.Dialect
	ping, answer string
	search, stop string // an infinite search and its end
	hello        string
}

// protocols are all protocols.
var protocols = []wire{
	{"uci", func() protocol.Dialect { return uci.Dialect{} }, "isready", "readyok", "go infinite", "stop", "uci"},
	{"usi", func() protocol.Dialect { return usi.Dialect{} }, "isready", "readyok", "go infinite", "stop", "usi"},
	{"ucci", func() protocol.Dialect { return ucci.New() }, "isready", "readyok", "go infinite", "stop", "ucci"},
	{"ucicyclone", func() protocol.Dialect { return uci.Cyclone{} }, "isready", "readyok", "go infinite", "stop", "uci"},
	{"xboard", func() protocol.Dialect { return xboard.New() }, "ping 7", "pong 7", "analyze", "exit", "protover 2"},
}

// start starts a session in the protocol.
func (p wire) start(t testing.TB) (*expect.Dialog, <-chan error) {
	dialog, _, done := session(t, func(c *protocol.Config) {
		c.Dialects, c.Dialect = map[string]protocol.Dialect{p.name: p.dialect()}, p.name
	})
	return dialog, done
}

// checkAlive checks that the session answers and ends without error.
func (p wire) checkAlive(t *testing.T, c *expect.Dialog, done <-chan error) {
	t.Helper()
	c.Send(p.stop, p.ping)
	if _, err := c.Until(p.answer); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if _, err := c.Rest(); err != nil {
		t.Fatal(err)
	}
	p.checkEnd(t, done, nil)
}

// checkEnd checks that the session ends soon with the error want.
func (p wire) checkEnd(t *testing.T, done <-chan error, want error) {
	t.Helper()
	select {
	case err := <-done:
		if !errors.Is(err, want) {
			t.Errorf("ended with %v, want %v", err, want)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the session does not end")
	}
}

// TestBrokenGUI checks, in every protocol, that broken input does not hang, crash or bloat a session.
func TestBrokenGUI(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name+"/closes in a search", func(t *testing.T) {
			c, done := p.start(t)
			c.Send(p.search)
			c.Close()
			p.checkEnd(t, done, nil)
		})
		t.Run(p.name+"/half a line", func(t *testing.T) {
			c, done := p.start(t)
			c.Raw(p.ping[:3])
			time.Sleep(20 * time.Millisecond)
			c.Raw(p.ping[3:])
			c.Close()
			if rest, err := c.Rest(); err != nil || len(rest) != 1 || rest[0] != p.answer {
				t.Errorf("the last line without its end: %q, %v", rest, err)
			}
			p.checkEnd(t, done, nil)
		})
		t.Run(p.name+"/NULs", func(t *testing.T) {
			c, done := p.start(t)
			c.Raw(strings.Repeat("\x00", 3<<20) + "\n\x00\x00go\x00depth\x001\n")
			p.checkAlive(t, c, done)
		})
		t.Run(p.name+"/100 MB line", func(t *testing.T) {
			c, done := p.start(t)
			chunk := strings.Repeat("position startpos ", 1<<16)
			for sent := 0; sent < 100<<20; sent += len(chunk) {
				c.Raw(chunk)
			}
			c.Raw("\n")
			var m runtime.MemStats
			if runtime.ReadMemStats(&m); m.HeapInuse > 200<<20 {
				t.Errorf("%d MiB in use", m.HeapInuse>>20)
			}
			p.checkAlive(t, c, done)
		})
		t.Run(p.name+"/does not listen", p.deaf)
	}
}

// deaf connects a GUI that does not read, and then closes the output.
func (p wire) deaf(t *testing.T) {
	outR, outW := io.Pipe()
	dialog, _, done := session(t, func(c *protocol.Config) {
		c.Out = outW
		c.Dialects, c.Dialect = map[string]protocol.Dialect{p.name: p.dialect()}, p.name
	})
	go dialog.Raw(strings.Repeat(p.hello+"\n", 1000))
	time.Sleep(50 * time.Millisecond)
	outR.Close()
	p.checkEnd(t, done, io.ErrClosedPipe)
}
