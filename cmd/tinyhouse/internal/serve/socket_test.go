package serve_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// talk is a UCI session over a WebSocket.
type talk struct {
	*websocket.Conn
	t testing.TB
}

// dial opens a session, or returns the status of the refusal.
func (r *running) dial(origin string) (*talk, int) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	o := &websocket.DialOptions{HTTPHeader: http.Header{}}
	if origin != "" {
		o.HTTPHeader.Set("Origin", origin)
	}
	c, response, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(r.base, "http")+"/api/uci", o)
	if err != nil {
		if response == nil {
			r.t.Fatal(err)
		}
		return nil, response.StatusCode
	}
	c.SetReadLimit(1 << 20)
	r.t.Cleanup(func() { c.CloseNow() })
	return &talk{c, r.t}, response.StatusCode
}

// send sends a message.
func (c *talk) send(text string) {
	c.t.Helper()
	if err := c.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// until returns the messages up to one that begins with a text.
func (c *talk) until(prefix string) (all []string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		_, text, err := c.Read(ctx)
		if err != nil {
			c.t.Fatalf("%v after %q, want %s", err, all, prefix)
		}
		all = append(all, string(text))
		if strings.HasPrefix(string(text), prefix) {
			return all
		}
	}
}

// end returns the status with which the server closes the session.
func (c *talk) end() websocket.StatusCode {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		if _, _, err := c.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestSession(t *testing.T) {
	s := start(t, serve.Config{})
	c, _ := s.dial("")
	c.send("uci")
	said := strings.Join(c.until("uciok"), "\n")
	if !strings.HasPrefix(said, "id name Tinyhouse test\n") || !strings.Contains(said, "option name Threads type spin default 1 min 1 max 1") ||
		!strings.Contains(said, "option name Hash type spin default 16 min 1 max 64") {
		t.Errorf("uci: %s", said)
	}
	for _, name := range []string{"Debug Log File", "VariantPath", "TablebasePath", "TBPath", "TablebaseCache", "EvalFile"} {
		if strings.Contains(said, "option name "+name+" ") {
			t.Errorf("the option %s is offered", name)
		}
		c.send("setoption name " + name + " value /etc/passwd\nisready")
		if said := strings.Join(c.until("readyok"), "\n"); !strings.Contains(said, "No such option") {
			t.Errorf("%s: %s", name, said)
		}
	}
	for _, command := range []string{"load /etc/passwd", "check /etc/passwd"} {
		c.send(command + "\nisready")
		if said := strings.Join(c.until("readyok"), "\n"); !strings.Contains(said, "reads no files") {
			t.Errorf("%s: %s", command, said)
		}
	}
	c.send("load <<EOF\n[duel:tinyhouse]\nstartFen = k3/4/4/3K[UWuw] w - - 0 1\nEOF\nsetoption name UCI_Variant value duel\nposition startpos\ngo perft 3")
	if said := c.until("Nodes searched"); said[len(said)-1] != "Nodes searched: 13032" {
		t.Errorf("perft: %q", said)
	}
	c.send("setoption name UCI_Variant value thinchess8\nposition fen k/n/1/1/N/r/R/K w - - 0 1\ngo depth 5")
	if said := c.until("bestmove"); said[len(said)-1] != "bestmove a2a3" && !strings.HasPrefix(said[len(said)-1], "bestmove a2a3 ponder") {
		t.Errorf("%q", said)
	}
	c.send("setoption name UCI_Variant value tinyhouse\nposition startpos\ngo infinite")
	c.until("info depth 3")
	begin := time.Now()
	c.send("stop")
	c.until("bestmove")
	if took := time.Since(begin); took > 2*time.Second { // on a machine with other work
		t.Errorf("stop took %v", took)
	}
	c.send("quit")
	if status := c.end(); status != websocket.StatusNormalClosure {
		t.Errorf("quit: %v", status)
	}
}

// TestSessionLimits checks origins, the number of sessions, messages that are refused, silence, and
// the end of the server.
func TestSessionLimits(t *testing.T) {
	s := start(t, serve.Config{MaxSessions: 2, AllowOrigins: []string{"https://friend.example"}})
	if _, status := s.dial("https://any.example"); status != http.StatusForbidden {
		t.Errorf("a page of another origin: %d", status)
	}
	a, _ := s.dial("https://friend.example")
	b, _ := s.dial(s.base)
	if a == nil || b == nil {
		t.Fatal("no session")
	}
	if _, status := s.dial(""); status != http.StatusServiceUnavailable {
		t.Errorf("a third session: %d", status)
	}
	a.Write(context.Background(), websocket.MessageBinary, []byte("uci"))
	if status := a.end(); status != websocket.StatusUnsupportedData {
		t.Errorf("a binary message: %v", status)
	}
	b.CloseNow()
	quick := start(t, serve.Config{Idle: 300 * time.Millisecond})
	if status := quick.session().end(); status != websocket.StatusPolicyViolation {
		t.Errorf("silence: %v", status)
	}
	c := s.session()
	c.send(strings.Repeat("x", 70000))
	if status := c.end(); status != websocket.StatusMessageTooBig {
		t.Errorf("a long message: %v", status)
	}
	c = s.session()
	c.send("go infinite")
	c.until("info")
	go s.stop()
	if status := c.end(); status != websocket.StatusGoingAway {
		t.Errorf("the end of the server: %v", status)
	}
}

// session opens a session as soon as there is room.
func (r *running) session() *talk {
	r.t.Helper()
	for range 1000 {
		if c, _ := r.dial(""); c != nil {
			return c
		}
		time.Sleep(5 * time.Millisecond)
	}
	r.t.Fatal("no room for a session")
	return nil
}
