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

// plain is a position without clocks.
type plain struct {
	white, black geom.Set
	ep           geom.Square
	turn         board.Color
}

func plainOf(p *board.Position) plain {
	return plain{p.Color(board.White), p.Color(board.Black), p.EnPassant(), p.Turn()}
}

// oracle solves positions by the rules of the core alone: every move of every position, the
// values in a table. It knows nothing of the package under test.
type oracle struct {
	game   *board.Game
	values map[plain]score.Outcome
	limit  int // of positions in the table; beyond it, nothing is solved any more
	visit  func(*board.Position, score.Outcome)
}

func newOracle(g *board.Game, limit int, visit func(*board.Position, score.Outcome)) *oracle {
	return &oracle{game: g, values: map[plain]score.Outcome{}, limit: limit, visit: visit}
}

// solve returns the value of a position for the side to move; ok is false beyond the limit.
func (o *oracle) solve(p *board.Position) (v score.Outcome, ok bool) {
	if v, ok := o.values[plainOf(p)]; ok {
		return v, true
	}
	if len(o.values) >= o.limit {
		return 0, false
	}
	if v, ok = o.expand(p); !ok {
		return 0, false
	}
	o.values[plainOf(p)] = v
	if o.visit != nil {
		o.visit(p, v)
	}
	return v, true
}

func (o *oracle) expand(p *board.Position) (score.Outcome, bool) {
	if end := o.game.Outcome(p, nil); end.Over() {
		return outcome(end.Result), true
	}
	var l board.List
	o.game.Moves(p, &l)
	best := score.Loss
	for _, m := range l.All() {
		var next board.Position
		o.game.Apply(&next, p, m)
		v, ok := o.solve(&next)
		if !ok {
			return 0, false
		}
		best = max(best, -v)
	}
	return best, true
}

func outcome(r rules.Result) score.Outcome { return score.Outcome(r) }

// random returns a position of a few pawns of a game, before it has ended. The pawns of a
// side stand anywhere it may have gone to, and the last move may have been a double step.
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

// scattered lays up to most pawns of each side at random; half of the time they tend to
// stand face to face.
func scattered(rng *rand.Rand, g *board.Game, most int) board.Position {
	geo := g.Geometry()
	d := board.Blank(board.Color(rng.IntN(2)), geom.NoSquare, [2]board.Hand{})
	for c := range board.Color(2) {
		for range 1 + rng.IntN(most) {
			sq := geo.At(rng.IntN(geo.Width), 1+rng.IntN(6))
			up := geo.Offset(sq, 0, 1)
			if d.Occupied().Has(sq) {
				continue
			}
			d.Lay(c, g.Pawn(), geom.Of(sq))
			if c == board.White && rng.IntN(2) == 0 && geo.Rank(up) < 7 && !d.Occupied().Has(up) {
				d.Lay(board.Black, g.Pawn(), geom.Of(up))
			}
		}
	}
	return d.Seal()
}

// games returns the game on 1 to 7 files and on 8.
func games(t testing.TB) []*board.Game {
	var all []*board.Game
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", ""} {
		all = append(all, enginetest.Game(t, "peasants"+n))
	}
	return all
}
