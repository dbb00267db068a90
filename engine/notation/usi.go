package notation

import (
	"errors"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// USIMove returns the legal move m of p in USI form: "2e3d", "2e3d+", "P*3c". Files count from the right
// and ranks, as letters, from above, as White sees them: on four by four, a1 is 4d and d4 is 1a.
func USIMove(g *board.Game, p *board.Position, m board.Move) string {
	text, geo := Move(g, p, m), g.Geometry()
	if letter, square, drop := strings.Cut(text, "@"); drop {
		to, _, _ := geo.ReadSquare(square)
		return letter + "*" + usiSquare(geo, to)
	}
	from, n, _ := geo.ReadSquare(text)
	to, n2, _ := geo.ReadSquare(text[n:])
	return usiSquare(geo, from) + usiSquare(geo, to) + text[n+n2:]
}

// ParseUSIMove returns the legal move of p that text names in USI form, in either case. The error is an
// *Error.
func ParseUSIMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := readUSIMove(g, p, text)
	if err != nil {
		return board.NoMove, &Error{Kind: "move", Text: text, Err: err}
	}
	return m, nil
}

var errNoUSIMove = errors.New("not a move: want one like 2e3d, 2b2a+ or P*3c")

// readUSIMove is ParseUSIMove with the reason alone as its error.
func readUSIMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	if len(text) > maxMove {
		return board.NoMove, errLong
	}
	geo := g.Geometry()
	if letter, square, drop := strings.Cut(text, "*"); drop {
		to, n, ok := readUSISquare(geo, square)
		if !ok || n != len(square) {
			return board.NoMove, errNoUSIMove
		}
		return readMove(g, p, letter+"@"+geo.Name(to))
	}
	from, n, ok := readUSISquare(geo, text)
	to, n2, ok2 := readUSISquare(geo, text[n:])
	if !ok || !ok2 {
		return board.NoMove, errNoUSIMove
	}
	return readMove(g, p, geo.Name(from)+geo.Name(to)+text[n+n2:])
}

// usiSquare returns the name of a square.
func usiSquare(geo geom.Geometry, sq geom.Square) string {
	return strconv.Itoa(geo.Width-geo.File(sq)) + string(rune('a'+geo.Height-1-geo.Rank(sq)))
}

// readUSISquare returns the square at the beginning of text and the length of its name.
func readUSISquare(geo geom.Geometry, text string) (sq geom.Square, size int, ok bool) {
	for size < len(text) && '0' <= text[size] && text[size] <= '9' {
		size++
	}
	file, err := strconv.Atoi(text[:size])
	if err != nil || size == len(text) || file < 1 || file > geo.Width {
		return geom.NoSquare, 0, false
	}
	rank := geo.Height - 1 - int(text[size]|0x20) + 'a'
	if rank < 0 || rank >= geo.Height {
		return geom.NoSquare, 0, false
	}
	return geo.At(geo.Width-file, rank), size + 1, true
}
