// Package solver has what the solvers of games share: the material of a solution, limits and
// errors, and the summary of its values.
//
// A strong solution is the value of every position of some material, a weak solution that of one
// position, with a strategy for every reply that attains the value (Allis 1994). The value of a
// position is a win, a draw or a loss for the side to move; endless play is a draw, so that it
// does not depend on the moves before. A decisive value has a distance: the plies to the end of
// the game, where the winner shortens and the loser prolongs it. In a strong solution it is
// exact, in a weak one an upper bound.
//
// The packages below, each with what it promises:
//
//	retro    strong solutions by retrograde analysis, written as tables: exact values and
//	         distances, the same bytes for any number of threads, memory and interruption
//	         (Thompson 1986)
//	proof    weak solutions by proof-number search (Allis 1994, Nagai 2002), closed draw
//	         strategies and enumeration, written as certificates: every answer is proved
//	verify   checks of tables and certificates by moves played forward. It shares with the solvers
//	         the rules, the numbering of positions, the files and the reading of material, and
//	         compares the last three with positions that it lists by the rules alone
//	pawns    a search for games of pawns only, of which most positions are decided statically
//	unmove   the moves that lead to a position: each predecessor, once for each move
//
// Retro and proof stop when their limits say so, and continue from a checkpoint.
package solver

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Solvable returns an error unless endless play is a draw in g, on which solvers, tables and
// certificates rely.
func Solvable(g *board.Game) error {
	if end := &g.Variant().End; end.NFold > 0 && end.NFoldIs != rules.Draw {
		return fmt.Errorf("solver: %s: repetition wins or loses there; only games in which it draws can be solved", g.Variant().Name)
	}
	return nil
}

// FEN returns the FEN of a position.
func FEN(g *board.Game, p *board.Position) string { return notation.FEN(g, p) }

// StartPosition returns the start position of g.
func StartPosition(g *board.Game) (board.Position, error) {
	p, err := notation.Start(g)
	if err != nil {
		return p, fmt.Errorf("solver: %w", err)
	}
	return p, nil
}
