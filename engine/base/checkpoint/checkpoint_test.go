package checkpoint_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"tinyhouse/engine/base/checkpoint"
)

// all is the content of the checkpoints in these tests.
type all struct {
	word uint64
	flag bool
	text string
}

func (a *all) exchange(s *checkpoint.Stream) {
	s.Word(&a.word)
	s.Flag(&a.flag)
	s.Text(&a.text)
	s.Digest()
}

// TestStream checks that a stream reads back what it wrote, and that each missing byte and each
// changed bit gives an error.
func TestStream(t *testing.T) {
	var file bytes.Buffer
	in, want := checkpoint.NewWriter(&file), all{1 << 63, true, "a text"}
	want.exchange(in)
	data := file.Bytes()
	read := func(b []byte) (all, *checkpoint.Stream) {
		var got all
		s := checkpoint.NewReader(bytes.NewReader(b))
		got.exchange(s)
		return got, s
	}
	if got, out := read(data); got != want || out.Err != nil || in.Err != nil || !out.Reading() || in.Reading() {
		t.Errorf("%+v, %v, %v", got, out.Err, in.Err)
	}
	if err := checkpoint.Check(bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
	if _, out := read(append(bytes.Clone(data), 0)); out.Err == nil {
		t.Error("one byte more")
	}
	for i := range data {
		if _, out := read(data[:i]); out.Err == nil {
			t.Errorf("%d of %d bytes", i, len(data))
		}
		bad := bytes.Clone(data)
		bad[i] ^= 1 << (i % 8)
		if _, out := read(bad); out.Err == nil || checkpoint.Check(bytes.NewReader(bad)) == nil || checkpoint.Check(bytes.NewReader(data[:i])) == nil {
			t.Errorf("byte %d of %d", i, len(data))
		}
	}
}

// TestLongText checks that a text over the limit is refused, before memory is allocated for it.
func TestLongText(t *testing.T) {
	for _, n := range []int{1 << 20, 1<<20 + 1} {
		text := strings.Repeat("a", n)
		s := checkpoint.NewWriter(new(bytes.Buffer))
		if s.Text(&text); (s.Err == nil) != (n == 1<<20) {
			t.Errorf("%d: %v", n, s.Err)
		}
	}
	text := ""
	s := checkpoint.NewReader(strings.NewReader("\xff\xff\xff\xff\xff\xff\xff\xff"))
	if s.Text(&text); !errors.Is(s.Err, checkpoint.ErrDamaged) {
		t.Error(s.Err)
	}
}
