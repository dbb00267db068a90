// Package search plays: a principal variation search over any variant that the board
// package can compile. It knows no variant by name; what differs between games it reads
// from the rules.
package search

import (
	"time"

	"tinyhouse/engine/board"
)

// Limits says when a search ends. The zero value of a field is no limit; several limits
// hold together. A search with no limit at all runs until it is stopped.
type Limits struct {
	Depth       int              // iterations to finish
	Nodes       uint64           // positions to visit, over all threads
	MoveTime    time.Duration    // time for this move
	Time        [2]time.Duration // on the clocks of White and Black; counts when Timed
	Inc         [2]time.Duration // added to a clock by each move
	Timed       bool             // Time is given, and may be 0 or less
	MovesToGo   int              // moves until the clocks are set anew; 0: never
	Infinite    bool             // give no answer before being stopped
	Ponder      bool             // like Infinite, until PonderHit starts the clock
	Mate        int              // end as soon as a win or loss in so many moves is found
	SearchMoves []board.Move     // the root moves to consider; empty: all
}

// clocked reports whether time on a clock is spent.
func (l *Limits) clocked() bool { return l.Timed || l.MoveTime > 0 }
