package search

import (
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Bound says how a value relates to the true one.
type Bound uint8

// The bounds: the true value is equal to the value, at least or at most the value.
const (
	Exact Bound = iota
	Lower
	Upper
)

// Info is the report of a line.
type Info struct {
	Depth    int // iteration; 0 for a position where the game is over
	SelDepth int // longest line searched, in plies
	MultiPV  int // rank of the line, from 1
	Value    score.Value
	Long     score.Exact // what a table knows of a Value of ±score.Proven; else a draw
	Bound    Bound
	WDL      [3]int // win, draw, loss of the side to move, in permille; sums to 1000
	Nodes    uint64
	NPS      uint64 // nodes per second
	Elapsed  time.Duration
	HashFull int // permille
	TBHits   uint64
	PV       []board.Move // the receiver may keep it
}

// Forced returns the value as a win or loss with its distance; ok is false if the distance is not
// known.
func (i *Info) Forced() (x score.Exact, ok bool) {
	switch {
	case i.Long.Outcome != score.Draw:
		return i.Long, true
	case i.Value.IsDecisive():
		return i.Value.Exact(), true
	}
	return x, false
}

// Best is the answer of a search.
type Best struct {
	Move    board.Move
	Ponder  board.Move    // the expected reply, or NoMove
	OK      bool          // false: there is no move
	Outcome board.Outcome // of the position searched, when the game is over
}
