package input

import (
	"iter"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Moment is a position in a game.
type Moment struct {
	Ply      int // number of moves before it
	Position board.Position
	Before   board.Position // the position before it, if Ply > 0
	Move     board.Move     // the move from Before to Position
	History  []uint64       // keys of all positions before it, oldest first; read-only
}

// Moments yields the positions of a game from the first to the last.
func Moments(g *board.Game, r *notation.Record) iter.Seq[Moment] {
	return func(yield func(Moment) bool) {
		m := Moment{Position: r.Start}
		keys := make([]uint64, 0, len(r.Moves))
		for _, move := range r.Moves {
			if !yield(m) {
				return
			}
			keys = append(keys, m.Position.Key())
			m.Before, m.Move = m.Position, move
			g.Apply(&m.Position, &m.Position, move)
			m.Ply++
			m.History = keys[:m.Ply:m.Ply]
		}
		yield(m)
	}
}

// Last returns the last position of a game.
func Last(g *board.Game, r *notation.Record) (last Moment) {
	for last = range Moments(g, r) {
	}
	return last
}

// MoveTexts returns the text of each of the moves that are played from p, by name: notation.Move or
// notation.SAN.
func MoveTexts(g *board.Game, p board.Position, moves []board.Move, name func(*board.Game, *board.Position, board.Move) string) []string {
	texts := []string{}
	for _, m := range moves {
		texts = append(texts, name(g, &p, m))
		g.Apply(&p, &p, m)
	}
	return texts
}

// Result returns the result of the game in the terms of PGN, and its reason: "0-1" and "Black
// mates", or "*" and "".
func (m *Moment) Result(g *board.Game) (result, why string) {
	return notation.Result(g, m.Position.Turn(), g.Outcome(&m.Position, m.History))
}
