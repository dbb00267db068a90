package solver

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// Solvable returns an error unless endless play is a draw in g: solvers, tables and
// certificates take it for one.
func Solvable(g *board.Game) error {
	if end := &g.Variant().End; end.NFold > 0 && end.NFoldIs != rules.Draw {
		return fmt.Errorf("solver: %s: repetition wins or loses there; only games in which it draws can be solved", g.Variant().Name)
	}
	return nil
}
