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

// judge checks what a lore says of positions against their values.
type judge struct {
	t     *testing.T
	game  *board.Game
	lores []*pawns.Lore
	keys  []map[pawns.Key]score.Outcome
	known []int
	seen  int
}

// newJudge returns a judge of each rule alone and of all together. Keys are compared among
// all games of a test.
func newJudge(t *testing.T) *judge {
	return &judge{t: t, keys: make([]map[pawns.Key]score.Outcome, 8), known: make([]int, 8)}
}

func (j *judge) use(g *board.Game) {
	l, ok := pawns.New(g)
	if !ok {
		j.t.Fatalf("%s: no lore", g.Variant().Name)
	}
	j.game, j.lores = g, nil
	for r := pawns.Rules(1); r < pawns.Scout; r <<= 1 {
		j.lores = append(j.lores, l.With(r))
	}
	j.lores = append(j.lores, l)
}

// check is called with every position that an oracle solves.
func (j *judge) check(p *board.Position, v score.Outcome) {
	j.seen++
	ongoing := !j.game.Decided(p).Over()
	for i, l := range j.lores {
		lo, hi, k := l.Look(p)
		if v < lo || v > hi {
			j.t.Fatalf("rules %d of %s: %v to %v for a %v", i, notation.FEN(j.game, p), lo, hi, v)
		}
		if lo != score.Loss || hi != score.Win {
			j.known[i]++
		}
		if ongoing {
			j.checkKey(i, p, v)
			if lo != hi && k != l.Key(p) {
				j.t.Fatalf("%s: Look disagrees with Key", notation.FEN(j.game, p))
			}
		}
	}
	j.checkNext(p)
}

func (j *judge) checkKey(i int, p *board.Position, v score.Outcome) {
	if j.keys[i] == nil {
		j.keys[i] = map[pawns.Key]score.Outcome{}
	}
	k := j.lores[i].Key(p)
	if w, ok := j.keys[i][k]; ok && w != v {
		j.t.Fatalf("rules %d of %s: %v, but another of its key is %v", i, notation.FEN(j.game, p), v, w)
	}
	j.keys[i][k] = v
}

// checkNext compares the moves of a frame with those of the core.
func (j *judge) checkNext(p *board.Position) {
	l := j.lores[0]
	f := l.Frame(p)
	var next pawns.List
	f.Next(&next)
	var moves board.List
	j.game.Moves(p, &moves)
	if len(next.All()) != moves.Len() {
		j.t.Fatalf("%s: %d moves, want %d", notation.FEN(j.game, p), len(next.All()), moves.Len())
	}
	for _, m := range moves.All() {
		var q board.Position
		j.game.Apply(&q, p, m)
		if !slices.Contains(next.All(), l.Frame(&q)) {
			j.t.Fatalf("%s: no frame after a move", notation.FEN(j.game, p))
		}
	}
}

// TestWholeGames compares every rule with the values of all positions of the games on few
// files.
func TestWholeGames(t *testing.T) {
	j := newJudge(t)
	for _, g := range games(t)[:2] {
		j.use(g)
		p, err := notation.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := newOracle(g, 5_000_000, j.check).solve(&p); !ok || v != score.Draw {
			t.Errorf("%s: %v, %v", g.Variant().Name, v, ok)
		}
	}
	t.Log(j.seen, "positions, known to each rule:", j.known)
}

// TestRandomPositions does so on random positions of all widths and all that come of them.
func TestRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	j := newJudge(t)
	for _, g := range games(t) {
		j.use(g)
		for n := range 800 {
			p := random(rng, g, 1+n%4)
			newOracle(g, 3000, j.check).solve(&p)
		}
	}
	t.Log(j.seen, "positions, known to each rule:", j.known)
}

// TestPlayedPositions does so on what comes of positions late in games played at random,
// which are denser.
func TestPlayedPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	j := newJudge(t)
	for _, g := range games(t)[2:] {
		j.use(g)
		for range 60 {
			var played []board.Position
			enginetest.Walk(t, g, rng, 200, func(p *board.Position) { played = append(played, *p) })
			newOracle(g, 3000, j.check).solve(&played[max(0, len(played)-6-rng.IntN(8))])
		}
	}
	t.Log(j.seen, "positions, known to each rule:", j.known)
}

func TestOtherGames(t *testing.T) {
	for _, g := range enginetest.Games(t) {
		_, ok := pawns.New(g)
		if pawnsOnly := g.Variant().End.Flag != 0 && len(g.Variant().Pieces) == 1; ok != pawnsOnly {
			t.Errorf("%s: %v", g.Variant().Name, ok)
		}
	}
}

func BenchmarkLook(b *testing.B) {
	g := enginetest.Game(b, "peasants")
	l, _ := pawns.New(g)
	var positions []board.Position
	for seed := range uint64(20) {
		enginetest.Walk(b, g, rand.New(rand.NewPCG(seed, 1)), 30, func(p *board.Position) {
			positions = append(positions, *p)
		})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Look(&positions[i%len(positions)])
	}
}
