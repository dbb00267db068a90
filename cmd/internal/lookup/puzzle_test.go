package lookup

import "testing"

// TestReservoir checks that of too many candidates those that are kept come from all parts alike.
func TestReservoir(t *testing.T) {
	s, at := NewPuzzles(nil, nil, 3, 1), &span{}
	for n := range uint64(4 * maxLeft) {
		s.keep(candidate{at, n})
	}
	parts, seen := [4]int{}, map[uint64]bool{}
	for _, c := range s.left {
		parts[c.number/maxLeft]++
		seen[c.number] = true
	}
	if len(s.left) != maxLeft || len(seen) != maxLeft {
		t.Errorf("%d candidates, %d of them different", len(s.left), len(seen))
	}
	for _, n := range parts {
		if n < maxLeft/4*98/100 || n > maxLeft/4*102/100 {
			t.Errorf("%v", parts)
		}
	}
}
