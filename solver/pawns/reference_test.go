package pawns_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// position is a position without its clocks.
type position struct {
	white, black geom.Set
	ep           geom.Square
	turn         board.Color
}

func positionOf(p *board.Position) position {
	return position{p.Color(board.White), p.Color(board.Black), p.EnPassant(), p.Turn()}
}

// reference solves positions with the core alone: depth first without pruning, with all values
// in a map. It shares nothing with the package under test.
type reference struct {
	game   *board.Game
	values map[position]score.Outcome
	limit  int // of positions in values; beyond it, no more positions are solved
	visit  func(*board.Position, score.Outcome)
}

func newReference(g *board.Game, limit int, visit func(*board.Position, score.Outcome)) *reference {
	return &reference{game: g, values: map[position]score.Outcome{}, limit: limit, visit: visit}
}

// solve returns the value of a position for the side to move; ok is false beyond the limit.
func (r *reference) solve(p *board.Position) (v score.Outcome, ok bool) {
	if v, ok := r.values[positionOf(p)]; ok {
		return v, true
	}
	if len(r.values) >= r.limit {
		return 0, false
	}
	if v, ok = r.expand(p); !ok {
		return 0, false
	}
	r.values[positionOf(p)] = v
	if r.visit != nil {
		r.visit(p, v)
	}
	return v, true
}

func (r *reference) expand(p *board.Position) (score.Outcome, bool) {
	if end := r.game.Outcome(p, nil); end.Over() {
		return outcome(end.Result), true
	}
	var l board.List
	r.game.Moves(p, &l)
	best := score.Loss
	for _, m := range l.All() {
		var next board.Position
		r.game.Apply(&next, p, m)
		v, ok := r.solve(&next)
		if !ok {
			return 0, false
		}
		best = max(best, -v)
	}
	return best, true
}

func outcome(r rules.Result) score.Outcome { return score.Outcome(r) }

// random returns a random position in which the game is not over, half of the time after a move,
// so that en passant squares occur.
func random(rng *rand.Rand, g *board.Game, most int) board.Position {
	for {
		p := scattered(rng, g, most)
		var l board.List
		if g.Moves(&p, &l); l.Len() > 0 && rng.IntN(2) == 0 {
			g.Apply(&p, &p, l.At(rng.IntN(l.Len())))
		}
		if !g.Outcome(&p, nil).Over() {
			return p
		}
	}
}

// scattered places up to most pawns of each side at random, half of them face to face with one
// of the opponent.
func scattered(rng *rand.Rand, g *board.Game, most int) board.Position {
	geo := g.Geometry()
	d := board.NewBuilder(board.Color(rng.IntN(2)), geom.NoSquare, [2]board.Hand{})
	for c := range board.Color(2) {
		for range 1 + rng.IntN(most) {
			sq := geo.At(rng.IntN(geo.Width), 1+rng.IntN(6))
			up := geo.Offset(sq, 0, 1)
			if d.Occupied().Has(sq) {
				continue
			}
			d.Place(c, g.Pawn(), geom.Of(sq))
			if c == board.White && rng.IntN(2) == 0 && geo.Rank(up) < 7 && !d.Occupied().Has(up) {
				d.Place(board.Black, g.Pawn(), geom.Of(up))
			}
		}
	}
	return d.Finish()
}

// games returns the game on 1 to 7 files and on 8.
func games(t testing.TB) []*board.Game {
	var all []*board.Game
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", ""} {
		all = append(all, enginetest.Game(t, "peasants"+n))
	}
	return all
}
