package protocol

import (
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// FromZero is Plain with the ranks of xiangqi, as XBoard, UCCI and UCI-Cyclone number them: a board of
// ten ranks has ranks 0 to 9.
type FromZero struct{}

const xiangqiRanks = 10

// Move writes a move.
func (FromZero) Move(g *board.Game, p *board.Position, m board.Move) string {
	return renumber(g, notation.Move(g, p, m), -1)
}

// ParseMove parses the form of Move.
func (FromZero) ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	return notation.ParseMove(g, p, renumber(g, text, +1))
}

// ParsePosition parses a FEN.
func (FromZero) ParsePosition(g *board.Game, text string) (board.Position, error) {
	return notation.ParsePosition(g, text)
}

// renumber adds to all numbers of a move on a board of ten ranks.
func renumber(g *board.Game, text string, add int) string {
	if g.Geometry().Height != xiangqiRanks || len(text) > 20 { // longer than any move
		return text
	}
	var b strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "0123456789")
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
		if n, err := strconv.Atoi(digits); err == nil {
			b.WriteString(strconv.Itoa(n + add))
		} else {
			b.WriteString(digits)
		}
		text = text[len(digits):]
	}
	return b.String() + text
}
