package stream_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"tinyhouse/solver/internal/stream"
)

// all is what goes by in these tests.
type all struct {
	word uint64
	flag bool
	text string
}

func (a *all) exchange(s *stream.Stream) {
	s.Word(&a.word)
	s.Flag(&a.flag)
	s.Text(&a.text)
}

// TestStream reads what was written, and notices each bit that has changed and each byte that
// is missing.
func TestStream(t *testing.T) {
	var file bytes.Buffer
	in, want := stream.Writer(&file), all{1 << 63, true, "a text"}
	want.exchange(in)
	data := file.Bytes()
	read := func(b []byte) (all, *stream.Stream) {
		var got all
		s := stream.Reader(bytes.NewReader(b))
		got.exchange(s)
		return got, s
	}
	if got, out := read(data); got != want || out.Err != nil || in.Err != nil || out.Sum() != in.Sum() || !out.Reads() || in.Reads() {
		t.Errorf("%+v, %v, %v", got, out.Err, in.Err)
	}
	for i := range data {
		if _, out := read(data[:i]); out.Err == nil {
			t.Errorf("%d of %d bytes", i, len(data))
		}
		bad := bytes.Clone(data)
		bad[i] ^= 1 << (i % 8)
		if _, out := read(bad); out.Err == nil && out.Sum() == in.Sum() {
			t.Errorf("byte %d of %d", i, len(data))
		}
	}
}

// TestLongText takes no text that is too long, nor room for one that only seems to be there.
func TestLongText(t *testing.T) {
	for _, n := range []int{1 << 20, 1<<20 + 1} {
		text := strings.Repeat("a", n)
		s := stream.Writer(new(bytes.Buffer))
		if s.Text(&text); (s.Err == nil) != (n == 1<<20) {
			t.Errorf("%d: %v", n, s.Err)
		}
	}
	text := ""
	s := stream.Reader(strings.NewReader("\xff\xff\xff\xff\xff\xff\xff\xff"))
	if s.Text(&text); !errors.Is(s.Err, stream.ErrDamaged) {
		t.Error(s.Err)
	}
}
