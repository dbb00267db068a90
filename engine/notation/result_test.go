package notation_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// TestResult checks the texts for all endings, from either side.
func TestResult(t *testing.T) {
	chess := enginetest.Game(t, "chess")
	odd := enginetest.Custom(t, "[odd:chess]\nnMoveRule = 70\nnFoldRule = 5\n", "odd")
	for _, c := range []struct {
		g            *board.Game
		turn         board.Color
		reason       board.Reason
		result       rules.Result
		score, words string
	}{
		{chess, board.White, board.Ongoing, rules.Draw, "*", ""},
		{chess, board.White, board.Checkmate, rules.Loss, "0-1", "Black mates"},
		{chess, board.Black, board.Checkmate, rules.Loss, "1-0", "White mates"},
		{chess, board.Black, board.Checkmate, rules.Win, "0-1", "mated player wins"},
		{chess, board.Black, board.Checkmate, rules.Draw, "1/2-1/2", "Draw by checkmate"},
		{chess, board.White, board.Stalemate, rules.Win, "1-0", "stalemated player wins"},
		{chess, board.White, board.Stalemate, rules.Loss, "0-1", "Black stalemates"},
		{chess, board.White, board.Stalemate, rules.Draw, "1/2-1/2", "Draw by stalemate"},
		{chess, board.Black, board.Flag, rules.Loss, "1-0", "White reaches the goal"},
		{chess, board.Black, board.Flag, rules.Draw, "1/2-1/2", "Draw by a goal reached"},
		{chess, board.Black, board.Extinction, rules.Loss, "1-0", "White wins by extinction"},
		{chess, board.Black, board.Extinction, rules.Draw, "1/2-1/2", "Draw by extinction"},
		{chess, board.White, board.MoveLimit, rules.Draw, "1/2-1/2", "Draw by fifty moves rule"},
		{odd, board.White, board.MoveLimit, rules.Draw, "1/2-1/2", "Draw by 70 moves rule"},
		{chess, board.White, board.Repetition, rules.Draw, "1/2-1/2", "Draw by 3-fold repetition"},
		{odd, board.White, board.Repetition, rules.Draw, "1/2-1/2", "Draw by 5-fold repetition"},
		{odd, board.White, board.Repetition, rules.Loss, "0-1", "Black wins by repetition"},
	} {
		score, words := notation.Result(c.g, c.turn, board.Outcome{Reason: c.reason, Result: c.result})
		if score != c.score || words != c.words {
			t.Errorf("%v, %v, %v: %s %q, want %s %q", c.turn, c.reason, c.result, score, words, c.score, c.words)
		}
	}
}
