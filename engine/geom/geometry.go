package geom

import (
	"fmt"
	"strconv"
)

// MaxSide is the largest width or height of a board: files a to p, ranks 1 to 16.
const MaxSide = 16

// Geometry is the shape of a board. The zero value has no squares.
type Geometry struct {
	Width  int // number of files, 1 to MaxSide
	Height int // number of ranks, 1 to MaxSide
}

// NewGeometry returns the board of width files and height ranks. The error says which limit it
// exceeds.
func NewGeometry(width, height int) (Geometry, error) {
	switch {
	case width < 1 || width > MaxSide:
		return Geometry{}, fmt.Errorf("geom: %d files: want 1 to %d", width, MaxSide)
	case height < 1 || height > MaxSide:
		return Geometry{}, fmt.Errorf("geom: %d ranks: want 1 to %d", height, MaxSide)
	case width*height > MaxSquares:
		return Geometry{}, fmt.Errorf("geom: %dx%d board: want at most %d squares", width, height, MaxSquares)
	}
	return Geometry{width, height}, nil
}

// Squares returns the number of squares.
func (g Geometry) Squares() int { return g.Width * g.Height }

// Board returns the set of all squares.
func (g Geometry) Board() Set { return Set(1)<<g.Squares() - 1 }

// File returns the file of sq, 0 for the a-file.
func (g Geometry) File(sq Square) int { return int(sq) % g.Width }

// Rank returns the rank of sq, 0 for the first rank.
func (g Geometry) Rank(sq Square) int { return int(sq) / g.Width }

// At returns the square on a file and rank counted from 0, or NoSquare off the board.
func (g Geometry) At(file, rank int) Square {
	if file < 0 || file >= g.Width || rank < 0 || rank >= g.Height {
		return NoSquare
	}
	return Square(rank*g.Width + file)
}

// Offset returns the square df files and dr ranks away from sq, or NoSquare off the board.
func (g Geometry) Offset(sq Square, df, dr int) Square {
	return g.At(g.File(sq)+df, g.Rank(sq)+dr)
}

// FileSet returns all squares of a file; the empty set off the board.
func (g Geometry) FileSet(file int) Set {
	var s Set
	if file < 0 || file >= g.Width {
		return s
	}
	for rank := range g.Height {
		s = s.With(g.At(file, rank))
	}
	return s
}

// RankSet returns all squares of a rank; the empty set off the board.
func (g Geometry) RankSet(rank int) Set {
	if rank < 0 || rank >= g.Height {
		return 0
	}
	return (Set(1)<<g.Width - 1) << (rank * g.Width)
}

// Mirror returns s with the files in reverse order: a left-right reflection.
func (g Geometry) Mirror(s Set) Set {
	var m Set
	for ; s != 0; s &= s - 1 {
		m = m.With(g.MirrorSquare(s.First()))
	}
	return m
}

// MirrorSquare returns sq reflected left to right.
func (g Geometry) MirrorSquare(sq Square) Square {
	return g.At(g.Width-1-g.File(sq), g.Rank(sq))
}

// FlipSquare returns sq reflected top to bottom.
func (g Geometry) FlipSquare(sq Square) Square {
	return g.At(g.File(sq), g.Height-1-g.Rank(sq))
}

// Flip returns s with the ranks in reverse order: a top-bottom reflection.
func (g Geometry) Flip(s Set) Set {
	var m Set
	for ; s != 0; s &= s - 1 {
		m = m.With(g.FlipSquare(s.First()))
	}
	return m
}

// Name returns the name of sq, such as "b2" or "a12", and "-" for a square off the board.
func (g Geometry) Name(sq Square) string {
	if int(sq) >= g.Squares() {
		return "-"
	}
	return string(rune('a'+g.File(sq))) + strconv.Itoa(g.Rank(sq)+1)
}

// ReadSquare returns the square at the beginning of text and the length of its name, which is as long
// as the highest rank allows. ok is false if there is no square of this board.
func (g Geometry) ReadSquare(text string) (sq Square, size int, ok bool) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'p' {
		return NoSquare, 0, false
	}
	rank, size := 0, 1
	for size < len(text) && size < 3 && '0' <= text[size] && text[size] <= '9' {
		next := rank*10 + int(text[size]-'0')
		if next == 0 || next > g.Height {
			break
		}
		rank = next
		size++
	}
	sq = g.At(int(text[0]-'a'), rank-1)
	return sq, size, sq != NoSquare
}

// ParseSquare returns the square called name.
func (g Geometry) ParseSquare(name string) (Square, error) {
	sq, size, ok := g.ReadSquare(name)
	if !ok || size != len(name) {
		return NoSquare, fmt.Errorf("geom: %.20q is not a square of a %dx%d board", name, g.Width, g.Height)
	}
	return sq, nil
}
