// Package geom has squares, sets of squares and lines of a board of up to 64 squares.
//
// Squares are numbered rank by rank, square = rank*width + file, so that a 4x4 board fills the low 16
// bits of a Set:
//
//	4 | 12 13 14 15
//	3 |  8  9 10 11
//	2 |  4  5  6  7
//	1 |  0  1  2  3
//	  +-------------
//	     a  b  c  d
package geom

// Square is the number of a square, 0 to 63, or NoSquare.
type Square uint8

// NoSquare stands for the absence of a square. It is outside every board.
const NoSquare Square = 64

// MaxSquares limits the squares of a board: a Set has one bit for each.
const MaxSquares = 64
