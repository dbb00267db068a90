package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tinyhouse/protocol/expect"
	"tinyhouse/protocol/match"
)

// own returns the arguments of a match of this program against itself with few nodes.
func own(args ...string) []string {
	return append([]string{"match", "--engine", "name=a,option.Hash=1", "--engine", "name=b,option.Hash=1,nodes=150", "--nodes", "200",
		"--balance", "0", "--max-moves", "40"}, args...)
}

// TestMatch plays strict games of several variants.
func TestMatch(t *testing.T) {
	for _, variant := range []string{"tinyhouse", "standard", "peasants3", "dobutsu"} {
		r := finish(t, "", own("--variant", variant, "--games", "2", "--strict", "--concurrency", "2")...)
		if r.status != 0 || !regexp.MustCompile(`(?m)^Score of a vs b: \d - \d - \d  \[[0-9.]+\] 2$`).MatchString(r.out) {
			t.Errorf("%s: %d, %s%s", variant, r.status, r.out, r.err)
		}
	}
}

// TestMatchJSON checks that standard output is the summary alone, with a variant and openings from files.
func TestMatchJSON(t *testing.T) {
	folder := t.TempDir()
	ini, epd := filepath.Join(folder, "own.ini"), filepath.Join(folder, "own.epd")
	for path, text := range map[string]string{ini: "[own:tinyhouse]\nstartFen = k3/4/4/3K[Ww] w - - 0 1\n", epd: "k3/4/4/3K[WWww] w - - 0 1\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := finish(t, "", own("--variants", ini, "--variant", "own", "--games", "4", "--json", "--openings", epd, "--sprt", "0,10", "--adjudicate")...)
	var s match.Summary
	if err := json.Unmarshal([]byte(r.out), &s); err != nil || r.status != 0 {
		t.Fatalf("%d, %v: %s%s", r.status, err, r.out, r.err)
	}
	if s.Variant != "own" || s.Games != 4 || !s.Finished || s.Engines[1].Name != "b" || s.SPRT == nil || s.SPRT.Elo1 != 10 {
		t.Errorf("%s", r.out)
	}
	if !strings.Contains(r.err, "Finished match") {
		t.Errorf("no lines on standard error: %s", r.err)
	}
}

// TestMatchTable checks that tables end games with --adjudicate only.
func TestMatchTable(t *testing.T) {
	args := own("--variant", "thinchess8", "--games", "2", "--plies", "0")
	if r := finish(t, "", args...); strings.Contains(r.out, "adjudication") || r.status != 0 {
		t.Errorf("%d, %s%s", r.status, r.out, r.err)
	}
	r := finish(t, "", append(args, "--adjudicate")...)
	if strings.Count(r.out, "1/2-1/2 {Draw by adjudication: table}") != 2 || r.status != 0 {
		t.Errorf("the embedded table does not end the games: %d, %s%s", r.status, r.out, r.err)
	}
}

// TestMatchInterrupted interrupts a match and resumes it.
func TestMatchInterrupted(t *testing.T) {
	needSignals(t)
	pgn := filepath.Join(t.TempDir(), "games.pgn")
	args := own("--games", "40", "--pgn", pgn, "--concurrency", "2")
	p := start(t, args...)
	p.Timeout = 2 * time.Minute
	p.until("Finished game 3 *")
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	rest, err := p.Rest()
	p.cmd.Wait()
	if status := p.cmd.ProcessState.ExitCode(); err != nil || status != 1 {
		t.Errorf("status %d, %v: %q", status, err, rest)
	}
	for _, line := range rest {
		if expect.Match("*disconnects*", line) {
			t.Errorf("the interrupt killed an engine: %s", line)
		}
	}
	if _, err := os.Stat(pgn + ".checkpoint"); err != nil {
		t.Fatal(err)
	}
	for want, more := range map[string][]string{"openings, then": {"--seed", "2"}, "tables, then": {"--tb", "../../tb/proofs"}, "engine 1: options, then": {"--each", "option.Hash=2"}} {
		other := finish(t, "", append(args, more...)...)
		if other.status != 1 || !strings.Contains(other.err, "another match: "+want) {
			t.Errorf("another match resumes: %d, %s%s; want %s", other.status, other.out, other.err, want)
		}
	}
	r := finish(t, "", args...)
	if r.status != 0 || !strings.HasPrefix(r.out, "Resumed after ") || strings.Count(r.out, "Finished game") > 38 {
		t.Errorf("%d, %s%s", r.status, r.out, r.err)
	}
	text, err := os.ReadFile(pgn)
	if err != nil || strings.Count(string(text), "[Round ") != 40 {
		t.Errorf("%v, %s", err, text)
	}
	if _, err := os.Stat(pgn + ".checkpoint"); !os.IsNotExist(err) {
		t.Errorf("the checkpoint is left: %v", err)
	}
	read := finish(t, "", own("--games", "2", "--openings", "file="+pgn+",plies=6,order=random")...)
	if read.status != 0 {
		t.Errorf("its games as openings: %d, %s%s", read.status, read.out, read.err)
	}
}

// TestMatchFrom checks the start position of --fen.
func TestMatchFrom(t *testing.T) {
	pgn := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(pgn, []byte("1. e4 *"), 0o644); err != nil {
		t.Fatal(err)
	}
	const fen = "k3/4/4/3K[WWww] b - - 0 1"
	r := finish(t, "", own("--games", "2", "--fen", fen, "--plies", "0", "--pgn", pgn)...)
	text, err := os.ReadFile(pgn)
	if err != nil || r.status != 0 || strings.Count(string(text), "\n[FEN \""+fen+"\"]\n") != 2 || !strings.HasPrefix(string(text), "1. e4 *\n\n[Event ") {
		t.Errorf("%d, %v: %s%s", r.status, err, r.err, text)
	}
}
