package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The commands as people type them.

func TestExitStatus(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		says   string // on stderr
	}{
		{"nonsense", 2, "unknown command"},
		{"uci extra", 2, "unknown command"},
		{"--nonsense", 2, "unknown flag"},
		{"perft", 2, "--depth 0: want at least 1"},
		{"perft --depth x", 2, "invalid argument"},
		{"perft --depth 1 --variant nonsense", 2, `"nonsense" unknown`},
		{"perft --depth 1 --fen nonsense", 2, "nonsense"},
		{"perft --depth 1 --variants missing.ini", 1, "missing.ini"},
		{"perft --depth 1 --log-level loud", 2, "--log-level"},
		{"variants --log-format xml", 2, "--log-format"},
		{"check missing.ini", 1, "missing.ini"},
		{"check", 2, "0 files given"},
		{"version", 0, ""},
		{"--version", 0, ""},
		{"perft --help", 0, ""},
		{"variants --help", 0, ""},
		{"bench --help", 0, ""},
		{"uci --help", 0, ""},
		{"solve --help", 0, ""},
		{"verify --help", 0, ""},
		{"probe --help", 0, ""},
		{"stats --help", 0, ""},
		{"help", 0, ""},
	} {
		r := finish(t, "", strings.Fields(test.args)...)
		if r.status != test.status || !strings.Contains(r.err, test.says) {
			t.Errorf("%s: status %d, stderr %q; want %d, %q", test.args, r.status, r.err, test.status, test.says)
		}
		if test.status == 0 && r.out == "" {
			t.Errorf("%s: printed nothing", test.args)
		}
	}
}

func TestPerft(t *testing.T) {
	r := finish(t, "", "perft", "--depth", "3", "--divide", "--log-format", "json")
	if r.status != 0 || !strings.HasSuffix(r.out, "\nperft 3: 241\n") || strings.Count(r.out, "\n") != 7 {
		t.Errorf("%d: %s%s", r.status, r.out, r.err)
	}
	var line struct{ Level, Message string }
	if err := json.Unmarshal([]byte(r.err), &line); err != nil || line.Message != "perft" {
		t.Errorf("log %q: %v", r.err, err)
	}
	r = finish(t, "", "perft", "--depth", "2", "--variant", "crazyhouse", "--fen", "6k1/5ppp/8/8/8/8/8/K7[QR] w - - 0 1", "--json")
	var got perftResult
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Nodes == 0 || got.Depth != 2 || got.Divide != nil {
		t.Errorf("%s: %v", r.out, err)
	}
}

func TestPerftVerify(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	r := finish(t, "", "perft", "--depth", "1", "--verify", "--variant", "standard")
	if r.status != 0 || strings.Count(r.out, "verified: ") != len(orthodoxTests) || !strings.HasSuffix(r.out, "perft 1: 20\n") {
		t.Errorf("%d: %s%s", r.status, r.out, r.err)
	}
}

func TestVariants(t *testing.T) {
	r := finish(t, "", "variants")
	for _, want := range []string{"tinyhouse ", "standard ", "thinchess8 ", "  1x12  ", "k=king"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in %s", want, r.out)
		}
	}
	ini := finish(t, "", "variants", "--ini")
	if !strings.Contains(ini.out, "[tinyhouse]\n") {
		t.Errorf("--ini printed %s", ini.out)
	}
	path := filepath.Join(t.TempDir(), "own.ini")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(ini.out)
	if r := finish(t, "", "check", path); r.status != 0 || !strings.HasPrefix(r.out, "Parsing variant: ") || r.err != "" {
		t.Errorf("our own definitions: %d, %s", r.status, r.err)
	}
	write("[own:tinyhouse]\nstartFen = k3/4/4/3K[] w - - 0 1\n")
	if r := finish(t, "", "perft", "--depth", "1", "--variants", path, "--variant", "own"); r.out != "perft 1: 3\n" {
		t.Errorf("own variant: %s%s", r.out, r.err)
	}
	if r := finish(t, "", "variants", "--ini", "--variants", path); !strings.Contains(r.out, "\n[own]\n") {
		t.Errorf("--ini with a file: %s%s", r.out, r.err)
	}
	if r := finish(t, "[a:tinyhouse]\n[b:a]\n", "check", "-"); r.status != 0 || r.out != "Parsing variant: a\nParsing variant: b\n" {
		t.Errorf("standard input: %+v", r)
	}
	write("[bad:tinyhouse]\nwazr = w\n")
	if r := finish(t, "", "check", path); r.status != 1 || r.out != "Parsing variant: bad\n" || !strings.Contains(r.err, ":2: key \"wazr\" unknown (did you mean \"wazir\"?)") {
		t.Errorf("a mistake: %d, %s%s", r.status, r.out, r.err)
	}
}

// TestCheckStart says that a start position is looked at with the eyes of the core, which
// knows checks.
func TestCheckStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "check.ini")
	if err := os.WriteFile(path, []byte("[bad:tinyhouse]\nstalemateValue = draw\nstartFen = k3/W3/4/3K[] w - - 0 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := finish(t, "", "check", path); r.status != 1 || !strings.Contains(r.err, "check.ini:3: startFen: ") || !strings.Contains(r.err, "in check") {
		t.Errorf("%d, %s%s", r.status, r.out, r.err)
	}
}

// TestBench says that two runs visit the same nodes, and what the last lines are.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	var first benchResult
	for range 2 {
		r := finish(t, "", "bench", "--json", "--log-level", "error")
		var b benchResult
		if err := json.Unmarshal([]byte(r.out), &b); err != nil || r.status != 0 {
			t.Fatalf("%s%s: %v", r.out, r.err, err)
		}
		if first.Nodes == 0 {
			first = b
		}
		if b.Nodes != first.Nodes || b.Nodes == 0 {
			t.Errorf("%d nodes, then %d", first.Nodes, b.Nodes)
		}
	}
}
