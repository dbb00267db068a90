package geom

import "math/bits"

// Line is the squares that a slider on one square can reach along one line of an empty board, with
// lower and with higher numbers than its own, for any board and any step.
type Line struct {
	Lower, Upper Set
}

// With returns l, a line through from, with the squares of a ray from there.
func (l Line) With(from Square, ray Set) Line {
	below := Set(1)<<from - 1
	return Line{l.Lower | ray&below, l.Upper | ray&^below}
}

// Ray returns the squares that steps of (df, dr) reach from a square, at most limit of them; a limit of 0
// is none.
func (g Geometry) Ray(from Square, df, dr, limit int) Set {
	var s Set
	for sq, n := g.Offset(from, df, dr), 0; sq != NoSquare && (limit == 0 || n < limit); n++ {
		s = s.With(sq)
		sq = g.Offset(sq, df, dr)
	}
	return s
}

// Attacks returns the squares of l that a slider reaches when occ is occupied: up to and including the
// first occupied square in each direction. It has no branch. Source: chessprogramming wiki,
// Obstruction Difference.
func (l Line) Attacks(occ Set) Set {
	lower, upper := l.Lower&occ, l.Upper&occ
	floor := ^Set(0) << (uint(bits.Len64(uint64(lower|1))-1) & 63)
	return (2*(upper&-upper) + floor) & (l.Lower | l.Upper)
}
