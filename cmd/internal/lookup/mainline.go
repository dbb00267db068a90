package lookup

import (
	"errors"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// MaxMainline limits a main line, in plies.
const MaxMainline = 10_000

// ErrUnknown is for questions about positions that no table or certificate reaches.
var ErrUnknown = errors.New("no table or certificate has the value of this position")

// Mainline is the best play from a position to the end of the game, in the form of lila-tablebase.
// It is empty if the position is drawn.
type Mainline struct {
	DTZ        *int    `json:"dtz"`         // always null
	PreciseDTZ *int    `json:"precise_dtz"` // always null
	Moves      []Step  `json:"mainline"`
	Winner     *string `json:"winner"` // "w" or "b"; null for a draw
}

// Step is a move of a main line.
type Step struct {
	UCI        string `json:"uci"`
	SAN        string `json:"san"`
	DTZ        *int   `json:"dtz"`         // always null
	PreciseDTZ *int   `json:"precise_dtz"` // always null
	DTM        *int   `json:"dtm"`         // of the position after the move
}

// Line returns the main line from p: each move is the first that Probe has. The error is ErrUnknown
// or damage of a file.
func Line(f Finder, g *board.Game, p *board.Position) (*Mainline, error) {
	line, at := &Mainline{Moves: []Step{}}, *p
	for len(line.Moves) < MaxMainline {
		pos, moves, err := rank(f, g, &at)
		switch {
		case err != nil:
			return nil, err
		case pos.Category == "unknown":
			return nil, ErrUnknown
		case pos.Category == "draw":
			return line, nil
		case pos.over:
			line.Winner = winner(&at, g.Ended(&at).Result)
			return line, nil
		}
		best := &moves[0]
		line.Moves = append(line.Moves, Step{UCI: best.UCI, SAN: notation.SAN(g, &at, best.move), DTM: best.DTM})
		g.Apply(&at, &at, best.move)
	}
	return line, nil
}

// winner returns the side that has won a decided game in which p's side to move has a result.
func winner(p *board.Position, r rules.Result) *string {
	c := p.Turn()
	if r == rules.Loss {
		c = c.Other()
	}
	name := c.String()
	return &name
}
