package serve

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/uci"
	"tinyhouse/tb"
)

// The limits of a session beside those of Config.
const (
	sessionIdle = 10 * time.Minute // without a line from the client
	lineTimeout = 10 * time.Second // for the client to take a line
)

// uci runs a UCI session over a WebSocket: each message has one or more lines, without files and the
// options that name files.
func (s *Server) uci(w http.ResponseWriter, r *http.Request, _ string) error {
	if !s.sameOrigin(r) {
		return failure(http.StatusForbidden, "origin %.60q: its pages may not use this server, see --allow-origin", r.Header.Get("Origin"))
	}
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		w.Header().Set("Upgrade", "websocket")
		return failure(http.StatusUpgradeRequired, "want a WebSocket")
	}
	if err := s.room(s.sessions, "sessions are open, as many as --max-sessions allows"); err != nil {
		return err
	}
	defer func() { <-s.sessions }()
	s.streams.Add(1)
	defer s.streams.Done()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // see sameOrigin
	if err != nil {
		return nil // Accept has answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxBody)
	s.talk(conn)
	return nil
}

// sameOrigin reports whether a request to open a session comes from a page of this server or of an
// allowed origin, or from no page.
func (s *Server) sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || s.policy.any || slices.Contains(s.AllowOrigins, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}

// talk runs a session until either side ends it.
func (s *Server) talk(conn *websocket.Conn) {
	ctx, cancel := context.WithCancelCause(s.stopping)
	defer cancel(nil)
	in, lines := io.Pipe()
	defer in.Close()
	session, err := s.newSession(in, messages{conn})
	if err != nil {
		s.Log.Printf("session: %v", err)
		conn.Close(websocket.StatusInternalError, "no session")
		return
	}
	go func() {
		s.listen(conn, lines, cancel)
		lines.Close()
	}()
	err = session.Run(ctx)
	cause := context.Cause(ctx)
	switch ending, ok := cause.(*sessionEnd); {
	case ok:
		conn.Close(ending.status, ending.reason)
	case s.stopping.Err() != nil:
		conn.Close(websocket.StatusGoingAway, "the server is stopping")
	case err == nil && cause == nil:
		conn.Close(websocket.StatusNormalClosure, "")
	}
}

// newSession returns a session with an engine of its own.
func (s *Server) newSession(in io.Reader, out io.Writer) (*protocol.Session, error) {
	g, err := s.Library.Game(rules.Default)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(g.Game, engine.DefaultOptions())
	if err != nil {
		return nil, err
	}
	return protocol.New(protocol.Config{
		ID:         protocol.ID{Name: "Tinyhouse " + s.Version, Author: "the Tinyhouse authors"},
		In:         in,
		Out:        out,
		Backend:    e,
		Dialects:   map[string]protocol.Dialect{"uci": uci.Dialect{}},
		Dialect:    "uci",
		Catalog:    s.Library.Catalog(),
		Variant:    rules.Default,
		MaxHash:    s.MaxHash,
		MaxThreads: s.MaxThreads,
		NoFiles:    true,
		Tables:     openTables{s.Library.Set()},
	})
}

// sessionEnd is why the server ends a session.
type sessionEnd struct {
	status websocket.StatusCode
	reason string
}

func (e *sessionEnd) Error() string { return e.reason }

// listen passes the messages of the client on as lines until the connection is closed. It cancels the
// session then, and when the client has been silent for too long.
func (s *Server) listen(conn *websocket.Conn, lines io.Writer, cancel context.CancelCauseFunc) {
	idle := orDefault(s.Idle, sessionIdle)
	silence := time.AfterFunc(idle, func() {
		cancel(&sessionEnd{websocket.StatusPolicyViolation, "no line for " + idle.String()})
	})
	defer silence.Stop()
	for {
		kind, text, err := conn.Read(context.Background())
		if err == nil && kind != websocket.MessageText {
			err = &sessionEnd{websocket.StatusUnsupportedData, "want text"}
		}
		if err == nil {
			silence.Reset(idle)
			_, err = lines.Write(append(text, '\n'))
		}
		if err != nil {
			cancel(err)
			return
		}
	}
}

// messages writes each line of a session as a message.
type messages struct{ conn *websocket.Conn }

// Write writes the line of a flush.
func (m messages) Write(line []byte) (int, error) {
	limit, cancel := context.WithTimeout(context.Background(), lineTimeout)
	defer cancel()
	if err := m.conn.Write(limit, websocket.MessageText, []byte(strings.TrimSuffix(string(line), "\n"))); err != nil {
		return 0, err
	}
	return len(line), nil
}

// openTables is the tables of the server, which sessions share and cannot change.
type openTables struct{ set *tb.Set }

// Open returns the open tables.
func (t openTables) Open([]string, int) (engine.Prober, []string) { return t.set, nil }

// Unused returns nothing: the client has not chosen the files.
func (t openTables) Unused(*board.Game) []string { return nil }

// Troubles returns nothing: the log of the server has the damage.
func (t openTables) Troubles() []string { return nil }
