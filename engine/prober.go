package engine

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Prober is how exact values reach the search. It must be safe for concurrent use. One serves
// all games, so that tables stay open when the game changes.
//
// It may have two more methods. Glance is as Probe, for nodes of the search: it may leave out
// what takes long to look up, and Probe is asked at the root only. Bounds returns what is
// known of a value that is not known exactly; moves that are proved to be worse than others
// are not searched then.
//
//	Glance(g *board.Game, p *board.Position) (score.Exact, bool)
//	Bounds(g *board.Game, p *board.Position) (lower, upper score.Exact)
type Prober interface {
	// Holds reports whether any position of g may be known; asked once a game.
	Holds(g *board.Game) bool
	// Probe returns the exact value of p, a position of g, for the side to move, if it is
	// known. Repetition and the move limit are taken for absent. It is asked at every node
	// of a search of g, so it must soon know what it does not know.
	Probe(g *board.Game, p *board.Position) (score.Exact, bool)
}
