//go:build !js

package main_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// The budget of the module as servers compress it, in bytes.
const (
	maxGzip   = 1_900_000
	maxBrotli = 1_400_000
)

// size returns the size of data that a writer compresses.
func size(data []byte, compressor func(io.Writer) io.WriteCloser) int {
	var packed bytes.Buffer
	w := compressor(&packed)
	w.Write(data)
	w.Close()
	return packed.Len()
}

// build builds the module and returns its path.
func build(t *testing.T) string {
	t.Helper()
	module := filepath.Join(t.TempDir(), "tinyhouse.wasm")
	flags, err := os.ReadFile("flags.txt")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", slices.Concat([]string{"build", "-o", module}, strings.Split(strings.TrimSpace(string(flags)), "\n"), []string{"."})...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return module
}

// runner is the module in Node.
type runner struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

// start runs the module in Node with a role.
func start(t *testing.T, module, role string) *runner {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run WebAssembly")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	glue := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	cmd := exec.Command(node, "testdata/node.js", glue, module, role)
	cmd.Stderr = os.Stderr
	deadline := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { deadline.Stop(); cmd.Process.Kill(); cmd.Wait() })
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 1<<20)
	return &runner{t, in, scanner}
}

// send sends a line.
func (r *runner) send(line string) {
	r.t.Helper()
	if _, err := io.WriteString(r.in, line+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

// await returns the next line that begins with a text.
func (r *runner) await(prefix string) string {
	r.t.Helper()
	for r.out.Scan() {
		if strings.HasPrefix(r.out.Text(), prefix) {
			return r.out.Text()
		}
	}
	r.t.Fatalf("no line begins with %q", prefix)
	return ""
}

func TestModule(t *testing.T) {
	if testing.Short() {
		t.Skip("building for the browser takes half a minute")
	}
	module := build(t)
	t.Run("Size", func(t *testing.T) {
		data, err := os.ReadFile(module)
		if err != nil {
			t.Fatal(err)
		}
		zip := size(data, func(w io.Writer) io.WriteCloser {
			z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
			return z
		})
		br := size(data, func(w io.Writer) io.WriteCloser {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
		})
		t.Logf("%d bytes, gzip %d, brotli %d", len(data), zip, br)
		if zip > maxGzip || br > maxBrotli {
			t.Errorf("gzip: %d bytes, brotli: %d bytes, want at most %d and %d", zip, br, maxGzip, maxBrotli)
		}
	})
	t.Run("Stop", func(t *testing.T) { testStop(t, start(t, module, "uci")) })
	t.Run("Table", func(t *testing.T) { testTable(t, start(t, module, "uci")) })
	t.Run("Rules", func(t *testing.T) { testRules(t, start(t, module, "rules")) })
	t.Run("Proof", func(t *testing.T) { testProof(t, start(t, module, "rules")) })
	t.Run("Overtaking", func(t *testing.T) { testOvertaking(t, start(t, module, "rules")) })
	t.Run("Pieces", func(t *testing.T) { testPieces(t, start(t, module, "rules")) })
}

// testStop checks that lines are read while the engine searches: the fastest of five answers counts, since
// a busy machine lets all processes wait.
func testStop(t *testing.T, r *runner) {
	r.send("uci")
	r.await("uciok")
	for _, position := range []string{
		"position startpos", "position startpos moves c1d3", "position fen 2k1/P3/4/2K1[WUFpp] w - - 0 1",
	} {
		fastest := time.Hour
		for range 5 {
			r.send(position)
			r.send("go infinite")
			time.Sleep(150 * time.Millisecond)
			sent := time.Now()
			r.send("isready")
			r.await("readyok")
			r.send("stop")
			r.await("bestmove")
			fastest = min(fastest, time.Since(sent))
		}
		if fastest > 200*time.Millisecond {
			t.Errorf("%s: isready and stop answered after %v", position, fastest)
		}
	}
	r.send("go movetime 100")
	r.await("bestmove")
}

func testTable(t *testing.T, r *runner) {
	table, err := filepath.Abs("../../tb/embedded/tables/thinchess8-KNRvKNR.tht")
	if err != nil {
		t.Fatal(err)
	}
	r.send("table thinchess8 " + table)
	if got := r.await("table"); got != "table " {
		t.Fatal(got)
	}
	r.send("setoption name UCI_Variant value thinchess8")
	r.send("position fen k/n/1/1/N/r/R/K w - - 0 1")
	r.send("go depth 3")
	if got := r.await("info depth"); !strings.Contains(got, "score mate 6") || strings.Contains(got, "tbhits 0") {
		t.Error(got)
	}
	if got := r.await("bestmove"); !strings.HasPrefix(got, "bestmove a2a3") {
		t.Error(got)
	}
}

func testRules(t *testing.T, r *runner) {
	r.send(`{"op":"position","moves":["c1d3"]}`)
	if got := r.await("{"); !strings.Contains(got, `"fen":"fuwk/3U/P3/KW1F[P] b - - 0 1"`) {
		t.Error(got)
	}
	r.send(`{"op":"position","text":"nonsense"}`)
	if got := r.await("{"); !strings.Contains(got, `"error":`) || !strings.Contains(got, "nonsense") {
		t.Error(got)
	}
}

// testProof asks about certificates.
func testProof(t *testing.T, r *runner) {
	for _, c := range []struct{ send, begin, want string }{
		{"table d1c2 ../../tb/proofs/tinyhouse-d1c2.thc", "table", "table "},
		{`{"op":"certificates"}`, "[", `"id":"d1c2","variant":"tinyhouse","root":"fuwk/3p/P1F1/KWU1[] b - - 0 1","turn":"b","claim":{"value":"win","plies":9`},
		{`{"op":"certificate","certificate":"d1c2"}`, "{", `"records":23`},
		{`{"op":"proof","certificate":"d1c2","text":"fuwk/3p/P1F1/KWU1[] b - - 0 1"}`, "{", `"move":{"uci":"b4c2"`},
		{`{"op":"verify-node","certificate":"d1c2","text":"fuwk/3p/P1F1/KWU1[] b - - 0 1"}`, "{", `{"record":true,"records":2,"over":0,"outside":0}`},
		{`{"op":"verify","certificate":"d1c2"}`, "{", `{"next":23,"records":23,"checked":23,"errors":0`},
		{`{"op":"position","text":"fuwk/3p/P1F1/KWU1[] b - - 0 1"}`, "{", `"value":"win 9"`},
		{"remove d1c2", "remove", "true"},
		{`{"op":"proof","certificate":"d1c2"}`, "{", `not open`},
	} {
		r.send(c.send)
		if got := r.await(c.begin); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.send, got, c.want)
		}
	}
}

// testPieces opens files that are read in pieces, removes them, and asks for what cannot be read any more.
func testPieces(t *testing.T, r *runner) {
	const table, certificate = "../../tb/embedded/tables/thinchess8-KNRvKNR.tht", "../../tb/proofs/tinyhouse-d1c2.thc"
	const thin = `{"op":"position","variant":"thinchess8","text":"k/n/1/1/N/r/R/K w - - 0 1"}`
	expect := func(send, begin, want string) {
		t.Helper()
		r.send(send)
		if got := r.await(begin); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", send, got, want)
		}
	}
	expect(thin, "{", `"value":"unknown"`)
	expect("open thin "+table, "open", `{"kind":"table","variant":"thinchess8","subject":"KNRvKNR","entries":43890}`)
	expect(thin, "{", `"value":"win 11"`)
	expect("damage", "damage", "")
	expect("remove thin", "remove", "true")
	expect("remove thin", "remove", "false")
	expect(thin, "{", `"value":"unknown"`)
	expect("open proof "+certificate, "open", `{"kind":"certificate","variant":"tinyhouse","subject":"fuwk/3p/P1F1/KWU1[] b - - 0 1","entries":`)
	expect(`{"op":"position","text":"fuwk/3p/P1F1/KWU1[] b - - 0 1"}`, "{", `"value":"win 9"`)
	expect("open other wasm_test.go", "open", `{"error":"tb: other: is not a table (it begins with `)
	expect("open lost "+table, "open", `"kind":"table"`)
	expect(thin, "{", `"value":"unknown"`)
	expect("damage", "damage", "the file is gone")
	expect("damage", "damage", "damage ")
}

// testOvertaking checks that a short question is answered while a long one is.
func testOvertaking(t *testing.T, r *runner) {
	table, err := filepath.Abs("../../tb/embedded/tables/chess-KPvK.tht")
	if err != nil {
		t.Fatal(err)
	}
	r.send("table chess-KPvK.tht " + table)
	if got := r.await("table"); got != "table " {
		t.Fatal(got)
	}
	r.send(`{"op":"statistics","variant":"chess","draw":{"table":"chess-KPvK"}}`)
	r.send(`{"op":"position","variant":"chess"}`)
	if got := r.await("{"); !strings.HasPrefix(got, `{"variant":"chess"`) {
		t.Errorf("first answer: %.80s", got)
	}
	if got := r.await("{"); !strings.Contains(got, `{"plies":27,"positions":23794}`) {
		t.Errorf("second answer: %s", got)
	}
}
