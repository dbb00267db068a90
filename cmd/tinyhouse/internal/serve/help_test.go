package serve_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/serve"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

var full = flag.Bool("full", false, "run the tests that take minutes: more positions, connections and time")

// library returns the embedded tables, the proofs of the repository and more files.
func library(t testing.TB, more ...string) *lookup.Library {
	t.Helper()
	set := tb.NewSet(64 << 20)
	for _, path := range append(more, "../../../../tb/proofs") {
		if err := set.Open(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.AddAll(embedded.All); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return lookup.NewLibrary(rules.Builtin(), set)
}

// running is a server on a loopback address.
type running struct {
	*serve.Server
	t    testing.TB
	base string
	addr string
	log  *lockedText
	stop func() error // ends the server and returns its error
}

// lockedText collects a log.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// start starts a server. The end of the test stops it.
func start(t testing.TB, c serve.Config) *running {
	t.Helper()
	if c.Library == nil {
		c.Library = library(t)
	}
	written := &lockedText{}
	c.Version, c.Log = "test", log.New(written, "", 0)
	s, err := serve.New(c)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	r := &running{Server: s, t: t, base: "http://" + l.Addr().String(), addr: l.Addr().String(), log: written}
	r.stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("serve: %v", err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return r
}

// reply is an answer with its body.
type reply struct {
	*http.Response
	body string
}

// do sends a request with pairs of headers.
func (r *running) do(method, path, body string, headers ...string) reply {
	r.t.Helper()
	req, err := http.NewRequest(method, r.base+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	response, err := (&http.Client{Timeout: time.Minute, Transport: plain}).Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return reply{response, string(text)}
}

// plain asks for no compression of its own.
var plain = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 100}

// get returns the object at an address, which must be there.
func (r *running) get(path string) map[string]any {
	r.t.Helper()
	a := r.do("GET", path, "")
	object := map[string]any{}
	if err := json.Unmarshal([]byte(a.body), &object); err != nil || a.StatusCode != http.StatusOK {
		r.t.Fatalf("%s: %s %s, %v", path, a.Status, a.body, err)
	}
	return object
}

// question returns the address of a position.
func question(variant, fen string) string { return "/" + variant + "?fen=" + url.QueryEscape(fen) }

// flat returns an object as "key=value" words, objects in it as theirs.
func flat(value any) string {
	text, _ := json.Marshal(value)
	return fmt.Sprintf("%s", text)
}
