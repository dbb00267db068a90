package protocol

import (
	"strings"
	"testing"

	"tinyhouse/engine/base/lineread"
)

// TestNewInput checks that a line over the limit is an error.
func TestNewInput(t *testing.T) {
	if in := newInput(lineread.Line{Text: "x", Length: MaxLine}); in.text != "x" || in.err != nil {
		t.Errorf("%+v", in)
	}
	want := "line of 2097151 bytes: want at most 1048576"
	if in := newInput(lineread.Line{Text: "x", Length: 2097151, Excess: 1}); in.text != "" || in.err == nil || in.err.Error() != want {
		t.Errorf("%+v, want %s", in, want)
	}
}

func TestOneLine(t *testing.T) {
	if got := oneLine("a\tb\nc\xff\n"); got != "a b c?" {
		t.Errorf("%q", got)
	}
	if got := oneLine(strings.Repeat("é", 1000)); len(got) > maxEcho+3 {
		t.Errorf("%d bytes", len(got))
	}
}
