package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The command analyze as scripts use it.

func TestAnalyzeCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "positions.epd")
	if err := os.WriteFile(file, []byte("startpos\nnonsense\n3k/P3/4/K3[P] b - - id \"x\";\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		input, args string
		status      int
		out, err    string
	}{
		{"", "analyze --help", 0, "Search many positions", ""},
		{"", "analyze --nodes 100", 0, "", "positions=0"},
		{"startpos", "analyze -json -depth 2 -multipv 2 -variant losalamos", 0, `{"line":1,"fen":"rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1","variant":"losalamos",`, "positions=1"},
		{"", "analyze --nodes 50 --epd " + file, 1, ` id "x"; acd 1;`, file + `:2: notation: game "nonsense"`},
		{"", "analyze --nodes 50 --json --epd " + file, 1, `{"line":2,"error":"notation: `, "1 of 3 positions"},
		{"fuwk/3p/P3/KWUF w - - bm Nz9 Ud3;\n", "analyze --depth 1", 0, " bm Nz9 Ud3;", `standard input:1: operation bm is ignored: notation: move "Nz9": `},
		{"", "analyze --depth 1 --fen k3/4/4/3K_b", 0, "k3/4/4/3K[] b - - acd 1; acn", ""},
	} {
		r := finish(t, test.input, strings.Fields(test.args)...)
		if r.status != test.status || !strings.Contains(r.out, test.out) || !strings.Contains(r.err, test.err) {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %d, %q, %q", test.args, r.status, r.out, r.err, test.status, test.out, test.err)
		}
	}
}

// TestAnalyzeInterrupted says that an interrupt leaves whole lines, and ends the program soon.
func TestAnalyzeInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted")
	}
	c := program(t, "analyze", "--json", "--movetime", "50", "--threads", "2")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errOut strings.Builder
	c.Stderr = &errOut
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	go func() {
		for {
			if _, err := io.WriteString(in, "startpos\n"); err != nil {
				return
			}
		}
	}()
	lines := bufio.NewScanner(out)
	n := 0
	var asked time.Time
	for ; lines.Scan(); n++ {
		if !json.Valid(lines.Bytes()) {
			t.Errorf("line %d: %s", n, lines.Text())
		}
		if n == 3 {
			asked = time.Now()
			c.Process.Signal(os.Interrupt)
		}
	}
	c.Wait()
	if took := time.Since(asked); n < 4 || took > time.Second+quick || c.ProcessState.ExitCode() != 1 || !strings.Contains(errOut.String(), "tinyhouse: interrupted") {
		t.Errorf("%d lines, %v after the interrupt; status %d, %s", n, took, c.ProcessState.ExitCode(), errOut.String())
	}
}

// TestAnalyzeLongLine says that a line of 100 MB is refused, in little memory.
func TestAnalyzeLongLine(t *testing.T) {
	if testing.Short() {
		t.Skip("moves 100 MB")
	}
	c := program(t, "analyze", "--json", "--nodes", "100")
	c.Stdin = io.MultiReader(strings.NewReader("startpos\n"), io.LimitReader(zeros{}, 100<<20), strings.NewReader("\nstartpos\n"))
	out, _ := c.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[1], `{"line":2,"error":"line of more than`) || c.ProcessState.ExitCode() != 1 {
		t.Errorf("status %d, %.2000s", c.ProcessState.ExitCode(), out)
	}
}

// zeros is a stream of nothing but the digit.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}
