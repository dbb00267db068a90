package match

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Result is the result of a game, with the reason in CuteChess's words.
type Result struct {
	Result      string `json:"result"`                // as in PGN
	Reason      string `json:"reason"`                // such as "White mates"
	Termination string `json:"termination,omitempty"` // PGN tag; empty: by the rules
}

// resultByRules returns the result of an outcome for the side to move.
func resultByRules(g *board.Game, o board.Outcome, turn board.Color) Result {
	result, reason := notation.Result(g, turn, o)
	return Result{Result: result, Reason: reason}
}

// fault is a kind of fault of an engine.
type fault int

// The faults that lose the game.
const (
	illegalMove fault = iota
	timeLoss
	stall
	disconnect
)

// forfeit returns the result for a side that loses by a fault; detail is an illegal move.
func forfeit(f fault, c board.Color, detail string) Result {
	name := notation.SideName(c)
	r := Result{Result: notation.WonBy(c.Other())}
	switch f {
	case illegalMove:
		r.Reason, r.Termination = name+" makes an illegal move: "+detail, "illegal move"
	case timeLoss:
		r.Reason, r.Termination = name+" loses on time", "time forfeit"
	case stall:
		r.Reason, r.Termination = name+"'s connection stalls", "stalled connection"
	default:
		r.Reason, r.Termination = name+" disconnects", "abandoned"
	}
	return r
}

// adjudicated returns the result of an adjudication.
func adjudicated(result string, why string) Result {
	prefix := map[string]string{notation.WhiteWins: "White wins", notation.BlackWins: "Black wins", notation.Drawn: "Draw"}[result]
	return Result{result, prefix + " by adjudication: " + why, "adjudication"}
}
