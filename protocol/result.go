package protocol

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Result returns the result of a game that ended at p with outcome o, such as "0-1 {Black mates}".
func Result(g *board.Game, p *board.Position, o board.Outcome) string {
	result, reason := notation.Result(g, p.Turn(), o)
	return fmt.Sprintf("%s {%s}", result, reason)
}
