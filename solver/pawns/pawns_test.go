package pawns_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver/pawns"
)

// checker compares bounds and keys of positions with their values, for each feature alone and
// for all together. It compares keys across all games of a test.
type checker struct {
	t        *testing.T
	game     *board.Game
	analyses []*pawns.Analysis
	keys     []map[pawns.Key]score.Outcome
	known    []int // positions with other bounds than a loss and a win
	checked  int
}

func newChecker(t *testing.T) *checker {
	return &checker{t: t, keys: make([]map[pawns.Key]score.Outcome, 7), known: make([]int, 7)}
}

func (c *checker) setGame(g *board.Game) {
	a, ok := pawns.New(g)
	if !ok {
		c.t.Fatalf("%s: no analysis", g.Variant().Name)
	}
	c.game, c.analyses = g, nil
	for f := pawns.Features(1); f < pawns.Lookahead; f <<= 1 {
		c.analyses = append(c.analyses, a.With(f))
	}
	c.analyses = append(c.analyses, a)
}

// check checks a position of value v.
func (c *checker) check(p *board.Position, v score.Outcome) {
	c.checked++
	ongoing := !c.game.Decided(p).Over()
	for i, a := range c.analyses {
		lo, hi, k := a.Bounds(p)
		if v < lo || v > hi {
			c.t.Fatalf("features %d of %s: %v to %v for a %v", i, notation.FEN(c.game, p), lo, hi, v)
		}
		if lo != score.Loss || hi != score.Win {
			c.known[i]++
		}
		if ongoing {
			c.checkKey(i, p, v)
			if lo != hi && k != a.Key(p) {
				c.t.Fatalf("%s: Bounds disagrees with Key", notation.FEN(c.game, p))
			}
		}
	}
	c.checkNext(p)
}

func (c *checker) checkKey(i int, p *board.Position, v score.Outcome) {
	if c.keys[i] == nil {
		c.keys[i] = map[pawns.Key]score.Outcome{}
	}
	k := c.analyses[i].Key(p)
	if w, ok := c.keys[i][k]; ok && w != v {
		c.t.Fatalf("features %d of %s: %v, but another of its key is %v", i, notation.FEN(c.game, p), v, w)
	}
	c.keys[i][k] = v
}

// checkNext compares the moves of a board with those of the core.
func (c *checker) checkNext(p *board.Position) {
	a := c.analyses[0]
	next := a.Board(p).Next()
	var moves board.List
	c.game.Moves(p, &moves)
	if len(next) != moves.Len() {
		c.t.Fatalf("%s: %d moves, want %d", notation.FEN(c.game, p), len(next), moves.Len())
	}
	for _, m := range moves.All() {
		var q board.Position
		c.game.Apply(&q, p, m)
		if !slices.Contains(next, a.Board(&q)) {
			c.t.Fatalf("%s: no board after a move", notation.FEN(c.game, p))
		}
	}
}

// TestWholeGames checks all positions of the games on one and two files.
func TestWholeGames(t *testing.T) {
	c := newChecker(t)
	for _, g := range games(t)[:2] {
		c.setGame(g)
		p := enginetest.Position(t, g, "")
		if v, ok := newReference(g, 5_000_000, c.check).solve(&p); !ok || v != score.Draw {
			t.Errorf("%s: %v, %v", g.Variant().Name, v, ok)
		}
	}
	t.Log(c.checked, "positions; with bounds by each feature and by all:", c.known)
}

// TestRandomPositions checks random positions on all numbers of files, and all that follow from
// them.
func TestRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	c := newChecker(t)
	for _, g := range games(t) {
		c.setGame(g)
		for n := range 800 {
			p := random(rng, g, 1+n%4)
			newReference(g, 3000, c.check).solve(&p)
		}
	}
	t.Log(c.checked, "positions; with bounds by each feature and by all:", c.known)
}

// TestPlayedPositions checks what follows from positions late in random games, which have more
// pawns.
func TestPlayedPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	c := newChecker(t)
	for _, g := range games(t)[2:] {
		c.setGame(g)
		for range 60 {
			var played []board.Position
			enginetest.Walk(t, g, rng, 200, func(p *board.Position) { played = append(played, *p) })
			newReference(g, 3000, c.check).solve(&played[max(0, len(played)-6-rng.IntN(8))])
		}
	}
	t.Log(c.checked, "positions; with bounds by each feature and by all:", c.known)
}

// TestOtherGames checks that games with other rules have no analysis.
func TestOtherGames(t *testing.T) {
	for _, g := range enginetest.Games(t) {
		_, ok := pawns.New(g)
		if pawnsOnly := g.Variant().End.Flag != 0 && len(g.Variant().Pieces) == 1; ok != pawnsOnly {
			t.Errorf("%s: %v", g.Variant().Name, ok)
		}
	}
}

func BenchmarkBounds(b *testing.B) {
	g := enginetest.Game(b, "peasants")
	a, _ := pawns.New(g)
	var positions []board.Position
	for seed := range uint64(20) {
		enginetest.Walk(b, g, rand.New(rand.NewPCG(seed, 1)), 30, func(p *board.Position) {
			positions = append(positions, *p)
		})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		a.Bounds(&positions[i%len(positions)])
	}
}
