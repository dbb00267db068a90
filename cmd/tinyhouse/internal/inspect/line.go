package inspect

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb/table"
)

// Step is a move of a main line.
type Step struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// drawnLine is the length in plies of the line of a drawn position.
const drawnLine = 8

// mainLine returns best play from p: to the end of the game if it is won or lost, else drawnLine
// plies. Among equally good moves it plays the first of the move generator.
func mainLine(t *table.File, p board.Position) ([]Step, error) {
	line := []Step{}
	v, err := Value(t, &p)
	if err != nil {
		return nil, err
	}
	for v.Outcome == score.Draw && len(line) < drawnLine || v.Plies > 0 {
		if t.Game().Decided(&p).Over() {
			break
		}
		moves, err := Moves(t, &p)
		if err != nil {
			return nil, err
		}
		if len(moves) == 0 {
			break
		}
		best := moves[0]
		for _, m := range moves {
			if m.Exact.Compare(best.Exact) > 0 {
				best = m
			}
		}
		if best.Exact != v {
			return nil, fmt.Errorf("%s: the value is %v, but the best move %s gives %v; the table is wrong",
				notation.FEN(t.Game(), &p), v, best.UCI, best.Exact)
		}
		line = append(line, Step{best.UCI, best.SAN})
		t.Game().Apply(&p, &p, best.Move)
		if v.Outcome != score.Draw {
			v = score.Exact{Outcome: -v.Outcome, Plies: v.Plies - 1}
		}
	}
	return line, nil
}

// lineText returns a line in UCI notation.
func lineText(line []Step) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.UCI
	}
	return strings.Join(words, " ")
}
