package geom

import (
	"iter"
	"math/bits"
)

// Set is a set of squares, a bitboard: bit i is square i.
type Set uint64

// Of returns the set of the given squares.
func Of(squares ...Square) Set {
	var s Set
	for _, sq := range squares {
		s = s.With(sq)
	}
	return s
}

// Has reports whether sq is in s. NoSquare is in no set.
func (s Set) Has(sq Square) bool { return s>>sq&1 != 0 }

// With returns s and sq.
func (s Set) With(sq Square) Set { return s | 1<<sq }

// Without returns s less sq.
func (s Set) Without(sq Square) Set { return s &^ (1 << sq) }

// Len returns the number of squares in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest square of s, or NoSquare when s is empty.
func (s Set) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// Many reports whether s has two squares or more.
func (s Set) Many() bool { return s&(s-1) != 0 }

// SubsetOf reports whether every square of s is in t.
func (s Set) SubsetOf(t Set) bool { return s&^t == 0 }

// Rotate returns s with n, which may be negative, added to every square number modulo 64. The caller
// must mask out squares that leave the board.
func (s Set) Rotate(n int) Set { return Set(bits.RotateLeft64(uint64(s), n)) }

// All yields the squares of s in rising order.
func (s Set) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Subsets yields every subset of s, the empty one first (carry-rippler).
func (s Set) Subsets() iter.Seq[Set] {
	return func(yield func(Set) bool) {
		sub := Set(0)
		for yield(sub) {
			sub = (sub - s) & s
			if sub == 0 {
				return
			}
		}
	}
}
