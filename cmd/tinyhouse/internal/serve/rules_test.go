package serve_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/serve"
	"tinyhouse/engine/rules"
	"tinyhouse/tb"
)

// rules asks the rules, and returns the answer.
func (r *running) rules(request map[string]any) reply {
	r.t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.do("POST", "/api/rules", string(body), "Content-Type", "application/json")
}

// TestOwnCatalog checks that the rules for pages know the variants of the server, beside those of a
// request.
func TestOwnCatalog(t *testing.T) {
	catalog, err := rules.Parse("own.ini", "[duel:tinyhouse]\nstartFen = k3/4/4/3K[UWuw] w - - 0 1\n", rules.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, serve.Config{Library: lookup.NewLibrary(catalog, tb.NewSet(0))})
	const more = "[second:duel]\nstartFen = k3/4/4/3K[Uu] w - - 0 1\n"
	for _, c := range []struct {
		request map[string]any
		want    string
	}{
		{map[string]any{"op": "variants"}, `"name":"duel"`},
		{map[string]any{"op": "position", "variant": "duel"}, `"fen":"k3/4/4/3K[WUwu] w - - 0 1"`},
		{map[string]any{"op": "variants", "ini": more}, `"name":"second"`},
		{map[string]any{"op": "check", "ini": more}, `"ok":true`},
		{map[string]any{"op": "position", "variant": "duel", "ini": more}, `"fen":"k3/4/4/3K[WUwu] w - - 0 1"`},
	} {
		if got := s.rules(c.request).body; !strings.Contains(got, c.want) {
			t.Errorf("%v: %.200s, want %s", c.request, got, c.want)
		}
	}
}

// TestLongGame reads a game of more than 64 KiB, and refuses more than 1 MiB.
func TestLongGame(t *testing.T) {
	s := start(t, serve.Config{})
	var pgn strings.Builder
	pgn.WriteString("[Variant \"chess\"]\n\n")
	for n := 1; pgn.Len() < 200<<10; n += 2 {
		fmt.Fprintf(&pgn, "%d. Nf3 {%s} Nf6 %d. Ng1 Ng8 ", n, strings.Repeat("comment ", 20), n+1)
	}
	pgn.WriteString("*")
	got := s.rules(map[string]any{"op": "read", "input": pgn.String()})
	var game struct{ Nodes []json.RawMessage }
	if err := json.Unmarshal([]byte(got.body), &game); err != nil || len(game.Nodes) < 4000 {
		t.Errorf("%s: %d nodes, %v: %.200s", got.Status, len(game.Nodes), err, got.body)
	}
	if got := s.rules(map[string]any{"op": "read", "input": strings.Repeat(" ", 1<<20)}); got.StatusCode != 413 || !strings.Contains(got.body, "1048576 bytes") {
		t.Errorf("a request above 1 MiB: %s %s", got.Status, got.body)
	}
	if got := s.rules(map[string]any{"op": "variants", "ini": strings.Repeat("#", 70_000)}); !strings.Contains(got.body, "70000 bytes: want at most 65536") {
		t.Errorf("an ini text above 64 KiB: %s %s", got.Status, got.body)
	}
}

// TestLongRequests checks that the longest requests to the rules take no more than seconds.
func TestLongRequests(t *testing.T) {
	s := start(t, serve.Config{})
	moves := make([]string, 100_000)
	for i := range moves {
		moves[i] = []string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4]
	}
	hand, tags, text := map[string]int{}, map[string]string{}, strings.Repeat("x", 900_000)
	for i := range 80_000 {
		hand[fmt.Sprint("P", i)], tags[fmt.Sprint(i)] = 64, ""
	}
	root := []map[string]any{{"parent": 0}}
	game := root
	for i, move := range moves[:19_999] {
		game = append(game, map[string]any{"parent": i, "uci": move})
	}
	nested := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4000) + strings.Repeat("(Nc6 ", 50_000)
	for name, request := range map[string]map[string]any{
		"moves":       {"op": "position", "variant": "chess", "moves": moves},
		"played":      {"op": "position", "variant": "chess", "moves": moves[:20_000]},
		"annotated":   {"op": "annotate", "game": map[string]any{"variant": "chess", "nodes": game}},
		"game":        {"op": "read", "variant": "chess", "input": strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 60_000)},
		"variations":  {"op": "read", "variant": "chess", "input": nested},
		"parentheses": {"op": "read", "variant": "chess", "input": "e4 " + strings.Repeat("(", 1_000_000)},
		"comments":    {"op": "read", "variant": "chess", "input": "e4 " + strings.Repeat("{a}", 300_000)},
		"tags":        {"op": "read", "input": strings.Repeat("[a \"b\"]\n", 80_000)},
		"glyphs":      {"op": "read", "variant": "chess", "input": "e4 " + strings.Repeat("$1 ", 300_000)},
		"word":        {"op": "read", "variant": "chess", "input": strings.Repeat("e", 1_000_000)},
		"fen":         {"op": "position", "text": strings.Repeat("/", 1_000_000)},
		"hand":        {"op": "setup", "setup": map[string]any{"hands": []map[string]int{{"P": 1 << 60}, {}}}},
		"letters":     {"op": "setup", "variant": "tinyhouse", "setup": map[string]any{"hands": []map[string]int{hand, {}}}},
		"letter":      {"op": "setup", "variant": "crazyhouse", "setup": map[string]any{"hands": []map[string]int{{text: 64}, {}}}},
		"man":         {"op": "setup", "variant": "chess", "setup": map[string]any{"men": map[string]string{"a1": text}}},
		"written":     {"op": "write", "game": map[string]any{"nodes": root, "tags": tags}},
		"typed":       {"op": "move", "input": strings.Repeat("N", 1_000_000)},
		"sections":    {"op": "check", "ini": strings.Repeat("[a:chess]\n", 50)},
	} {
		begin := time.Now()
		got := s.rules(request)
		if d := time.Since(begin); got.StatusCode != 200 || d > 10*time.Second {
			t.Errorf("%s: %s after %v, %.100s", name, got.Status, d, got.body)
		} else {
			t.Logf("%s: %d bytes after %v", name, len(got.body), d)
		}
	}
}

// TestPacked checks that long answers come with gzip for clients that can unpack it.
func TestPacked(t *testing.T) {
	s := start(t, serve.Config{})
	const path = "/tinyhouse?fen=fuwk/3p/P3/KWUF[]_w"
	plain := s.do("GET", path, "")
	packed := s.do("GET", path, "", "Accept-Encoding", "gzip")
	if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" || len(packed.body) >= len(plain.body)/2 {
		t.Errorf("%d bytes, with gzip %d: %v", len(plain.body), len(packed.body), packed.Header)
	}
	if vary := strings.Join(plain.Header.Values("Vary"), " "); !strings.Contains(vary, "Accept-Encoding") {
		t.Errorf("Vary %q", vary)
	}
	r, err := gzip.NewReader(bytes.NewReader([]byte(packed.body)))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != plain.body {
		t.Errorf("unpacked: %.100s, %v", text, err)
	}
	tags := []string{plain.Header.Get("ETag"), packed.Header.Get("ETag")}
	if tags[0] == tags[1] {
		t.Errorf("one ETag %s for two texts", tags[0])
	}
	for _, tag := range tags {
		if again := s.do("GET", path, "", "If-None-Match", tag, "Accept-Encoding", "gzip"); again.StatusCode != 304 || again.Header.Get("ETag") != tag {
			t.Errorf("%s: %s %v", tag, again.Status, again.Header)
		}
	}
	if again := s.do("GET", path, "", "If-None-Match", `"other", W/`+tags[0]); again.StatusCode != 304 {
		t.Errorf("a weak tag among others: %s", again.Status)
	}
	for _, refused := range []string{"gzip;q=0", "br", "identity"} {
		if got := s.do("GET", path, "", "Accept-Encoding", refused); got.body != plain.body {
			t.Errorf("Accept-Encoding %s: another body, %v", refused, got.Header)
		}
	}
	short := s.do("GET", "/healthz", "", "Accept-Encoding", "gzip")
	if short.body != "ok\n" || short.Header.Get("Content-Encoding") != "" {
		t.Errorf("a short answer: %q %v", short.body, short.Header)
	}
	if got := s.do("POST", "/api/rules", `{"op":"variants"}`, "Content-Type", "application/json", "Accept-Encoding", "gzip"); got.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("rules: %v", got.Header)
	}
}

// TestNotPacked checks that a body which gzip makes longer is sent as it is.
func TestNotPacked(t *testing.T) {
	h, body := http.Header{}, make([]byte, 2000)
	rand.NewChaCha8([32]byte{}).Read(body)
	if got := serve.Packed(h, body); !bytes.Equal(got, body) || len(h) != 0 {
		t.Errorf("%d bytes of %d, %v", len(got), len(body), h)
	}
}
