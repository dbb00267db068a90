// Package search finds the best move of a position in any game: a principal variation search
// with iterative deepening. It knows no variant by name, only the rules of the game.
package search

import (
	"time"

	"tinyhouse/engine/board"
)

// Limits are the limits of a search, which ends at the first one. A field of zero is no limit,
// and a search without limits runs until it is stopped.
type Limits struct {
	Depth       int              // iterations to finish
	Nodes       uint64           // positions to visit, over all threads
	MoveTime    time.Duration    // time for this move
	Time        [2]time.Duration // on the clocks of White and Black, if Timed
	Inc         [2]time.Duration // increments per move of White and Black
	Timed       bool             // Time is set; it may be negative
	MovesToGo   int              // moves to the next time control; 0: none
	Infinite    bool             // answer only when stopped
	Ponder      bool             // answer only after PonderHit, which starts the clock, or when stopped
	Mate        int              // end when a win or loss within this number of moves is found
	SearchMoves []board.Move     // the root moves to consider; empty: all
}

// clocked reports whether time limits the search.
func (l *Limits) clocked() bool { return l.Timed || l.MoveTime > 0 }
