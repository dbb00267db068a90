package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVariantsWithMistakes checks that a file of variants with mistakes gives those without, that
// every mistake is reported once with its file, line and key, and that a variant with mistakes is
// refused.
func TestVariantsWithMistakes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mixed.ini")
	text := "[bad:tinyhouse]\nwazr = w\n[goal:tinyhouse]\nflagRegion = *4\n[worse]\n" + strings.Repeat("bogus\n", 150) + "[own:tinyhouse]\nstartFen = k3/4/4/3K[] w - - 0 1\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	mistakes := []string{path + `:2: key "wazr" unknown (did you mean "wazir"?)`, path + ":4: flagRegion: no piece to reach it", path + ":155: "}
	check := func(r result, status int, out string) {
		t.Helper()
		for _, want := range mistakes {
			if strings.Count(r.err, want) != 1 {
				t.Errorf("%d times %q in %.300s", strings.Count(r.err, want), want, r.err)
			}
		}
		if r.status != status || !strings.Contains(r.out, out) || out == "" && r.out != "" {
			t.Errorf("status %d, want %d; printed %q, want %q", r.status, status, r.out, out)
		}
	}
	check(finish(t, "", "perft", "--depth", "1", "--variants", path, "--variant", "own"), 0, "perft 1: 3\n")
	check(finish(t, "", "perft", "--depth", "1", "--variants", path), 0, "perft 1: ")
	check(finish(t, "", "variants", "--variants", path), 0, "own ")
	check(finish(t, "", "check", path), 1, "Parsing variant: own\n")
	bad := finish(t, "", "perft", "--depth", "1", "--variants", path, "--variant", "bad")
	if check(bad, 1, ""); !strings.Contains(bad.err, `variant "bad" has mistakes in `+path) {
		t.Errorf("a variant with mistakes: %s", bad.err)
	}
	check(finish(t, "uci\nsetoption name UCI_Variant value own\nd\n", "--variants", path), 0, "k3/4/4/3K[]")
}

// TestFaultyStart checks that a variant whose start is no position is reported and not written.
func TestFaultyStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd.ini")
	text := "[odd:chess]\nmaxRank = 4\nmaxFile = 4\ncastling = false\ndoubleStep = false\npromotionRegionWhite = *4\n" +
		"promotionRegionBlack = *1\nstartFen = k3/4/4/R2K w - - 0 1\n[own:tinyhouse]\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r := finish(t, "", "variants", "--ini", "--variants", path)
	if r.status != 0 || strings.Contains(r.out, "[odd]") || !strings.Contains(r.out, "[own]") || !strings.Contains(r.err, path+":8: startFen") {
		t.Errorf("status %d, %q in %.3000s", r.status, r.err, r.out)
	}
}

// TestEndlessVariants checks that a file of variants without end fails.
func TestEndlessVariants(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("SKIPPED: this system has no /dev/zero")
	}
	if r := finish(t, "", "perft", "--depth", "1", "--variants", "/dev/zero"); r.status != 1 || !strings.Contains(r.err, "/dev/zero: more than") {
		t.Errorf("status %d, %q", r.status, r.err)
	}
}
