// Package mate finds wins by a few checks in a row. Proof-number search asks it about positions that
// it reaches for the first time: to find such a win through its table costs several times as much.
package mate

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

// The limits of a search. Larger ones find little more in Tinyhouse, and cost more than they save.
const (
	Moves       = 3   // of the side that mates
	mostReplies = 3   // to any check but the last
	mostChecks  = 512 // in all
)

// Finder finds mates, for one goroutine.
type Finder struct {
	game  *board.Game
	plies [2 * Moves]struct {
		list board.List
		pos  board.Position // after one of its moves
	}
	left int // checks to search
}

// New returns a finder for a game. It finds nothing in games without kings.
func New(g *board.Game) *Finder { return &Finder{game: g} }

// Find returns a move by which the side to move of p, where the game goes on, mates by checks alone in
// at most the given moves. It may miss mates.
func (m *Finder) Find(p *board.Position, moves int) (board.Move, bool) {
	if !m.game.HasKing() {
		return board.NoMove, false
	}
	m.left = mostChecks
	return m.mate(p, 2*(Moves-moves))
}

// Shortest is Find with the fewest moves: each move brings the mate nearer.
func (m *Finder) Shortest(p *board.Position) (board.Move, bool) {
	for moves := range Moves {
		if c, ok := m.Find(p, moves+1); ok {
			return c, true
		}
	}
	return board.NoMove, false
}

// mate is Find at a ply of the search.
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
