package index

import (
	"testing"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/symmetry"
)

// TestRank numbers all subsets of some sets: each size has the numbers from 0, each once.
func TestRank(t *testing.T) {
	for _, u := range []geom.Set{0x3ff, 0x8421_0000_1001_0013, 1 << 63, 0} {
		seen := make([]map[uint64]bool, u.Len()+1)
		for k := range seen {
			seen[k] = map[uint64]bool{}
		}
		for s := range u.Subsets() {
			r := Rank(s, u)
			if k := s.Len(); r == 0 && lowest(u, k) != s || r+1 < Choose(u.Len(), k) && Rank(next(s, u), u) != r+1 {
				t.Fatalf("%x in %x: number %d is followed by %x", s, u, r, next(s, u))
			}
			if k := s.Len(); r >= Choose(u.Len(), k) || seen[k][r] || Unrank(r, k, u) != s {
				t.Fatalf("%x in %x: number %d of %d, which is %x", s, u, r, Choose(u.Len(), k), Unrank(r, k, u))
			}
			seen[s.Len()][r] = true
		}
	}
}

// TestFold numbers all subsets of some boards: a subset and its image share a number, the
// image of no other has it, and there are no gaps.
func TestFold(t *testing.T) {
	for _, geo := range []geom.Geometry{{Width: 4, Height: 3}, {Width: 3, Height: 4}, {Width: 2, Height: 5}, {Width: 5, Height: 2}} {
		mirror := &squareMap{*symmetry.NewMap(geo, geo.MirrorSquare)}
		for k := range geo.Squares() + 1 {
			f := newFold(geo, mirror, geo.Board(), k)
			owner := map[uint64]geom.Set{}
			for s := range geo.Board().Subsets() {
				if s.Len() != k {
					continue
				}
				r, mirrored, tie := f.rank(s)
				if tie != (mirror.Set(s) == s) {
					t.Fatalf("%v: %x is its own image: %v", geo, s, tie)
				}
				if mirrored {
					s = mirror.Set(s)
				}
				if old, ok := owner[r]; ok && old != s || r >= f.size || f.unrank(r) != s {
					t.Fatalf("%v: %x has number %d of %d, as %x has; it is %x", geo, s, r, f.size, old, f.unrank(r))
				}
				owner[r] = s
			}
			if len(owner) != int(f.size) {
				t.Errorf("%v: %d subsets of size %d have numbers, want %d", geo, len(owner), k, f.size)
			}
		}
	}
}

// TestRootOf looks at the numbers on either side of each triangular one, small and large.
func TestRootOf(t *testing.T) {
	for _, from := range []uint64{1, 1000, 1<<29 - 5, 601080390 - 2} {
		for x := from; x < from+4; x++ {
			if at := x * (x + 1) / 2; triangularRoot(at) != x || triangularRoot(at-1) != x-1 {
				t.Errorf("root of %d: %d, want %d", at, triangularRoot(at), x)
			}
		}
	}
}

func TestProduct(t *testing.T) {
	if _, full := product(1<<32, 1<<32); !full {
		t.Error("2^64 fits")
	}
	if p, full := product(1<<32, 1<<31, 1); full || p != 1<<63 {
		t.Error("2^63 does not fit")
	}
}
