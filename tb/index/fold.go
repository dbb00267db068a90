package index

import "tinyhouse/engine/geom"

// fold numbers the sets of k squares in a region that is its own mirror image, so that a set and its
// mirror image have one number. The first pieces of a layout without a leading pair use it.
//
//	S on a board cut into a left half, a middle file (odd width) and a right half:
//	    c squares in the middle, a on the left, b on the right; x and y the ranks of the
//	    left squares and of the mirrored right squares among the subsets of the left half
//	S represents itself and its image if a > b, or a = b and x >= y; else its image does.
//	fold(S) = parts before (c, b), then
//	    a > b:  ((number of the middle) * C(l,a) + x) * C(l,b) + y
//	    a = b:   (number of the middle) * T(T+1)/2 + x(x+1)/2 + y      where T = C(l,a)
type fold struct {
	k           int
	left, mid   geom.Set
	mirror      *squareMap
	parts       []foldPart
	at          [][]int // part number by c and b
	size        uint64
	leftN, midN int
}

// foldPart is the sets with c squares in the middle and b on the right.
type foldPart struct {
	base, pairs uint64 // first number; number of choices in both halves
	c, b        int
}

// newFold returns the fold of the sets of k squares in region.
func newFold(geo geom.Geometry, mirror *squareMap, region geom.Set, k int) *fold {
	f := &fold{k: k, mirror: mirror}
	for file := range geo.Width / 2 {
		f.left |= geo.FileSet(file) & region
	}
	if geo.Width%2 == 1 {
		f.mid = geo.FileSet(geo.Width/2) & region
	}
	f.leftN, f.midN = f.left.Len(), f.mid.Len()
	for c := range k + 1 {
		f.at = append(f.at, nil)
		for b := 0; 2*b <= k-c; b++ {
			f.at[c] = append(f.at[c], len(f.parts))
			p := foldPart{base: f.size, c: c, b: b, pairs: f.pairs(k-c-b, b)}
			f.parts = append(f.parts, p)
			f.size += Choose(f.midN, c) * p.pairs
		}
	}
	return f
}

// pairs returns the number of ways to choose a squares on the left and b on the right.
func (f *fold) pairs(a, b int) uint64 {
	t := Choose(f.leftN, a)
	if a == b {
		return t * (t + 1) / 2
	}
	return t * Choose(f.leftN, b)
}

// rank returns the number of s and its image, whether the image represents both, and whether s is
// its own image.
func (f *fold) rank(s geom.Set) (r uint64, mirrored, tie bool) {
	left, right := s&f.left, f.mirror.Set(s&^f.left&^f.mid)
	a, b := left.Len(), right.Len()
	x, y := Rank(left, f.left), Rank(right, f.left)
	if b > a || a == b && y > x {
		a, b, x, y, mirrored = b, a, y, x, true
	}
	p := &f.parts[f.at[f.k-a-b][b]]
	r = p.base + Rank(s&f.mid, f.mid)*p.pairs
	if a == b {
		return r + x*(x+1)/2 + y, mirrored, x == y
	}
	return r + x*Choose(f.leftN, b) + y, mirrored, false
}

// unrank is the inverse of rank, for r below f.size.
func (f *fold) unrank(r uint64) geom.Set {
	i := len(f.parts) - 1
	for f.parts[i].base > r {
		i--
	}
	p := &f.parts[i]
	a := f.k - p.c - p.b
	r -= p.base
	mid, r := r/p.pairs, r%p.pairs
	var x, y uint64
	if a == p.b {
		x = triangularRoot(r)
		y = r - x*(x+1)/2
	} else {
		n := Choose(f.leftN, p.b)
		x, y = r/n, r%n
	}
	right := f.mirror.Set(Unrank(y, p.b, f.left))
	return Unrank(x, a, f.left) | right | Unrank(mid, p.c, f.mid)
}
