package lineread

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

func TestNext(t *testing.T) {
	const most = 1 << 16
	long := strings.Repeat("x", most-1)
	all := "\ufeffone\r\n\ttwo\x00three \n\n" + long + "\n" + long + long + "y\nlast"
	for name, in := range map[string]io.Reader{"at once": strings.NewReader(all), "byte by byte": iotest.OneByteReader(strings.NewReader(all)),
		"with the end": iotest.DataErrReader(strings.NewReader(all))} {
		r := NewReader(in, most)
		for _, want := range []Line{{"one", 8, 0}, {" two three", 12, 0}, {"", 1, 0}, {long, most, 0}, {long + "x", 2 * most, most}, {"last", 4, 0}} {
			if got, err := r.Next(); got != want || err != nil {
				t.Errorf("%s: line %.20q of %d bytes, %d too many, %v: want %.20q, %d, %d", name, got.Text, got.Length, got.Excess, err, want.Text, want.Length, want.Excess)
			}
		}
		for range 2 {
			if got, err := r.Next(); err != io.EOF || got != (Line{}) {
				t.Errorf("%s: at the end: %v, %v", name, got, err)
			}
		}
	}
}

// TestBroken checks that lines before a read error are returned, and then the error.
func TestBroken(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("one\ntw"), iotest.ErrReader(broken)), 10)
	for _, want := range []string{"one", "tw"} {
		if got, err := r.Next(); got.Text != want || err != nil {
			t.Errorf("%q, %v: want %q", got.Text, err, want)
		}
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// TestEndless checks that a line without an end needs bounded memory.
func TestEndless(t *testing.T) {
	const length = 1 << 26
	allocated := testing.AllocsPerRun(1, func() {
		got, err := NewReader(io.LimitReader(endless{}, length), 1000).Next()
		if len(got.Text) != 1000 || got.Length != length || got.Excess != length-1000 || err != nil {
			t.Errorf("%d bytes, %d, %d, %v", len(got.Text), got.Length, got.Excess, err)
		}
	})
	if allocated > 20 {
		t.Errorf("%v allocations", allocated)
	}
}

// TestNoEnd checks that a line without end is an error, after its beginning, in bounded memory.
func TestNoEnd(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader("one\n"), endless{}), 10)
	for _, want := range []string{"one", "aaaaaaaaaa"} {
		if got, err := r.Next(); got.Text != want || err != nil {
			t.Errorf("%q, %v: want %q", got.Text, err, want)
		}
	}
	if _, err := r.Next(); err != ErrEndless {
		t.Errorf("error %v", err)
	}
	lines := strings.NewReader(strings.Repeat(strings.Repeat("x", 1<<20)+"\n", MaxLine>>20+1))
	if n, err := io.Copy(io.Discard, Bounded(lines)); n != lines.Size() || err != nil {
		t.Errorf("long lines: %d bytes, %v", n, err)
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

// TestSend checks that the channel is closed at the end, and after done.
func TestSend(t *testing.T) {
	length := func(l Line) int { return l.Length }
	lines, done := make(chan int), make(chan struct{})
	go Send(strings.NewReader("one\nlast"), 10, lines, done, length)
	if first, second := <-lines, <-lines; first != 4 || second != 4 {
		t.Errorf("%d and %d bytes", first, second)
	}
	if _, ok := <-lines; ok {
		t.Error("a line after the end")
	}
	close(done)
	Send(strings.NewReader("one\n"), 10, make(chan int), done, length)
}

func TestRest(t *testing.T) {
	r := NewReader(strings.NewReader("one\ntwo\nthree"), 10)
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(r.Rest()); string(rest) != "two\nthree" || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
}

func FuzzNext(f *testing.F) {
	f.Add([]byte("one\ntwo\x00\r\n\n\xff\xfe"), 3)
	f.Fuzz(func(t *testing.T, in []byte, most int) {
		most = max(1, most%100)
		r := NewReader(strings.NewReader(string(in)), most)
		read, lines := 0, 0
		for {
			l, err := r.Next()
			if err != nil {
				break
			}
			read, lines = read+l.Length, lines+1
			if strings.ContainsAny(l.Text, "\n\r\x00\t") || !utf8.ValidString(l.Text) || len(l.Text) > 3*most || l.Excess > l.Length {
				t.Fatalf("%q: line %+v", in, l)
			}
		}
		want := strings.Count(string(in), "\n")
		if len(in) > 0 && in[len(in)-1] != '\n' {
			want++
		}
		if read != len(in) || lines != want {
			t.Fatalf("%q: %d bytes in %d lines, want %d in %d", in, read, lines, len(in), want)
		}
	})
}
