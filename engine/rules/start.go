package rules

import (
	"strings"

	"tinyhouse/engine/geom"
)

// StartSquares returns where the pieces with the lower-case letter stand in the start
// position. Of FEN it reads no more than the letters of the board, and takes a text it
// cannot follow as far as it can: notation reads and judges whole positions.
func (v *Variant) StartSquares(letter byte) Sides {
	var s Sides
	placement, _, _ := strings.Cut(v.Start, " ")
	placement, _, _ = strings.Cut(placement, "[")
	file, rank, empty := 0, v.Board.Height-1, 0
	for _, c := range []byte(placement) {
		if '0' <= c && c <= '9' {
			empty = min(empty*10+int(c-'0'), geom.MaxSide)
			continue
		}
		file, empty = file+empty, 0
		switch {
		case c == '/':
			file, rank = 0, rank-1
			continue
		case c == '+' || c == '~':
			continue
		}
		sq := v.Board.At(file, rank)
		file++
		switch {
		case sq == geom.NoSquare:
		case c == letter-'a'+'A':
			s[0] = s[0].With(sq)
		case c == letter:
			s[1] = s[1].With(sq)
		}
	}
	return s
}
