package engine

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Prober is how exact values reach the search. It must be safe for concurrent use.
type Prober interface {
	// Holds reports whether any position of g may be known; asked once a game.
	Holds(g *board.Game) bool
	// Probe returns the exact value of p for the side to move, if it is known. Repetition
	// and the move limit are taken for absent.
	Probe(p *board.Position) (score.Exact, bool)
}
