package serve_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tinyhouse/cmd/tinyhouse/internal/serve"
)

const (
	asJSON = "application/json"
	asText = "text/plain; charset=utf-8"
	asPage = "text/html; charset=utf-8"
	mate   = "/thinchess8?fen=k/n/1/1/N/r/R/K_w_-_-_0_1"
)

// answer is what the server answers to a GET.
type answer struct {
	path   string
	status int
	kind   string
	want   []string // parts of the body
}

// probes are the answers about the questions about positions.
var probes = []answer{
	{mate, 200, asJSON, []string{
		`{"checkmate":false,"stalemate":false,"variant_win":false,"variant_loss":false,"insufficient_material":false,"dtz":null,"precise_dtz":null,"dtm":11,"dtw":null,"dtc":null,"category":"win",` +
			`"tinyhouse":{"value":"win","plies":11,"bound":"exact","source":"table","table":"thinchess8-KNRvKNR"},"moves":[{"uci":"a2a3","san":"Rxa3","zeroing":true,"conversion":true,"checkmate":false,`,
		`{"uci":"a4a6","san":"Na6+","zeroing":false,"conversion":false,`, `"dtm":0,`, `"fen":"k/n/1/1/N/r/R/K w - - 0 1","variant":"thinchess8"}`}},
	{"/tablebase" + mate, 200, asJSON, []string{`"dtm":11,`}},
	{"/thinchess8?fen=k%2Fn%2F1%2F1%2FN%2Fr%2FR%2FK%20w", 200, asJSON, []string{`"dtm":11,`}},
	{"/thinchess8?fen=bk,bn,x,x,wn,br,wr,wk:w", 200, asJSON, []string{`"dtm":11,`}},
	{"/standard?fen=8/8/4k3/8/8/3K4/8/8_w", 200, asJSON, []string{`"insufficient_material":true,`, `"category":"draw"`, `"variant":"chess"`}},
	{"/chess?fen=R6k/8/6K1/8/8/8/8/8_b", 200, asJSON, []string{`"checkmate":true,`, `"dtm":null,`, `"category":"loss"`, `"moves":[]`}},
	{"/tinyhouse?fen=k1W1/4/1K2/4[]_b", 200, asJSON, []string{`"stalemate":true,"variant_win":true,`, `"category":"win"`}},
	{"/tinyhouse?fen=startpos", 200, asJSON, []string{`"category":"unknown","tinyhouse":{"value":"unknown","plies":null,"bound":null,"source":null,"table":null}`}},
	{"/tinyhouse?fen=fuwk/3p/P1F1/KWU1[]_b", 200, asJSON, []string{`"dtm":null,"dtw":null,"dtc":null,"category":"win","tinyhouse":{"value":"win","plies":9,"bound":"at least","source":"certificate","table":"tinyhouse-d1c2"}`}},
	{"/peasants1?fen=P/8/8/8/8/8/8/p_w", 400, asText, []string{`"P/8/8/8/8/8/8/p w"`}},
	{"/thinchess8", 400, asText, []string{"fen is missing"}},
	{"/thinchess8?fen=k/n/1/1/N/r/R/Z", 400, asText, []string{`"k/n/1/1/N/r/R/Z"`}},
	{"/thinchess8?fen=k/n/1/1/N/r/R/K_x", 400, asText, []string{`"k/n/1/1/N/r/R/K x"`}},
	{"/thinchess8?fen=%zz", 400, asText, []string{"%zz"}},
	{"/thinchess8?fen=%ff%fe", 400, asText, nil},
	{"/thinchess8?fen=" + strings.Repeat("k", 600), 400, asText, []string{"600 bytes, want at most 512"}},
	{"/nosuch?fen=k", 404, asText, []string{`"nosuch"`}},
	{"/assets?fen=k", 404, asText, nil},
	{"/api", 404, asText, nil},
	{"/api/nosuch", 404, asJSON, []string{`{"detail":"\"/api/nosuch\": no such address","error":"not found"}`}},
	{"/tablebase", 404, asText, nil},
	{"/thinchess8/mainline?fen=k/n/1/1/N/r/R/K_w", 200, asJSON, []string{
		`{"dtz":null,"precise_dtz":null,"mainline":[{"uci":"a2a3","san":"Rxa3","dtz":null,"precise_dtz":null,"dtm":-10},`, `"dtm":null}],"winner":"w"}`}},
	{"/tablebase/chess/mainline?fen=8/8/4k3/8/8/3K4/8/8_w", 200, asJSON, []string{`"mainline":[],"winner":null}`}},
	{"/tinyhouse/mainline?fen=startpos", 404, asText, []string{"no table or certificate"}},
	{"/tinyhouse/mainline", 400, asText, []string{"fen"}},
}

// others are the answers about the state of the server and the variants.
var others = []answer{
	{"/monitor", 200, asText, nil},
	{"/healthz", 200, asText, []string{"ok\n"}},
	{"/api/version", 200, asJSON, []string{`{"version":"test","go":"go1.`, `"revision":`, `"wasm":null}`}},
	{"/api/variants", 200, asJSON, []string{`[{"name":"tinyhouse","aliases":[],"files":4,"ranks":4,"drops":true,"start":"fuwk/3p/P3/KWUF[] w - - 0 1","pieces":[{"letter":"K","name":"king","moves":"K","hand":false,"promotions":[]}`,
		`"name":"chess","aliases":["standard"],`, `{"letter":"C","name":"shogiPawn","moves":"fW","hand":true,"promotions":["+C"]}`}},
	{"/api/variants/standard", 200, asJSON, []string{`{"name":"chess","aliases":["standard"],"files":8,"ranks":8,"drops":false`, `"promotions":["Q","R","B","N"]`}},
	{"/api/variants/dobutsu.ini", 200, asText, []string{"[dobutsu]\n", "maxRank = 4\n"}},
	{"/api/variants/nosuch", 404, asJSON, []string{`"error":"not found"`, `nosuch`}},
	{"/api/variants/nosuch.ini", 404, asJSON, nil},
}

// tables are the answers about tables, proofs and random positions.
var tables = []answer{
	{"/api/tables/thinchess8-KNRvKNR", 200, asJSON, []string{`{"id":"thinchess8-KNRvKNR","name":"thinchess8-KNRvKNR.tht","kind":"table","variant":"thinchess8","material":"KNRvKNR","root":null,"positions":`,
		`"bytes":7207,"digest":"`, `"sha256":"`, `"verified":`, `"longest":`}},
	{"/api/tables/tinyhouse-d1c2", 200, asJSON, []string{`"kind":"certificate","variant":"tinyhouse","material":null,"root":"fuwk/3p/P1F1/KWU1[] b - - 0 1","positions":`}},
	{"/api/tables/nosuch", 404, asJSON, []string{`"nosuch\": not known`}},
	{"/api/tables/thinchess8-KNRvKNR/stats", 200, asJSON, []string{`"table":"thinchess8-KNRvKNR","variant":"thinchess8"`,
		`"wins_in":[{"plies":1,"positions":4308},{"plies":3,"positions":2536},{"plies":5,"positions":1416},{"plies":7,"positions":180},{"plies":9,"positions":16},{"plies":11,"positions":12}]`,
		`"sides":[{"positions":`}},
	{"/api/tables/tinyhouse-d1c2/stats", 200, asJSON, []string{`"certificate":"tinyhouse-d1c2"`, `"records":`, `"claim":"win 9"`}},
	{"/api/tables/nosuch/stats", 404, asJSON, nil},
	{"/api/tables/nosuch/file", 404, asJSON, nil},
	{"/api/proof/tinyhouse-d1c2", 200, asJSON, []string{`{"fen":"fuwk/3p/P1F1/KWU1[] b - - 0 1","claim":"win","plies":9,"move":{"uci":"b4c2","san":"Uxc2+"},"result":null,"replies":[{"uci":"a1b2","san":"Kb2","fen":"f1wk/3p/PKu1/1WU1[f] b - - 1 2","status":"record","plies":1}`}},
	{"/api/proof/tinyhouse-d1c2?fen=startpos", 200, asJSON, []string{`"claim":null,"plies":null,"move":null,"result":null`, `"uci":"d1c2","san":"Fc2","fen":"fuwk/3p/P1F1/KWU1[] b - - 1 1","status":"record","plies":9}`, `"status":"outside","plies":null}`}},
	{"/api/proof/tinyhouse-d1c2?fen=k1W1/4/1K2/4[]_b", 200, asJSON, []string{`"result":"stalemate","replies":[]`}},
	{"/api/proof/tinyhouse-d1c2?fen=x", 400, asJSON, nil},
	{"/api/proof/thinchess8-KNRvKNR", 404, asJSON, []string{"want a certificate"}},
	{"/api/proof/nosuch", 404, asJSON, nil},
	{"/api/random?v=thinchess8&value=win&plies=11&seed=1", 200, asJSON, []string{`"variant":"thinchess8","table":"thinchess8-KNRvKNR","value":"win","plies":11,"seed":1}`}},
	{"/api/random?table=tinyhouse-d1c2&value=win&seed=5", 200, asJSON, []string{`"table":"tinyhouse-d1c2","value":"win","plies":`}},
	{"/api/random?v=thinchess8&value=draw", 200, asJSON, []string{`"value":"draw","plies":null,"seed":`}},
	{"/api/random?v=thinchess8&value=win&plies=12", 404, asJSON, []string{"no such position"}},
	{"/api/random?v=thinchess8&value=won", 400, asJSON, []string{`value \"won\"`}},
	{"/api/random?v=thinchess8&value=draw&plies=3", 400, asJSON, nil},
	{"/api/random?v=thinchess8&plies=x", 400, asJSON, nil},
	{"/api/random?v=thinchess8&seed=x", 400, asJSON, nil},
	{"/api/random?v=thinchess8&table=chess-KPvK", 404, asJSON, nil},
	{"/api/random?v=crazyhouse", 404, asJSON, []string{"no table of "}},
	{"/api/random", 400, asJSON, []string{"v is missing"}},
	{"/api/uci", 426, asJSON, []string{"want a WebSocket"}},
}

// plainPages are the answers about the plain page.
var plainPages = []answer{
	{"/", 200, asPage, []string{"<h1>tinyhouse</h1>", "White to move: unknown."}},
	{"/?v=thinchess8&fen=k/n/1/1/N/r/R/K%20w", 200, asPage, []string{
		" 8  k \n 7  n \n", "White to move: wins in 11 plies.", "<h2>Winning</h2>", `">Rxa3</a> (a2a3): wins in 11 plies</li>`, "<h2>Drawing</h2>", `<a href="?fen=k%2Fn%2FN%2F1%2F1%2Fr%2FR%2FK&#43;b&#43;-&#43;-&#43;1&#43;1&amp;v=thinchess8">Na6&#43;</a> (a4a6): draws</li>`}},
	{"/?v=tinyhouse&fen=k1W1/4/1K2/4[]_b", 200, asPage, []string{"0-1: stalemated player wins."}},
	{"/?v=tinyhouse&fen=%3Cscript%3E", 400, asPage, []string{"&lt;script&gt;"}},
	{"/?v=nosuch", 404, asPage, []string{"nosuch"}},
}

// TestAnswers checks the status, the type and the body of every endpoint.
func TestAnswers(t *testing.T) {
	s := start(t, serve.Config{})
	for _, c := range slices.Concat(probes, others, tables, plainPages) {
		a := s.do("GET", c.path, "")
		if a.StatusCode != c.status || a.Header.Get("Content-Type") != c.kind {
			t.Errorf("%.80s: %s %q, want %d %q: %.300s", c.path, a.Status, a.Header.Get("Content-Type"), c.status, c.kind, a.body)
		}
		for _, want := range c.want {
			if !strings.Contains(a.body, want) {
				t.Errorf("%.80s: %s\nwant %s", c.path, a.body, want)
			}
		}
		if a.Header.Get("Access-Control-Allow-Origin") != "*" && c.path != "/api/uci" {
			t.Errorf("%.80s: no Access-Control-Allow-Origin", c.path)
		}
	}
	if log := s.log.String(); log != "" {
		t.Errorf("log: %s", log)
	}
}

// TestList checks the list of tables, and that the server finds out the rest about the small ones.
func TestList(t *testing.T) {
	s := start(t, serve.Config{})
	a := s.do("GET", "/api/tables", "")
	if n := strings.Count(a.body, `"id":`); n < 40 || !strings.Contains(a.body, `"id":"chess-KPvK"`) {
		t.Errorf("%d tables: %s", n, a.body)
	}
	stats := s.get("/api/tables/peasants1-PPvPP/stats")
	info := s.get("/api/tables/peasants1-PPvPP")
	if info["positions"] != stats["all"].(map[string]any)["positions"] || info["longest"] == nil {
		t.Errorf("%v, %v", info, stats)
	}
}

// TestMethods checks methods, preflight requests and the rules of closed endpoints.
func TestMethods(t *testing.T) {
	s := start(t, serve.Config{AllowOrigins: []string{"https://friend.example"}})
	const probe = "/thinchess8?fen=k/n/1/1/N/r/R/K_w"
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status             int
		want               string // a header and its value
	}{
		{"HEAD", probe, "", nil, 200, "Content-Type: application/json"},
		{"POST", probe, "", nil, 405, "Allow: GET, HEAD, OPTIONS"},
		{"DELETE", "/api/tables", "", nil, 405, "Content-Type: application/json"},
		{"GET", "/api/analyse", "", nil, 405, "Allow: POST, OPTIONS"},
		{"OPTIONS", probe, "", nil, 204, "Allow: GET, HEAD, OPTIONS"},
		{"OPTIONS", probe, "", []string{"Origin", "https://any.example", "Access-Control-Request-Method", "GET"}, 204, "Access-Control-Allow-Origin: *"},
		{"GET", probe, "", []string{"Origin", "https://any.example"}, 200, "Access-Control-Allow-Origin: *"},
		{"GET", probe, "", []string{"Origin", "https://any.example"}, 200, "Access-Control-Expose-Headers: Etag, Retry-After, Content-Range, Content-Length"},
		{"GET", "/thinchess8?fen=x", "", []string{"Origin", "https://any.example"}, 400, "Access-Control-Allow-Origin: *"},
		{"POST", "/api/check", "[a:chess]\n", []string{"Origin", "https://any.example"}, 403, "Access-Control-Allow-Origin: "},
		{"POST", "/api/check", "[a:chess]\n", []string{"Sec-Fetch-Site", "cross-site"}, 403, "Access-Control-Allow-Origin: "},
		{"POST", "/api/check", "[a:chess]\n", []string{"Origin", "https://friend.example"}, 200, "Access-Control-Allow-Origin: https://friend.example"},
		{"POST", "/api/check", "[a:chess]\n", []string{"Origin", s.base}, 200, "Content-Type: application/json"},
		{"OPTIONS", "/api/analyse", "", []string{"Origin", "https://any.example", "Access-Control-Request-Method", "POST"}, 204, "Access-Control-Allow-Origin: "},
		{"OPTIONS", "/api/analyse", "", []string{"Origin", "https://friend.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type"}, 204, "Access-Control-Allow-Origin: https://friend.example"},
		{"GET", "/api/uci", "", []string{"Origin", "https://any.example"}, 403, "Access-Control-Allow-Origin: "},
		{"POST", "/api/check", "", []string{"Content-Type", "image/png"}, 415, "Content-Type: application/json"},
		{"POST", "/api/check", strings.Repeat("x", 70000), nil, 413, "Content-Type: application/json"},
		{"POST", "/api/check", strings.Repeat("[a]\n", 60), nil, 400, "Content-Type: application/json"},
		{"POST", "/api/check", strings.Repeat(" [a]\n", 60), nil, 400, "Content-Type: application/json"},
		{"GET", probe, "", []string{"Host", "evil.example"}, 403, "X-Content-Type-Options: nosniff"},
		{"GET", probe, "", []string{"Host", "localhost:99"}, 200, "X-Content-Type-Options: nosniff"},
		{"GET", probe, "", []string{"Host", "[::1]"}, 200, "X-Content-Type-Options: nosniff"},
	} {
		a := s.do(c.method, c.path, c.body, c.headers...)
		name, value, _ := strings.Cut(c.want, ": ")
		if a.StatusCode != c.status || a.Header.Get(name) != value {
			t.Errorf("%s %.40s %v: %s, %s: %q, want %d, %q: %.200s", c.method, c.path, c.headers, a.Status, name, a.Header.Get(name), c.status, value, a.body)
		}
		if c.method == "HEAD" && a.body != "" {
			t.Errorf("HEAD has the body %q", a.body)
		}
	}
}

func TestETag(t *testing.T) {
	s := start(t, serve.Config{})
	for _, path := range []string{"/thinchess8?fen=k/n/1/1/N/r/R/K_w", "/thinchess8/mainline?fen=k/n/1/1/N/r/R/K_w", "/api/proof/tinyhouse-d1c2",
		"/api/tables/thinchess8-KNRvKNR/stats", "/api/tables/thinchess8-KNRvKNR/file"} {
		first := s.do("GET", path, "")
		tag := first.Header.Get("ETag")
		again := s.do("GET", path, "", "If-None-Match", tag)
		if !regexp.MustCompile(`^"[0-9a-f]{24,}"$`).MatchString(tag) || again.StatusCode != http.StatusNotModified || again.body != "" || again.Header.Get("ETag") != tag {
			t.Errorf("%s: tag %q, then %s, tag %q", path, tag, again.Status, again.Header.Get("ETag"))
		}
		if first.Header.Get("Cache-Control") != "public, max-age=86400" {
			t.Errorf("%s: %q", path, first.Header.Get("Cache-Control"))
		}
	}
	// The tag is that of the position, not of the text, and differs between positions and questions.
	tags := []string{}
	for _, path := range []string{"/thinchess8?fen=k/n/1/1/N/r/R/K_w_-_-_0_1", "/tablebase/thinchess8?fen=bk,bn,x,x,wn,br,wr,wk:w",
		"/thinchess8?fen=k/n/1/1/N/r/R/K_b", "/thinchess8/mainline?fen=k/n/1/1/N/r/R/K_w"} {
		tags = append(tags, s.do("GET", path, "").Header.Get("ETag"))
	}
	if tags[0] != tags[1] || tags[0] == tags[2] || tags[0] == tags[3] {
		t.Errorf("tags %q", tags)
	}
	if bad := s.do("GET", "/tinyhouse/mainline?fen=startpos", ""); bad.Header.Get("ETag") != "" || bad.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("an error has the headers %v", bad.Header)
	}
}

func TestMonitor(t *testing.T) {
	s := start(t, serve.Config{})
	for range 3 {
		s.do("GET", "/thinchess8?fen=k/n/1/1/N/r/R/K_w", "")
	}
	if got := s.do("GET", "/monitor", "").body; got != "tinyhouse cache=1u,cache_miss=1u,probes=3u,searches=0u\n" {
		t.Errorf("%q", got)
	}
}

func TestFileRanges(t *testing.T) {
	s := start(t, serve.Config{})
	const path = "/api/tables/thinchess8-KNRvKNR/file"
	whole := s.do("GET", path, "")
	if len(whole.body) != 7207 || !strings.HasPrefix(whole.body, "\x89THT") || whole.Header.Get("Content-Disposition") != "attachment; filename*=UTF-8''thinchess8-KNRvKNR.tht" {
		t.Fatalf("%d bytes, %v", len(whole.body), whole.Header)
	}
	part := s.do("GET", path, "", "Range", "bytes=100-199")
	if part.StatusCode != http.StatusPartialContent || part.body != whole.body[100:200] || part.Header.Get("Content-Range") != "bytes 100-199/7207" {
		t.Errorf("%s %q", part.Status, part.Header.Get("Content-Range"))
	}
	if end := s.do("GET", path, "", "Range", "bytes=-7"); end.body != whole.body[7200:] {
		t.Errorf("%d bytes at the end", len(end.body))
	}
	if beyond := s.do("GET", path, "", "Range", "bytes=9000-"); beyond.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("beyond the end: %s", beyond.Status)
	}
	if resumed := s.do("GET", path, "", "Range", "bytes=7000-", "If-Range", `"other"`); resumed.StatusCode != http.StatusOK {
		t.Errorf("a range of another file: %s", resumed.Status)
	}
}

func TestCheck(t *testing.T) {
	s := start(t, serve.Config{})
	for body, want := range map[string]string{
		"[duel:tinyhouse]\nstartFen = k3/4/4/3K[UWuw] w - - 0 1\n": `{"ok":true,"errors":[],"variants":["duel"]}`,
		"[duel:tinyhouse]\n\nwizard = x\n":                         `{"ok":false,"errors":[{"line":3,"key":"wizard","text":`,
		"[a:nosuch]\n":                                             `"variants":["a"]}`,
		"":                                                         `{"ok":true,"errors":[],"variants":[]}`,
		"\x00\xff[":                                                `"ok":false`,
	} {
		if a := s.do("POST", "/api/check", body, "Content-Type", "text/plain; charset=utf-8"); a.StatusCode != 200 || !strings.Contains(a.body, want) {
			t.Errorf("%q: %s %s, want %s", body, a.Status, a.body, want)
		}
	}
}

// TestSite checks the files of a site: packed forms, caching, and the plain page for questions.
func TestSite(t *testing.T) {
	s := start(t, serve.Config{Site: fstest.MapFS{
		"index.html":              {Data: []byte("<p>site")},
		"sw.js":                   {Data: []byte("self")},
		"assets/engine.1a2b.wasm": {Data: []byte("\x00asm")}, "assets/engine.1a2b.wasm.br": {Data: []byte("small")}, "assets/engine.1a2b.wasm.gz": {Data: []byte("medium")},
	}})
	for _, c := range []struct{ path, accept, body, kind, caching, encoding string }{
		{"/", "br, gzip", "<p>site", "text/html; charset=utf-8", "no-cache", ""},
		{"/sw.js", "", "self", "text/javascript; charset=utf-8", "no-cache", ""},
		{"/assets/engine.1a2b.wasm", "gzip, br", "small", "application/wasm", "public, max-age=31536000, immutable", "br"},
		{"/assets/engine.1a2b.wasm", "gzip, br;q=0", "medium", "application/wasm", "public, max-age=31536000, immutable", "gzip"},
		{"/assets/engine.1a2b.wasm", "", "\x00asm", "application/wasm", "public, max-age=31536000, immutable", ""},
	} {
		a := s.do("GET", c.path, "", "Accept-Encoding", c.accept)
		h := a.Header
		if got := []string{a.body, h.Get("Content-Type"), h.Get("Cache-Control"), h.Get("Content-Encoding")}; !slices.Equal(got, []string{c.body, c.kind, c.caching, c.encoding}) {
			t.Errorf("%s %q: %q", c.path, c.accept, got)
		}
		if again := s.do("GET", c.path, "", "Accept-Encoding", c.accept, "If-None-Match", h.Get("ETag")); again.StatusCode != 304 {
			t.Errorf("%s again: %s", c.path, again.Status)
		}
	}
	if a := s.do("GET", "/?v=thinchess8&fen=startpos", ""); !strings.Contains(a.body, "<h1>thinchess8</h1>") {
		t.Errorf("a question at /: %s", a.body)
	}
	for _, path := range []string{"/assets/nosuch.js", "/assets", "/assets/", "/%2e%2e/go.mod", "/../go.mod", "/assets/../../go.mod", "//index.html", "/./index.html", "/sw.js/", "/index.html%00"} {
		if a := s.do("GET", path, ""); a.StatusCode != 404 && a.StatusCode != 400 {
			t.Errorf("%s: %s %.40q", path, a.Status, a.body)
		}
	}
	if v := s.get("/api/version"); v["wasm"] == nil {
		t.Errorf("%v", v)
	}
}

// TestSiteFolder checks that a site in a folder is served, and that links in it do not lead out of it.
func TestSiteFolder(t *testing.T) {
	folder := t.TempDir()
	site := filepath.Join(folder, "site")
	for name, text := range map[string]string{"site/index.html": "<p>built", "site/assets/app.js": "app", "secret.txt": "secret"} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(folder, "secret.txt"), filepath.Join(site, "link.txt")); err != nil {
		t.Skipf("no links on this system: %v", err)
	}
	files, err := (&serve.Flags{Folder: site}).OpenSite(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, serve.Config{Site: files})
	for path, want := range map[string]string{"/": "<p>built", "/assets/app.js": "app"} {
		if a := s.do("GET", path, ""); a.body != want {
			t.Errorf("%s: %s %s", path, a.Status, a.body)
		}
	}
	for _, path := range []string{"/link.txt", "/assets/..%2f..%2fsecret.txt", "/assets/../../secret.txt"} {
		if a := s.do("GET", path, ""); a.StatusCode != 404 {
			t.Errorf("%s: %s %s", path, a.Status, a.body)
		}
	}
}
