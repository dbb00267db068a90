package protocol

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine-1)
	b := bufio.NewReader(strings.NewReader("\ufeffone\r\n\ttwo\x00three \n\n" + long + "\n" + long + long + "y\nlast"))
	for _, want := range []string{"one", " two three", "", long, "", "last"} {
		in, err := readLine(b)
		if in.text != want || err != nil && err != io.EOF {
			t.Errorf("line %.20q (%d bytes), %v: want %.20q", in.text, len(in.text), err, want)
		}
	}
	if in, err := readLine(b); err != io.EOF || in != (input{}) {
		t.Errorf("at the end: %v, %v", in, err)
	}
}

func TestReadLineExcess(t *testing.T) {
	b := bufio.NewReader(io.LimitReader(endless{}, 1<<26))
	in, err := readLine(b)
	if in.text != "" || in.err == nil || err != io.EOF {
		t.Errorf("64 MiB in a line: %v, %v", in, err)
	}
	if want := "line of 67108864 bytes: want at most 1048576"; in.err.Error() != want {
		t.Errorf("error %q, want %q", in.err, want)
	}
}

// endless is a reader without line ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'a'
	}
	return len(b), nil
}

func TestOneLine(t *testing.T) {
	if got := oneLine("a\tb\nc\xff\n"); got != "a b c?" {
		t.Errorf("%q", got)
	}
	if got := oneLine(strings.Repeat("é", 1000)); len(got) > longest+3 {
		t.Errorf("%d bytes", len(got))
	}
}
