package match

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// How games end, in the words that scripts know from CuteChess.

// The results of games, as in PGN.
const (
	whiteWins = "1-0"
	blackWins = "0-1"
	drawn     = "1/2-1/2"
)

// Verdict is the end of a game.
type Verdict struct {
	Result      string `json:"result"`                // as in PGN
	Reason      string `json:"reason"`                // such as "White mates"
	Termination string `json:"termination,omitempty"` // for the tag of PGN; empty: by the rules
}

var sides = [2]string{"White", "Black"}

// wonBy returns the result of a win.
func wonBy(c board.Color) string { return [2]string{whiteWins, blackWins}[c] }

// winner returns who has won for an outcome given for the side to move; not for draws.
func winner(r rules.Result, turn board.Color) board.Color {
	if r == rules.Win {
		return turn
	}
	return turn.Other()
}

// byRules returns the verdict on an outcome that is for the side to move.
func byRules(g *board.Game, o board.Outcome, turn board.Color) Verdict {
	end := g.Variant().End
	if o.Result == rules.Draw {
		reason := map[board.Reason]string{
			board.Checkmate:  "Draw by checkmate",
			board.Stalemate:  "Draw by stalemate",
			board.Flag:       "Draw by a goal reached",
			board.Extinction: "Draw by extinction",
			board.MoveLimit:  fmt.Sprintf("Draw by %d moves rule", end.NMove),
			board.Repetition: fmt.Sprintf("Draw by %d-fold repetition", end.NFold),
		}[o.Reason]
		if o.Reason == board.MoveLimit && end.NMove == 50 {
			reason = "Draw by fifty moves rule"
		}
		return Verdict{Result: drawn, Reason: reason}
	}
	won := winner(o.Result, turn)
	v := Verdict{Result: wonBy(won)}
	switch name := sides[won]; {
	case o.Reason == board.Checkmate && won != turn:
		v.Reason = name + " mates"
	case o.Reason == board.Checkmate:
		v.Reason = "Mated player wins"
	case o.Reason == board.Stalemate && won == turn:
		v.Reason = "Stalemated player wins"
	case o.Reason == board.Stalemate:
		v.Reason = name + " stalemates"
	case o.Reason == board.Flag:
		v.Reason = name + " reaches the goal"
	case o.Reason == board.Extinction:
		v.Reason = name + " wins by extinction"
	default:
		v.Reason = fmt.Sprintf("%s wins by %v", name, o.Reason)
	}
	return v
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
	name := sides[c]
	v := Verdict{Result: wonBy(c.Other())}
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
	case whiteWins:
		v.Reason = "White wins by adjudication: " + why
	case blackWins:
		v.Reason = "Black wins by adjudication: " + why
	default:
		v.Reason = "Draw by adjudication: " + why
	}
	return v
}
