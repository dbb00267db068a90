package score

// Bounds enclose the value of a position for the side to move, which is no worse than Lower and no
// better than Upper. Their plies are upper bounds: a win or loss in 9 ends in 9 plies or sooner.
type Bounds struct{ Lower, Upper Exact }

// Unknown is the bounds of a position of which nothing is known.
var Unknown = Bounds{Lower: LossIn(0), Upper: WinIn(0)}

// Exact returns the value if the bounds leave one outcome. Its plies are then an upper bound.
func (b Bounds) Exact() (v Exact, ok bool) {
	switch {
	case b.Lower.Outcome == Win:
		return b.Lower, true
	case b.Upper.Outcome == Loss:
		return b.Upper, true
	}
	return Exact{}, b.Lower.Outcome == Draw && b.Upper.Outcome == Draw
}

// Prev returns the bounds of a move to a position of bounds b for the other side.
func (b Bounds) Prev() Bounds { return Bounds{Lower: b.Upper.Prev(), Upper: b.Lower.Prev()} }

// String returns the bounds in words: "win 5", "loss 0", "draw", "at least draw", "at most
// draw" or "unknown".
func (b Bounds) String() string {
	v, ok := b.Exact()
	switch {
	case ok:
		return v.String()
	case b.Lower.Outcome == Draw:
		return "at least draw"
	case b.Upper.Outcome == Draw:
		return "at most draw"
	}
	return "unknown"
}
