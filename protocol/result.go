package protocol

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Result returns the result of a game that is over at p, as protocols say it: with the
// reason in braces, "0-1 {Black mates}". The outcome is that of p.
func Result(g *board.Game, p *board.Position, o board.Outcome) string {
	result, reason := notation.Result(g, p.Turn(), o)
	return fmt.Sprintf("%s {%s}", result, reason)
}
