package serve_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// alive checks that the server answers, and soon.
func (r *running) alive() {
	r.t.Helper()
	begin := time.Now()
	if a := r.do("GET", "/thinchess8?fen=k/n/1/1/N/r/R/K_w", ""); a.StatusCode != 200 || time.Since(begin) > 5*time.Second {
		r.t.Errorf("a probe: %s in %v", a.Status, time.Since(begin))
	}
}

// connect opens a connection.
func (r *running) connect() net.Conn {
	r.t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { c.Close() })
	return c
}

// raw sends bytes and returns what the server says before it closes the connection.
func (r *running) raw(text string) string {
	r.t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Error(err)
		return ""
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(c, text) // the server may close before it has read all
	answer, err := io.ReadAll(c)
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		r.t.Errorf("%.60q: the connection stays open", text)
	}
	return string(answer)
}

func TestMalformed(t *testing.T) {
	s := start(t, serve.Config{Receive: 3 * time.Second}) // time enough on a busy machine
	var all sync.WaitGroup
	const tail = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
	for name, c := range map[string]struct{ text, want string }{
		"no request":         {"\x00\x01\x02\r\n\r\n", "HTTP/1.1 400"},
		"no version":         {"GET /\r\n\r\n", "HTTP/1.1 400"},
		"other version":      {"GET / HTTP/9.9\r\n\r\n", "HTTP/1.1 505"},
		"HTTP/2":             {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 403"},
		"no host":            {"GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400"},
		"two hosts":          {"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", "HTTP/1.1 400"},
		"wrong host":         {"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", "HTTP/1.1 403"},
		"wrong host in URL":  {"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 403"},
		"star":               {"OPTIONS *" + tail + "\r\n", "HTTP/1.1 "},
		"connect":            {"CONNECT localhost:1" + tail + "\r\n", "HTTP/1.1 40"},
		"long path":          {"GET /" + strings.Repeat("x", 1<<20) + tail + "\r\n", "HTTP/1.1 431"},
		"long query":         {"GET /chess?fen=" + strings.Repeat("x", 12<<10) + tail + "\r\n", "HTTP/1.1 400"},
		"long header":        {"GET /healthz" + tail + "X: " + strings.Repeat("x", 1<<20) + "\r\n\r\n", "HTTP/1.1 431"},
		"many headers":       {"GET /healthz" + tail + strings.Repeat("X: y\r\n", 100_000) + "\r\n", "HTTP/1.1 431"},
		"bad header":         {"GET /healthz" + tail + "X\x00: y\r\n\r\n", "HTTP/1.1 400"},
		"two lengths":        {"POST /api/check" + tail + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx", "HTTP/1.1 400"},
		"negative length":    {"POST /api/check" + tail + "Content-Length: -1\r\n\r\n", "HTTP/1.1 400"},
		"bad chunk":          {"POST /api/check" + tail + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400"},
		"endless body":       {"POST /api/check" + tail + "Content-Length: 99999999999\r\n\r\n" + strings.Repeat("x", 1<<20), ""},
		"body never comes":   {"POST /api/check" + tail + "Content-Length: 100\r\n\r\nx", "HTTP/1.1 400"},
		"unfinished head":    {"GET /healthz HTTP/1.1\r\nHost: local", ""},
		"unfinished upgrade": {"GET /api/uci HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nUpgrade: websocket\r\n\r\n", "HTTP/1.1 426"},
	} {
		all.Go(func() {
			if got := s.raw(c.text); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: %.100q, want %q", name, got, c.want)
			}
		})
	}
	all.Wait()
	s.alive()
}

// TestNonsense asks every endpoint with random parameters and paths. None may fail on the side of the
// server, or answer with a file of the machine.
func TestNonsense(t *testing.T) {
	s := start(t, serve.Config{})
	n := 2000
	if *full {
		n = 100_000
	}
	rng := rand.New(rand.NewPCG(3, 17))
	paths := []string{"/", "/tinyhouse", "/chess/mainline", "/tablebase/dobutsu", "/api/random", "/api/proof/tinyhouse-d1c2", "/api/variants/X", "/api/tables/X",
		"/api/tables/X/file", "/api/tables/X/stats", "/X", "/X/mainline", "/X/X", "/api/X", "/assets/X"}
	words := []string{"fuwk/3p/P3/KWUF[]", " w - - 0 1", "..", "/", "%", "%2e%2e%2f", "etc/passwd", "\x00", "\xff\xfe", "k", "[", "]", "~", "+", "_", "w", "b", "-",
		"99999999999999999999", "embedded:", "\r\nX: y", "<script>", "\\", "8/8", "KQkq", strings.Repeat("k", 300), "ÿ", "startpos"}
	text := func() string {
		var b strings.Builder
		for range rng.IntN(6) {
			b.WriteString(words[rng.IntN(len(words))])
		}
		return b.String()
	}
	for range n {
		path := strings.ReplaceAll(paths[rng.IntN(len(paths))], "X", url.PathEscape(text()))
		q := url.Values{}
		for _, name := range []string{"fen", "v", "table", "value", "plies", "seed"} {
			if rng.IntN(3) > 0 {
				q.Set(name, text())
			}
		}
		query := q.Encode()
		if rng.IntN(8) == 0 {
			query = strings.ReplaceAll(query, "%", "%%")
		}
		r := httptest.NewRequest("GET", "http://localhost/", nil)
		r.RemoteAddr = "127.0.0.1:1"
		r.URL.RawQuery = query
		var err error
		if r.URL.Path, err = url.PathUnescape(path); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if c := w.Code; c != 200 && c != 400 && c != 404 || strings.Contains(w.Body.String(), "root:") {
			t.Errorf("%q ?%s: %d %.200s", r.URL.Path, query, c, w.Body)
		}
	}
	for _, path := range []string{"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/tables/..%2f..%2fetc%2fpasswd/file", "/api/tables/%00/file", "//etc/passwd", "/.git/config"} {
		if got := s.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 404") {
			t.Errorf("%s: %.100q", path, got)
		}
	}
	if log := s.log.String(); log != "" {
		t.Errorf("log: %.500s", log)
	}
}

// TestSlow checks that clients that send a byte now and then lose their connections, and that they and
// those that read nothing keep nobody else waiting.
func TestSlow(t *testing.T) {
	s := start(t, serve.Config{Receive: time.Second})
	var slow []net.Conn
	for i := range 200 {
		c := s.connect()
		head := "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
		switch i % 3 {
		case 0:
			head = "POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
		case 1:
			head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
		}
		io.WriteString(c, head)
		slow = append(slow, c)
	}
	for range 20 {
		c := s.connect() // never reads
		io.WriteString(c, strings.Repeat("GET /api/tables/tinyhouse-a1b2-c4c3/file HTTP/1.1\r\nHost: localhost\r\n\r\n", 4))
	}
	begin := time.Now()
	for i := range 30 {
		for _, c := range slow {
			io.WriteString(c, "x")
		}
		if i%5 == 0 {
			s.alive()
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, c := range slow {
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err := io.Copy(io.Discard, c); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Fatalf("a slow connection is open after %v", time.Since(begin))
		}
	}
	s.alive()
}

// TestIdle opens many idle connections, 10,000 with -full: the server keeps as many as it may, closes
// those that have been idle longest, and answers all the time.
func TestIdle(t *testing.T) {
	n, limit := 500, 200
	if *full {
		n, limit = 10_000, 4096
	}
	base := runtime.NumGoroutine()
	s := start(t, serve.Config{MaxConns: limit, Idle: time.Minute})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range n {
		c := s.connect()
		if i%2 == 0 { // idle after a request
			io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
			if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if i%(n/10) == 0 {
			s.alive()
		}
	}
	s.alive()
	runtime.GC()
	runtime.ReadMemStats(&after)
	open := runtime.NumGoroutine() - base
	t.Logf("%d connections: %d goroutines, heap %d MiB more", n, open, int64(after.HeapAlloc-before.HeapAlloc)>>20)
	if open > limit+50 {
		t.Errorf("%d goroutines, want at most %d", open, limit+50)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	for range 100 {
		if runtime.NumGoroutine() <= base+5 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left, %d before", runtime.NumGoroutine(), base)
}

// TestManySessions opens more sessions than there is room for, with searches, and leaves them without
// a word.
func TestManySessions(t *testing.T) {
	s := start(t, serve.Config{MaxSessions: 2})
	for range 2 {
		open := []*talk{s.session()} // waits until those of the last round have ended
		open[0].send("go infinite")
		for range 10 {
			c, status := s.dial("")
			if c == nil {
				if status != http.StatusServiceUnavailable {
					t.Errorf("refused with %d", status)
				}
				continue
			}
			c.send("position startpos\ngo infinite")
			open = append(open, c)
		}
		if len(open) > 2 {
			t.Errorf("%d sessions, want at most 2", len(open))
		}
		s.alive()
		for _, c := range open {
			c.CloseNow()
		}
		for range 2 {
			s.session().CloseNow()
		}
	}
}

// TestRate checks the limit of other machines, and that their addresses are forgotten.
func TestRate(t *testing.T) {
	s := start(t, serve.Config{Rate: 5, Hosts: []string{"board.example"}})
	ask := func(remote, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "http://board.example"+path, nil)
		r.RemoteAddr = remote
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	const probe, line = "/thinchess8?fen=k/n/1/1/N/r/R/K_w", "/thinchess8/mainline?fen=k/n/1/1/N/r/R/K_w"
	for i := range 20 {
		if w := ask("203.0.113.7:1", probe); w.Code != 200 {
			t.Fatalf("probe %d: %d %s", i, w.Code, w.Body)
		}
	}
	w := ask("203.0.113.7:2", probe)
	if h := w.Header(); w.Code != 429 || h.Get("Retry-After") != "1" || h.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(w.Body.String(), "too many requests") {
		t.Errorf("beyond the limit: %d %v %s", w.Code, w.Header(), w.Body)
	}
	for _, c := range []struct {
		remote, path string
		status       int
	}{
		{"203.0.113.8:1", line, 200}, {"203.0.113.8:1", line, 200}, {"203.0.113.8:1", line, 429}, {"203.0.113.8:1", "/healthz", 200},
		{"[2001:db8::1]:1", line, 200}, {"[2001:db8::2]:1", line, 200}, {"[2001:db8::3]:1", line, 429}, {"[2001:db8:0:1::3]:1", line, 200},
		{"127.0.0.1:1", line, 200}, {"127.0.0.1:1", line, 200}, {"127.0.0.1:1", line, 200}, {"[::1]:1", line, 200}, {"[::1]:1", line, 200}, {"[::ffff:127.0.0.1]:1", line, 200},
	} {
		if w := ask(c.remote, c.path); w.Code != c.status {
			t.Errorf("%s %s: %d, want %d", c.remote, c.path, w.Code, c.status)
		}
	}
	for i := range serve.MaxClients + 100 {
		ask(fmt.Sprintf("10.%d.%d.1:1", i>>8, i&255), "/monitor")
		ask(fmt.Sprintf("10.%d.%d.1:1", i>>8, i&255), "/nosuch/nosuch/nosuch")
		ask(fmt.Sprintf("10.%d.%d.1:1", i>>8, i&255), "/thinchess8")
	}
	if n := s.Known(); n > serve.MaxClients {
		t.Errorf("%d addresses are remembered", n)
	}
}

// TestDamage checks that a damaged block is an error of the server, which names no folder.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile("../../../../tb/embedded/tables/thinchess8-KNRvKNR.tht")
	if err != nil {
		t.Fatal(err)
	}
	for i := len(text) / 2; i < len(text)/2+200; i++ {
		text[i] ^= 0x55
	}
	path := filepath.Join(folder, "damaged.tht")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	s := start(t, serve.Config{Library: library(t, path)})
	failed := 0
	for i := range uint64(50) {
		r, err := lookup.Draw(context.Background(), []*lookup.File{s.Library.File("thinchess8-KNRvKNR")}, lookup.Wanted{Plies: -1}, i)
		if err != nil {
			t.Fatal(err)
		}
		if a := s.do("GET", question(r.Variant, r.FEN), ""); a.StatusCode == 500 {
			failed++
		} else if a.StatusCode != 200 {
			t.Errorf("%s: %s", r.FEN, a.Status)
		}
	}
	if failed == 0 || failed == 50 {
		t.Errorf("%d of 50 probes failed", failed)
	}
	damaged := func(path string) bool { // a refusal that names the block and not the folder
		a := s.do("GET", path, "")
		if a.StatusCode == 500 && (a.Header.Get("Cache-Control") != "no-store" || strings.Contains(a.body, folder) || !strings.Contains(a.body, "damaged.tht: block")) {
			t.Errorf("%s: %v %s", path, a.Header, a.body)
		}
		return a.StatusCode == 500
	}
	failed = 0
	for seed := range 100 { // some draws meet a sound block first
		path := fmt.Sprintf("/api/random?table=damaged&value=win&plies=11&seed=%d", seed)
		first := damaged(path)
		if damaged(path) != first {
			t.Errorf("%s: differs the second time", path)
		}
		if first {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no draw met the damage")
	}
	for range 2 {
		if path := "/api/tables/damaged/stats"; !damaged(path) {
			t.Errorf("%s: no error", path)
		}
	}
	if log := s.log.String(); !strings.Contains(log, path) {
		t.Errorf("log: %q", log)
	}
}
