package index

import (
	"math"
	"math/bits"

	"tinyhouse/engine/geom"
)

// The combinatorial number system numbers the subsets of k squares of a set U:
//
//	rank(S in U):   number the squares of U from 0 in rising order;
//	                S at places p1 < p2 < ... < pk  ->  C(p1,1) + C(p2,2) + ... + C(pk,k)
//	unrank(r, k):   for i = k down to 1: pi = the largest p with C(p,i) <= r; r -= C(pi,i)
//
// The sums are the numbers from 0 to C(n,k)-1, each once.

// binomials holds C(n,k) as [k][n]; the largest, C(64,32), is below 2^61.
var binomials = newBinomials()

func newBinomials() *[65][65]uint64 {
	b := new([65][65]uint64)
	for n := range 65 {
		b[0][n] = 1
		for k := 1; k <= n; k++ {
			b[k][n] = b[k-1][n-1] + b[k][n-1]
		}
	}
	return b
}

// Choose returns the binomial coefficient of n, up to 64, and k: 0 if k is below 0 or above n.
func Choose(n, k int) uint64 {
	if k < 0 || n < 0 || k > n {
		return 0
	}
	return binomials[k][n]
}

// countBelow returns the number of squares of u below sq.
func countBelow(sq geom.Square, u geom.Set) uint64 { return uint64((u & (1<<(sq&63) - 1)).Len()) }

// Rank returns the rank of s, below Choose, among the subsets of u of its size. It takes a popcount
// for each square of s, which must be within u.
func Rank(s, u geom.Set) uint64 {
	r := uint64(0)
	for i := 1; s != 0; i++ {
		r += binomials[i][(u & (s&-s - 1)).Len()]
		s &= s - 1
	}
	return r
}

// Unrank is the inverse of Rank: it returns subset r of those of u with k squares; r must be below
// their number.
func Unrank(r uint64, k int, u geom.Set) geom.Set {
	var s geom.Set
	for n := u.Len(); k > 1; k-- {
		row := &binomials[k]
		for n--; row[n] > r; n-- {
		}
		r -= row[n]
		s = s.With(nth(u, n))
	}
	if k == 1 {
		s = s.With(nth(u, int(r)))
	}
	return s
}

// lowest returns subset 0 of those of u with k squares.
func lowest(u geom.Set, k int) geom.Set {
	rest := u
	for range k {
		rest &= rest - 1
	}
	return u &^ rest
}

// next returns the subset of u after s, which must not be empty or the last. The lowest square of s
// with a free square of u above it moves up by one, by a carry through all squares that are in s or
// outside u; the squares below it return to the lowest ones.
func next(s, u geom.Set) geom.Set {
	up := ((s | ^u) + s&-s) & u
	return up | lowest(u, s.Len()-up.Len())
}

// nth returns the square of u with n squares of u below it, by bisection.
func nth(u geom.Set, n int) geom.Square {
	at, width := 0, 32
	if u < 1<<16 {
		width = 8
	}
	for ; width > 0; width /= 2 {
		low := u >> at & (1<<width - 1)
		if here := low.Len(); here <= n {
			n -= here
			at += width
		}
	}
	return geom.Square(at)
}

// product multiplies sizes; full reports that the result does not fit.
func product(sizes ...uint64) (p uint64, full bool) {
	p = 1
	for _, size := range sizes {
		if size == 0 {
			return 0, false
		}
		hi, lo := bits.Mul64(p, size)
		full = full || hi != 0
		p = lo
	}
	return p, full
}

// triangularRoot returns the largest x with x(x+1)/2 <= r, for r below 2^60.
func triangularRoot(r uint64) uint64 {
	x := uint64((math.Sqrt(8*float64(r)+1) - 1) / 2)
	for x*(x+1)/2 > r {
		x--
	}
	for (x+1)*(x+2)/2 <= r {
		x++
	}
	return x
}
