package protocol

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// Result returns the result of a game that is over at p, as PGN writes it and with the
// reason in braces: "0-1 {Black mates}". The outcome is that of p.
func Result(g *board.Game, p *board.Position, o board.Outcome) string {
	mover, waiter := "White", "Black"
	score := [3]string{"0-1", "1/2-1/2", "1-0"}
	if p.Turn() == board.Black {
		mover, waiter = waiter, mover
		score[0], score[2] = score[2], score[0]
	}
	return fmt.Sprintf("%s {%s}", score[o.Result+1], because(g, o, mover, waiter))
}

// because gives the reason why a game is over.
func because(g *board.Game, o board.Outcome, mover, waiter string) string {
	winner := waiter
	if o.Result == rules.Win {
		winner = mover
	}
	switch {
	case o.Reason == board.Checkmate && o.Result == rules.Loss:
		return waiter + " mates"
	case o.Reason == board.Stalemate && o.Result == rules.Win:
		return "stalemated player wins"
	case o.Reason == board.Repetition && o.Result == rules.Draw:
		return fmt.Sprintf("Draw by %d-fold repetition", g.Variant().End.NFold)
	case o.Result == rules.Draw:
		return "Draw by " + o.Reason.String()
	}
	return fmt.Sprintf("%s wins by %s", winner, o.Reason)
}
