package search

import (
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Bound says what a value is worth.
type Bound uint8

// The bounds: the value itself, or that it is at least or at most that much.
const (
	Exact Bound = iota
	Lower
	Upper
)

// Info is what a search reports of one line.
type Info struct {
	Depth    int // iteration; 0 for a position where the game is over
	SelDepth int // longest line looked at, in plies
	MultiPV  int // rank of the line, from 1
	Value    score.Value
	Bound    Bound
	WDL      [3]int // win, draw, loss of the side to move, in permille; sums to 1000
	Nodes    uint64
	NPS      uint64 // nodes a second
	Elapsed  time.Duration
	HashFull int // permille
	TBHits   uint64
	PV       []board.Move // good for as long as the receiver likes
}

// Best is the answer of a search.
type Best struct {
	Move    board.Move
	Ponder  board.Move    // the reply expected, or NoMove
	OK      bool          // false: there is no move, the game is over
	Outcome board.Outcome // of the position searched, when the game is over
}
