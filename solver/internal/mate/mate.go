// Package mate finds wins by a few checks in a row. It is asked about positions that a
// proof-number search meets for the first time, where the way to them through its table costs
// several times as much.
package mate

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// How far it looks. More moves and more replies find little more in Tinyhouse, and cost more
// than they bring.
const (
	Moves       = 3   // of the side that mates
	mostReplies = 3   // to any check but the last
	mostChecks  = 512 // in all
)

// Finder looks for mates, for one thread.
type Finder struct {
	game  *board.Game
	plies [2 * Moves]struct {
		list board.List
		pos  board.Position // after one of its moves
	}
	left int // checks to look at
}

// New returns a finder for a game. It finds nothing in games without kings.
func New(g *board.Game) *Finder { return &Finder{game: g} }

// Find returns a move with which the side to move of p, where the game goes on, mates by
// checks alone, in so many moves at most. Mates may be missed.
func (m *Finder) Find(p *board.Position, moves int) (board.Move, bool) {
	if !m.game.HasKing() {
		return board.NoMove, false
	}
	m.left = mostChecks
	return m.mate(p, 2*(Moves-moves))
}

// Shortest is Find in as few moves as can be: who follows it gets nearer to the mate.
func (m *Finder) Shortest(p *board.Position) (board.Move, bool) {
	for moves := range Moves {
		if c, ok := m.Find(p, moves+1); ok {
			return c, true
		}
	}
	return board.NoMove, false
}

// mate is Find so many plies further on.
func (m *Finder) mate(p *board.Position, ply int) (board.Move, bool) {
	g, at := m.game, &m.plies[ply]
	squares := g.CheckSquares(p)
	if squares.None() {
		return board.NoMove, false
	}
	g.Moves(p, &at.list)
	checks := at.list.All()[:0]
	for _, c := range at.list.All() {
		if !squares.Has(p, c) {
			continue
		}
		if m.left--; m.left < 0 {
			return board.NoMove, false
		}
		g.Apply(&at.pos, p, c)
		if o := g.Decided(&at.pos); o.Over() {
			continue
		}
		switch n := g.Count(&at.pos); {
		case n == 0 && g.NoMoves(&at.pos).Result == rules.Loss:
			return c, true
		case n > 0 && n <= mostReplies && ply+2 < len(m.plies):
			checks = append(checks, c)
		}
	}
	for _, c := range checks {
		g.Apply(&at.pos, p, c)
		if m.matesAll(&at.pos, ply+1) {
			return c, true
		}
	}
	return board.NoMove, false
}

// matesAll reports whether every move of p leads to a mate.
func (m *Finder) matesAll(p *board.Position, ply int) bool {
	g, at := m.game, &m.plies[ply]
	g.Moves(p, &at.list)
	for _, reply := range at.list.All() {
		g.Apply(&at.pos, p, reply)
		if g.Decided(&at.pos).Over() || g.Count(&at.pos) == 0 {
			return false
		}
		if _, ok := m.mate(&at.pos, ply+1); !ok {
			return false
		}
	}
	return true
}
