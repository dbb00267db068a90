package match

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// How games end beside the rules, in the words that scripts know from CuteChess. How they end
// by them package notation says.

// Verdict is the end of a game.
type Verdict struct {
	Result      string `json:"result"`                // as in PGN
	Reason      string `json:"reason"`                // such as "White mates"
	Termination string `json:"termination,omitempty"` // for the tag of PGN; empty: by the rules
}

// byRules returns the verdict on an outcome that is for the side to move.
func byRules(g *board.Game, o board.Outcome, turn board.Color) Verdict {
	result, reason := notation.Result(g, turn, o)
	return Verdict{Result: result, Reason: reason}
}

// fault sorts what a player can do wrong.
type fault int

// The faults that lose a game, and those that do not.
const (
	illegalMove fault = iota
	timeLoss
	stall
	disconnect
	warning
	faults // their number
)

// forfeit returns the verdict on a player who has lost by a fault; detail is the move.
func forfeit(f fault, c board.Color, detail string) Verdict {
	name := notation.SideName(c)
	v := Verdict{Result: notation.WonBy(c.Other())}
	switch f {
	case illegalMove:
		v.Reason, v.Termination = name+" makes an illegal move: "+detail, "illegal move"
	case timeLoss:
		v.Reason, v.Termination = name+" loses on time", "time forfeit"
	case stall:
		v.Reason, v.Termination = name+"'s connection stalls", "stalled connection"
	default:
		v.Reason, v.Termination = name+" disconnects", "abandoned"
	}
	return v
}

// adjudicated returns the verdict of the referee; who is the side that wins, if any does.
func adjudicated(result string, why string) Verdict {
	v := Verdict{Result: result, Termination: "adjudication"}
	switch result {
	case notation.WhiteWins:
		v.Reason = "White wins by adjudication: " + why
	case notation.BlackWins:
		v.Reason = "Black wins by adjudication: " + why
	default:
		v.Reason = "Draw by adjudication: " + why
	}
	return v
}
