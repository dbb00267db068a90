package geom

import "math/bits"

// Line is what a slider on one square can reach along one line of a board: the squares
// below it and above it in number, in any board shape and with any step. A limited
// slider has shorter halves.
type Line struct {
	Lower, Upper Set
}

// With returns l, a line through from, and a ray that starts there: what of the ray has a
// lower number than from belongs to one half, the rest to the other.
func (l Line) With(from Square, ray Set) Line {
	below := Set(1)<<from - 1
	return Line{l.Lower | ray&below, l.Upper | ray&^below}
}

// Ray returns the squares met from from (exclusive) in steps of (df, dr), at most limit
// of them; a limit of 0 means as far as the board goes.
func (g Geometry) Ray(from Square, df, dr, limit int) Set {
	var s Set
	for sq, n := g.Offset(from, df, dr), 0; sq != NoSquare && (limit == 0 || n < limit); n++ {
		s = s.With(sq)
		sq = g.Offset(sq, df, dr)
	}
	return s
}

// Attacks returns the squares of l that a slider reaches when occ is occupied: up to and
// including the first occupied square in each direction. It is the obstruction difference:
// the nearest blocker below and above bound the bits in between, without a branch.
// Source: chessprogramming wiki, Obstruction Difference.
func (l Line) Attacks(occ Set) Set {
	lower, upper := l.Lower&occ, l.Upper&occ
	floor := ^Set(0) << (uint(bits.Len64(uint64(lower|1))-1) & 63)
	return (2*(upper&-upper) + floor) & (l.Lower | l.Upper)
}
