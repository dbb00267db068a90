package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestServe checks the first line of serve, an answer, and the end by SIGTERM, which lets a stream say
// its best move.
func TestServe(t *testing.T) {
	needSignals(t)
	e := start(t, "serve", "--listen", "127.0.0.1:0", "--log-level", "error")
	base := strings.TrimPrefix(e.until("listening on http://127.0.0.1:*")[0], "listening on ")
	response, err := http.Get(base + "/thinchess8?fen=k/n/1/1/N/r/R/K_w")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || !strings.Contains(string(text), `"dtm":11,`) {
		t.Errorf("%s %s, %v", response.Status, text, err)
	}
	stream, err := http.Post(base+"/api/analyse", "application/json", strings.NewReader(`{"variant":"tinyhouse","infinite":true}`))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	begin := time.Now()
	e.cmd.Process.Signal(syscall.SIGTERM)
	if text, err = io.ReadAll(stream.Body); err != nil || !strings.Contains(string(text), `"bestmove":"`) {
		t.Errorf("the stream ends with %v: %s", err, text)
	}
	if err := e.cmd.Wait(); err != nil || time.Since(begin) > 10*time.Second {
		t.Errorf("after SIGTERM: %v in %v", err, time.Since(begin))
	}
}

func TestServeUsage(t *testing.T) {
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"--listen nowhere", `--listen "nowhere": want a host and a port`, 2},
		{"--listen 127.0.0.1:99999", "99999", 1},
		{"--max-searches 0", "--max-searches 0: want 1 to 1000", 2},
		{"--max-hash 99999", "--max-hash 99999: want 1 to 65536", 2},
		{"--max-time 0s", "--max-time 0s", 2},
		{"--rate -1", "--rate -1", 2},
		{"--allow-origin example.org", `"example.org": want a scheme and a host`, 2},
		{"--allow-origin https://example.org/path", `"https://example.org/path"`, 2},
		{"--site nosuch", "--site: open nosuch", 1},
		{"--site .", "--site .: has no index.html", 1},
		{"--tb nosuch.tht", "nosuch.tht", 1},
		{"--variants missing.ini", "missing.ini", 1},
		{"--variant thinchess", "--variant", 2},
		{"--fen startpos", "--fen", 2},
		{"--json", "--json", 2},
		{"--log-level loud", "--log-level", 2},
		{"--log-format xml", "--log-format", 2},
		{"stray", `"stray"`, 2},
	} {
		r := finish(t, "", append([]string{"serve"}, strings.Fields(c.args)...)...)
		if r.status != c.status || !strings.Contains(r.err, c.want) || r.out != "" {
			t.Errorf("%s: %s", c.args, fmt.Sprint(r.status, " ", r.err, r.out))
		}
	}
}
