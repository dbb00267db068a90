package notation

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// The results, as PGN writes them.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Drawn     = "1/2-1/2"
	Unknown   = "*" // the game goes on, or its result is unknown
)

// WonBy returns the result of a game that a side has won.
func WonBy(c board.Color) string { return [2]string{WhiteWins, BlackWins}[c] }

// SideName returns "White" or "Black".
func SideName(c board.Color) string { return [2]string{"White", "Black"}[c] }

// Result returns the result of a game by the outcome for a side to move, and the reason in the words
// of CuteChess: "0-1" and "Black mates". A game that goes on has the result Unknown and no reason.
func Result(g *board.Game, turn board.Color, o board.Outcome) (result, reason string) {
	switch {
	case !o.Over():
		return Unknown, ""
	case o.Result == rules.Draw:
		return Drawn, "Draw by " + drawReason(g, o.Reason)
	}
	winner := turn.Other()
	if o.Result == rules.Win {
		winner = turn
	}
	name := SideName(winner)
	switch {
	case o.Reason == board.Checkmate && winner != turn:
		reason = name + " mates"
	case o.Reason == board.Checkmate:
		reason = "mated player wins"
	case o.Reason == board.Stalemate && winner == turn:
		reason = "stalemated player wins"
	case o.Reason == board.Stalemate:
		reason = name + " stalemates"
	case o.Reason == board.Flag:
		reason = name + " reaches the goal"
	default:
		reason = fmt.Sprintf("%s wins by %v", name, o.Reason)
	}
	return WonBy(winner), reason
}

// drawReason returns the rule by which a game is drawn.
func drawReason(g *board.Game, r board.Reason) string {
	switch end := g.Variant().End; {
	case r == board.Repetition:
		return fmt.Sprintf("%d-fold repetition", end.NFold)
	case r == board.MoveLimit && end.NMove == 50:
		return "fifty moves rule"
	case r == board.MoveLimit:
		return fmt.Sprintf("%d moves rule", end.NMove)
	case r == board.Flag:
		return "a goal reached"
	}
	return r.String()
}
