package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command convert as people type it.

func TestConvertCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(file, []byte("a2a3 d3d2\nnonsense\nstartpos\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		input, args string
		status      int
		out, err    string
	}{
		{"a2a3\n", "convert --to san", 0, "a3\n", ""},
		{"Kb1", "convert -to UCI --fen 3k/4/4/K3_w", 0, "a1b1\n", ""},
		{"", "convert " + file + " --to epd", 1, "fuwk/P3/3p/KWUF[] w - - fmvn 2;\nfuwk/3p/P3/KWUF[] w - -\n", file + `:2: notation: game "nonsense"`},
		{"x\n", "convert -", 1, "", "standard input:1: "},
		{"", "convert missing.txt", 1, "", "missing.txt"},
		{"", "convert a b", 2, "", "2 files given"},
		{"", "convert --to lichess --from lichess", 2, "", `--from "lichess": want one of fen`},
		{"", "convert --to x", 2, "", "--to"},
		{"", "convert --variant x", 2, "", "unknown"},
	} {
		r := finish(t, test.input, strings.Fields(test.args)...)
		if r.status != test.status || !strings.Contains(r.out, test.out) || !strings.Contains(r.err, test.err) || test.out == "" && r.out != "" {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %d, %q, %q", test.args, r.status, r.out, r.err, test.status, test.out, test.err)
		}
	}
}
