package serve_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tinyhouse/cmd/tinyhouse/internal/serve"
)

// longRequests are requests to the rules that may take long, with what each costs.
var longRequests = map[string]int{
	`{"op":"statistics","variant":"thinchess8","draw":{"table":"thinchess8-KNRvKNR"}}`: 10,
	`{"op":"random","variant":"thinchess8"}`:                                           5,
	`{"op":"lengths","variant":"thinchess8"}`:                                          5,
	`{"op":"puzzle","variant":"thinchess8","draw":{"plies":5,"number":1}}`:             5,
	`{"op":"certificate","certificate":"tinyhouse-a1b2-c4c3"}`:                         10,
	`{"op":"verify","certificate":"tinyhouse-a1b2-c4c3"}`:                              1,
}

// direct sends a request without a connection. It ends with ctx.
func (r *running) direct(ctx context.Context, method, path, kind, body, remote string) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", kind)
	request.RemoteAddr = remote
	w := httptest.NewRecorder()
	r.ServeHTTP(w, request)
	return w
}

const here = "127.0.0.1:1" // an address of this machine

// TestLongWork checks that requests that take long wait for each other, and that no others wait for them.
func TestLongWork(t *testing.T) {
	s := start(t, serve.Config{})
	end := s.Busy()
	waits := func(method, path, kind, body string) {
		t.Helper()
		brief, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if w := s.direct(brief, method, path, kind, body, here); w.Code != http.StatusServiceUnavailable {
			t.Errorf("%s %s: %d %.100s, want to wait", path, body, w.Code, w.Body)
		}
	}
	for request := range longRequests {
		waits("POST", "/api/rules", "application/json", request)
	}
	waits("POST", "/api/proof", "application/octet-stream", "x")
	waits("GET", "/api/random?v=thinchess8", "", "")
	s.alive()
	for _, op := range []string{"position", "tables", "certificates"} {
		if w := s.direct(t.Context(), "POST", "/api/rules", "application/json", `{"op":"`+op+`"}`, here); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", op, w.Code, w.Body)
		}
	}
	end()
	for request := range longRequests {
		if w := s.direct(t.Context(), "POST", "/api/rules", "application/json", request, here); w.Code != http.StatusOK || strings.Contains(w.Body.String(), `"error":`) {
			t.Errorf("%s: %d %s", request, w.Code, w.Body)
		}
	}
}

// TestCosts checks how many requests of a kind an address of another machine has in reserve.
func TestCosts(t *testing.T) {
	s := start(t, serve.Config{Rate: 1e-3})
	costs := map[string]int{`{"op":"position"}`: 1, "nonsense": 1, `{"op":"position","input":"` + strings.Repeat("x", 200<<10) + `"}`: 4}
	for request, cost := range longRequests {
		costs[request] = cost
	}
	n := 0
	for request, cost := range costs {
		n++
		remote := "203.0.113." + string(rune('0'+n)) + ":1"
		for i := range 20/cost + 1 {
			want := http.StatusOK
			if i == 20/cost {
				want = http.StatusTooManyRequests
			}
			if w := s.direct(t.Context(), "POST", "/api/rules", "application/json", request, remote); w.Code != want {
				t.Errorf("%.60s: answer %d: %d %.100s, want %d", request, i, w.Code, w.Body, want)
			}
		}
	}
}
