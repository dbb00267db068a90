package cacheline

import "testing"

func TestNew(t *testing.T) {
	for bytes, want := range map[int64]int{0: 1, 63: 1, 64: 1, 128: 2, 1<<20 + 1: 1 << 14, 1<<23 + 64: 1<<17 + 1} {
		l := New(bytes)
		RequestHuge(l)
		if len(l) != want {
			t.Errorf("%d bytes are %d lines, want %d", bytes, len(l), want)
		}
		Prefetch(&l[len(l)-1])
		l[len(l)-1][7]++
		Collapse(l)
		if l[len(l)-1] != (Line{7: 1}) {
			t.Errorf("%d bytes: the last line was not 0", bytes)
		}
	}
}
