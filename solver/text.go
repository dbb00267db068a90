package solver

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// This file is the door to notation for solvers, which deal in numbers otherwise.

// FEN returns the FEN of a position.
func FEN(g *board.Game, p *board.Position) string { return notation.FEN(g, p) }

// StartPosition returns the start position of g.
func StartPosition(g *board.Game) (board.Position, error) {
	p, err := notation.Start(g)
	if err != nil {
		return p, fmt.Errorf("solver: %w", err)
	}
	return p, nil
}
