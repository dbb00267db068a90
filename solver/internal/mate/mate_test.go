package mate_test

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/solver/internal/mate"
)

// TestFind checks by search of all moves that what is found mates within the given moves, and that
// only mates by discovered check are missed in one move.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"tinyhouse", "crazyhouse", "losalamos"} {
		g := enginetest.Game(t, name)
		f, found := mate.New(g), 0
		for range 40 {
			enginetest.Walk(t, g, rng, 30, func(p *board.Position) {
				if g.Outcome(p, nil).Over() {
					return
				}
				for moves := 1; moves <= mate.Moves; moves++ {
					m, ok := f.Find(p, moves)
					if moves == 1 && ok != matesAtOnce(g, p) {
						t.Fatalf("%s, %v: a mate in one is %v", name, p, ok)
					}
					var next board.Position
					if !ok {
						continue
					}
					if g.Apply(&next, p, m); !mated(g, &next, moves-1) {
						t.Fatalf("%s, %v: %v does not mate in %d", name, p, m, moves)
					}
					if s, ok := f.Shortest(p); !ok || s == board.NoMove {
						t.Fatalf("%s, %v: no shortest mate", name, p)
					}
					found++
					break
				}
			})
		}
		if found == 0 {
			t.Errorf("%s: no mate in all games", name)
		}
	}
}

// matesAtOnce reports whether a check by the piece that moves mates.
func matesAtOnce(g *board.Game, p *board.Position) bool {
	var l board.List
	g.Moves(p, &l)
	squares := g.CheckSquares(p)
	for _, m := range l.All() {
		var next board.Position
		if g.Apply(&next, p, m); squares.Has(p, m) && mated(g, &next, 0) {
			return true
		}
	}
	return false
}

// mates reports whether the side to move mates in the given moves by checks alone.
func mates(g *board.Game, p *board.Position, moves int) bool {
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		if g.InCheck(&next) && mated(g, &next, moves-1) {
			return true
		}
	}
	return false
}

// mated reports whether the side to move is mated, or will be within the given moves whatever it
// plays.
func mated(g *board.Game, p *board.Position, moves int) bool {
	if o := g.Outcome(p, nil); o.Over() {
		return o.Result == rules.Loss
	}
	if moves == 0 {
		return false
	}
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		if g.Outcome(&next, nil).Over() || !mates(g, &next, moves) {
			return false
		}
	}
	return true
}
