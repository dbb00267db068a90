package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// analyse sends a request for analysis and returns the lines of the answer.
func (r *running) analyse(body string) (reply, []map[string]any) {
	r.t.Helper()
	a := r.do("POST", "/api/analyse", body, "Content-Type", "application/json")
	var lines []map[string]any
	for line := range strings.Lines(a.body) {
		object := map[string]any{}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			r.t.Fatalf("%q: %v", line, err)
		}
		lines = append(lines, object)
	}
	return a, lines
}

func TestAnalyse(t *testing.T) {
	s := start(t, serve.Config{})
	a, lines := s.analyse(`{"sessionId":"x","variant":"tinyhouse","initialFen":"fuwk/3p/P3/KWUF[] w - - 0 1","moves":["c1d3"],"multiPv":3,"hash":8,"threads":2,"depth":6}`)
	last := lines[len(lines)-1]
	if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/x-ndjson" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s, %v", a.Status, a.Header)
	}
	pvs := last["pvs"].([]any)
	if len(pvs) != 3 || last["depth"] != 6.0 || last["nodes"].(float64) < 1 || last["bestmove"] != pvs[0].(map[string]any)["moves"].([]any)[0] {
		t.Errorf("last line: %v", last)
	}
	for _, line := range lines[:len(lines)-1] {
		if _, ok := line["bestmove"]; ok || line["time"] == nil {
			t.Errorf("line %v", line)
		}
	}
	// From White's point of view: here Black, to move, mates.
	_, lines = s.analyse(`{"variant":"crazyhouse","initialFen":"k7/8/8/8/8/8/5PPP/6K1[qr] b - - 0 1","depth":3}`)
	if pv := lines[len(lines)-1]["pvs"].([]any)[0].(map[string]any); pv["mate"] != -1.0 || pv["cp"] != nil {
		t.Errorf("Black mates: %v", pv)
	}
	_, lines = s.analyse(`{"variant":"tinyhouse","initialFen":"k1W1/4/1K2/4[] b - - 0 1","depth":3}`)
	if last := lines[len(lines)-1]; last["bestmove"] != nil || len(last["pvs"].([]any)) != 0 {
		t.Errorf("the game is over: %v", last)
	}
	if got := s.do("GET", "/monitor", "").body; !strings.Contains(got, "searches=3u") {
		t.Errorf("%s", got)
	}
}

func TestAnalyseRefuses(t *testing.T) {
	s := start(t, serve.Config{})
	for _, c := range []struct {
		body, kind string
		status     int
		want       string
	}{
		{`{"variant":"tinyhouse","depth":3}`, "text/plain", 415, "application/json"},
		{`{"variant":"nosuch","depth":3}`, "application/json", 404, "nosuch"},
		{`{"variant":"tinyhouse"}`, "application/json", 400, "no limit"},
		{`{"variant":"tinyhouse","depth":-3}`, "application/json", 400, "depth -3"},
		{`{"variant":"tinyhouse","depth":3,"multiPv":6}`, "application/json", 400, "multiPv 6: want 1 to 5"},
		{`{"variant":"tinyhouse","depth":3,"wizard":1}`, "application/json", 400, "wizard"},
		{`{"variant":"tinyhouse","depth":"3"}`, "application/json", 400, "depth"},
		{`{"variant":"tinyhouse","depth":3}{}`, "application/json", 400, "behind the object"},
		{`{"variant":"tinyhouse","depth":3,"moves":["a1a4"]}`, "application/json", 400, `moves[0]: notation: move \"a1a4\"`},
		{`{"variant":"tinyhouse","depth":3,"initialFen":"zz"}`, "application/json", 400, `initialFen: fen \"zz\"`},
		{`{"variant":"tinyhouse","depth":3,"moves":[` + strings.Repeat(`"a1b2",`, 1024) + `"a1b2"]}`, "application/json", 400, "1025, want at most 1024"},
		{`{` + strings.Repeat(" ", 70000), "application/json", 413, "65536 bytes"},
		{strings.Repeat("[", 60000), "application/json", 400, "body"},
		{``, "application/json", 400, "body"},
	} {
		a := s.do("POST", "/api/analyse", c.body, "Content-Type", c.kind)
		if a.StatusCode != c.status || !strings.Contains(a.body, c.want) {
			t.Errorf("%.60s: %s %s, want %d %s", c.body, a.Status, a.body, c.status, c.want)
		}
	}
}

// infinite starts an analysis without end and returns its first line and the rest of the answer.
func (r *running) infinite(ctx context.Context) (first string, rest *bufio.Reader, body io.Closer) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(ctx, "POST", r.base+"/api/analyse", strings.NewReader(`{"variant":"tinyhouse","infinite":true}`))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	response, err := plain.RoundTrip(req)
	if err != nil {
		r.t.Fatal(err)
	}
	rest = bufio.NewReader(response.Body)
	if first, err = rest.ReadString('\n'); err != nil {
		r.t.Fatal(err)
	}
	return first, rest, response.Body
}

// TestClientGone checks that the search of a client that goes ends within 100 ms, and makes room for
// another.
func TestClientGone(t *testing.T) {
	s := start(t, serve.Config{MaxSearches: 1})
	best := time.Hour // on a machine with other work
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		_, _, body := s.infinite(ctx)
		if a := s.do("POST", "/api/analyse", `{"variant":"tinyhouse","depth":1}`, "Content-Type", "application/json"); a.StatusCode != 503 || a.Header.Get("Retry-After") == "" {
			t.Fatalf("a second search: %s %s", a.Status, a.body)
		}
		begin := time.Now()
		cancel()
		body.Close()
		for s.Running() > 0 {
			if time.Since(begin) > 5*time.Second {
				t.Fatal("the search goes on")
			}
			time.Sleep(time.Millisecond)
		}
		best = min(best, time.Since(begin))
	}
	if best > 100*time.Millisecond {
		t.Errorf("the searches ended after %v or more", best)
	}
}

// TestStreams checks the empty lines of a silent stream, the limit of time, and that a server that
// stops ends its streams with their best moves.
func TestStreams(t *testing.T) {
	s := start(t, serve.Config{KeepAlive: 20 * time.Millisecond, MaxTime: 400 * time.Millisecond})
	begin := time.Now()
	a, lines := s.analyse(`{"variant":"thinchess8","infinite":true}`)
	if took := time.Since(begin); took < 300*time.Millisecond || took > 3*time.Second || !strings.Contains(a.body, "\n\n") || lines[len(lines)-1]["bestmove"] == nil {
		t.Errorf("ended after %v: %q", took, a.body)
	}
	s = start(t, serve.Config{})
	_, rest, body := s.infinite(context.Background())
	defer body.Close()
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	text, err := io.ReadAll(rest)
	if err != nil || !strings.Contains(string(text), `"bestmove":"`) {
		t.Errorf("a stream of a server that stops ends with %v: %.300s", err, text)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
