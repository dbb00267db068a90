package protocol

import (
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// RanksFromZero is the notation of UCI with the ranks of xiangqi: a board of ten ranks numbers them
// from 0 to 9, any other board from 1. Fairy-Stockfish does so in XBoard, UCCI and UCI-Cyclone.
type RanksFromZero struct{}

const xiangqiRanks = 10

// Move writes a move.
func (RanksFromZero) Move(g *board.Game, p *board.Position, m board.Move) string {
	return shiftRanks(g, notation.Move(g, p, m), -1)
}

// ParseMove parses the form of Move.
func (RanksFromZero) ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	return notation.ParseMove(g, p, shiftRanks(g, text, +1))
}

// ParsePosition parses a FEN.
func (RanksFromZero) ParsePosition(g *board.Game, text string) (board.Position, error) {
	return notation.ParsePosition(g, text)
}

// digits are those of ranks.
const digits = "0123456789"

// maxMove is longer than any move, in bytes.
const maxMove = 20

// shiftRanks adds a number to each rank of a move, on a board of ten ranks only.
func shiftRanks(g *board.Game, move string, add int) string {
	if g.Geometry().Height != xiangqiRanks || len(move) > maxMove {
		return move
	}
	var shifted strings.Builder
	for move != "" {
		other := strings.IndexAny(move, digits)
		if other < 0 {
			other = len(move)
		}
		shifted.WriteString(move[:other])
		rest := strings.TrimLeft(move[other:], digits)
		number := move[other : len(move)-len(rest)]
		if rank, err := strconv.Atoi(number); err == nil {
			number = strconv.Itoa(rank + add)
		}
		shifted.WriteString(number)
		move = rest
	}
	return shifted.String()
}
