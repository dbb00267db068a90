package protocol

import (
	"strings"
	"testing"
)

// TestReadLines checks that a line over the limit is an error and the others are complete.
func TestReadLines(t *testing.T) {
	long := strings.Repeat("x", MaxLine-1)
	lines, done := make(chan input), make(chan struct{})
	go readLines(strings.NewReader(" one\r\n"+long+"\n"+long+long+"\nlast"), lines, done)
	for _, want := range []string{" one", long, "", "last"} {
		in := <-lines
		if in.text != want || (in.err != nil) != (want == "") {
			t.Errorf("line %.20q (%d bytes), %v: want %.20q", in.text, len(in.text), in.err, want)
		}
		if says := "line of 2097151 bytes: want at most 1048576"; in.err != nil && in.err.Error() != says {
			t.Errorf("error %q, want %q", in.err, says)
		}
	}
	if in, ok := <-lines; ok {
		t.Errorf("after the end: %v", in)
	}
	go readLines(strings.NewReader("one\n"), make(chan input), done)
	close(done)
}

func TestOneLine(t *testing.T) {
	if got := oneLine("a\tb\nc\xff\n"); got != "a b c?" {
		t.Errorf("%q", got)
	}
	if got := oneLine(strings.Repeat("é", 1000)); len(got) > maxEcho+3 {
		t.Errorf("%d bytes", len(got))
	}
}
