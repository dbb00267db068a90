// Package tablebase defines how searches and solvers ask for the values of solved positions.
package tablebase

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Prober knows the values of solved positions of any number of games. All methods may be
// called by any number of goroutines at a time. Values take the repetition of positions and
// the move limit for absent, and are those of the side to move.
type Prober interface {
	// Holds reports whether the value of any position of g may be known. It may take a
	// millisecond: ask once for each game.
	Holds(g *board.Game) bool

	// Probe returns the value of p, a position of g, if it is known. The distance is the
	// greatest possible one where Bounds has different ends. It may read from a file, which
	// takes up to some milliseconds: ask at the root.
	Probe(g *board.Game, p *board.Position) (score.Exact, bool)

	// ProbeNode returns what Probe does or, where that takes long, nothing. It takes less
	// than a microsecond for most positions: ask at every node.
	ProbeNode(g *board.Game, p *board.Position) (score.Exact, bool)

	// Bounds returns what is known of the value of p, also where it leaves several outcomes:
	// score.Unknown if nothing is. The bounds are equal where the exact value is known. It
	// takes up to as long as Probe for every move of p.
	Bounds(g *board.Game, p *board.Position) score.Bounds
}
