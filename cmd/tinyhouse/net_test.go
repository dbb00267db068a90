package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
)

// TestNet checks that a net changes the evaluation and the search of its variant, in every protocol, and that
// eval shows what each piece is worth to it.
func TestNet(t *testing.T) {
	var b bytes.Buffer
	if err := enginetest.Net(t, enginetest.Game(t, "gardner"), 32, 1).Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "gardner.thn")
	enginetest.WriteFile(t, path, b.Bytes())
	plain := finish(t, "setoption name UCI_Variant value gardner\nposition startpos\neval\ngo depth 6\n")
	r := finish(t, "setoption name EvalFile value "+path+"\nsetoption name UCI_Variant value gardner\nposition startpos\neval\ngo depth 6\n")
	for _, want := range []string{`info string evaluation: net "` + path + `"`, "net of gardner, ", "\nQ   d1 ", "\nThe hand-made evaluation, which is not used:\n"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("the output lacks %q:\n%s", want, r.out)
		}
	}
	_, text, _ := strings.Cut(plain.out, "\n") // after the variant
	if text, _, _ = strings.Cut(text, "info depth"); text == "" || !strings.Contains(r.out, text) {
		t.Errorf("the hand-made evaluation differs with a net:\n%s\nwithout:\n%s", r.out, plain.out)
	}
	if scoreIn(r.out) == scoreIn(plain.out) {
		t.Errorf("the search has the same score with and without a net: %s", scoreIn(r.out))
	}
	for _, c := range []struct{ input, want string }{
		{"usi\nsetoption name EvalFile value " + path + "\nsetoption name USI_Variant value gardner\n", "info string evaluation: net "},
		{"ucci\nsetoption EvalFile " + path + "\nsetoption UCI_Variant gardner\n", "info string evaluation: net "},
		{"xboard\nprotover 2\noption EvalFile=" + path + "\nvariant gardner\nsd 1\ngo\n", "# evaluation: net "},
	} {
		if r := finish(t, c.input+"quit\n"); !strings.Contains(r.out, c.want) {
			t.Errorf("%q: the output lacks %q:\n%s", c.input, c.want, r.out)
		}
	}
}

// scoreIn returns the score of the last line of info.
func scoreIn(out string) string {
	_, after, _ := strings.Cut(out[strings.LastIndex(out, "info depth"):], "score ")
	value, _, _ := strings.Cut(after, " nodes")
	return value
}
