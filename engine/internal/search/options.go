package search

// Options switches the ideas of the search on and off, so that each can be measured; the
// numbers are those worth trying other values for.
type Options struct {
	Aspiration     bool // search iterations in a window around the last value
	NullMove       bool // let the opponent move twice; where that stays good, cut
	ReverseFutile  bool // cut where the estimate is far above beta
	Razoring       bool // go to quiescence where the estimate is far below alpha
	Futility       bool // skip quiet moves where the estimate is far below alpha
	LateMoves      bool // skip quiet moves late in the order at low depth
	Reductions     bool // search late moves less deep first
	Exchanges      bool // skip moves that lose material at low depth
	Singular       bool // search deeper where one move stands out
	CheckExtension bool // search deeper after a check
	QuietChecks    bool // try quiet checks in the first ply of quiescence
	InternalReduce bool // search less deep where the table has no move
	Continuations  bool // order quiet moves by what they followed

	LateBase   int // quiet moves searched before late ones are skipped at depth 0
	LateStep   int // more of them for the depth squared, in quarters
	ReduceBase int // late move reduction, in hundredths of a ply
	ReduceStep int // divisor of its logarithms, in hundredths
	FarStep    int // centipawns above beta a ply that cut
}

// Standard returns the options to play with.
func Standard() Options {
	return Options{
		Aspiration:     true,
		NullMove:       true,
		ReverseFutile:  true,
		Razoring:       true,
		Futility:       true,
		LateMoves:      true,
		Reductions:     true,
		Exchanges:      true,
		Singular:       true,
		CheckExtension: true,
		QuietChecks:    true,
		InternalReduce: true,
		Continuations:  true,
		LateBase:       6,
		LateStep:       6,
		ReduceBase:     50,
		ReduceStep:     220,
		FarStep:        85,
	}
}
