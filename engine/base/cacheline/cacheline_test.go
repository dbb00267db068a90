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

// TestClear checks that no word survives, below and above the size from which memory is returned.
func TestClear(t *testing.T) {
	for _, lines := range []int{1, 1<<18 + 5, discardAt + 3} {
		l := New(int64(lines) * 64)
		part := l[min(1, lines-1):] // not on a page boundary
		for _, i := range []int{0, len(part) / 2, len(part) - 1} {
			part[i] = Line{1, 2, 3, 4, 5, 6, 7, 8}
			Clear(part)
			if part[i] != (Line{}) {
				t.Errorf("%d lines: line %d is %v", lines, i, part[i])
			}
		}
		if len(l) > 1 {
			l[0] = Line{7}
			if Clear(part); l[0] != (Line{7}) {
				t.Errorf("%d lines: the line before was cleared", lines)
			}
		}
	}
}
