package play

import (
	"fmt"
	"unicode"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/protocol"
)

// game is the moves played, and the positions that they led to.
type game struct {
	rules     *board.Game
	moves     []board.Move
	positions []board.Position // one more than moves
	resigned  string           // the result after a resignation, else ""
}

// newGame returns a game without moves.
func newGame(g *board.Game, start board.Position) *game {
	return &game{rules: g, positions: []board.Position{start}}
}

func (g *game) pos() *board.Position { return &g.positions[len(g.moves)] }

// history returns the keys of the positions before the last one, oldest first.
func (g *game) history() []uint64 {
	var keys []uint64
	for i := range g.moves {
		keys = append(keys, g.positions[i].Key())
	}
	return keys
}

func (g *game) play(m board.Move) {
	var next board.Position
	g.rules.Apply(&next, g.pos(), m)
	g.moves = append(g.moves, m)
	g.positions = append(g.positions, next)
}

// truncate takes back all moves after the first n.
func (g *game) truncate(n int) {
	g.moves, g.positions, g.resigned = g.moves[:n], g.positions[:n+1], ""
}

// result returns the result of the game in the terms of PGN, and its reason.
func (g *game) result() (result, why string) {
	if g.resigned != "" {
		return g.resigned, "resignation"
	}
	m := input.Moment{Position: *g.pos(), History: g.history()}
	return m.Result(g.rules)
}

// tooLong reports whether the game has as many moves as the protocols allow.
func (g *game) tooLong() bool { return len(g.moves) >= protocol.MaxPlies }

// parseMove returns the move that text names in SAN or UCI form or, if it names none, the one move
// that it names with upper and lower case changed.
func parseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := notation.ParseAny(g, p, text)
	if err == nil {
		return m, nil
	}
	for _, other := range recase(text) {
		switch found, wrong := notation.ParseAny(g, p, other); {
		case wrong != nil || found == m:
		case m == board.NoMove:
			m = found
		default:
			return board.NoMove, fmt.Errorf("%q: is it %s or %s?", text, notation.SAN(g, p, m), notation.SAN(g, p, found))
		}
	}
	if m != board.NoMove {
		err = nil
	}
	return m, err
}

// recase returns all texts that differ from text in upper and lower case only, text among them;
// none if it has more letters than a move.
func recase(text string) []string {
	const most = 6
	all := []string{""}
	for _, r := range text {
		lower, upper := string(unicode.ToLower(r)), string(unicode.ToUpper(r))
		n := len(all)
		for i := range n {
			if upper != lower {
				all = append(all, all[i]+upper)
			}
			all[i] += lower
		}
		if len(all) > 1<<most {
			return nil
		}
	}
	return all
}
