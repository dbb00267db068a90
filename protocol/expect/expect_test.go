package expect

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"
)

// echo is a program that repeats every line and writes "bye" at the end of its input.
func echo() *Dialog {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	go func() {
		s := bufio.NewScanner(inR)
		for s.Scan() {
			io.WriteString(outW, "you said "+s.Text()+"\n")
		}
		io.WriteString(outW, "bye\n")
		outW.Close()
	}()
	return New(inW, outR)
}

func TestPlay(t *testing.T) {
	for _, test := range []struct{ name, transcript, problem string }{
		{"exact", "# hello\n> a b\n< you said a b\n\n< ...", ""},
		{"pattern", "> a b\n< you * b\n> c\n< *\n< ...", ""},
		{"skip", "> a\n> b\n> c\n< ...\n< * c\n< ...", ""},
		{"other line", "> a\n< you said b", `read "you said a", want "you said b"`},
		{"missing", "> a\n< ...\n< never", `waiting for "never"`},
		{"more", "> a\n< you said a", `more at the end: ["bye"]`},
		{"bad script", "a", "want a line that begins with"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := echo()
			d.Timeout = 200 * time.Millisecond
			err := d.Play(test.transcript)
			if (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
				t.Errorf("error %v, want %q", err, test.problem)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, line string
		want          bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"a*", "ab", true}, {"*", "", true},
		{"a*c*e", "abcde", true}, {"a*c*e", "ace", true}, {"a*c*e", "aec", false}, {"ab*ba", "aba", false},
	} {
		if got := Match(test.pattern, test.line); got != test.want {
			t.Errorf("Match(%q, %q) = %v", test.pattern, test.line, got)
		}
	}
}
