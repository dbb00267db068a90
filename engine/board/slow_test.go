package board_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/notation"
)

// TestAgreesWithSlow plays random games of built-in and random variants and compares legal moves,
// outcome, key and FEN of every position with package slow.
func TestAgreesWithSlow(t *testing.T) {
	games, random := 40, 600
	if testing.Short() {
		games, random = 3, 60
	}
	for _, g := range enginetest.Games(t) {
		t.Run(g.Variant().Name, func(t *testing.T) { compareGames(t, g, games, 120) })
	}
	t.Run("random", func(t *testing.T) {
		for seed := range uint64(random) {
			g := enginetest.Random(t, 7000+seed)
			compareGames(t, g, 4, 40)
			if t.Failed() {
				t.Fatalf("seed %d: %+v", seed, g.Variant())
			}
		}
	})
}

func compareGames(t *testing.T, g *board.Game, games, plies int) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range games {
		p := enginetest.Position(t, g, "")
		q, err := slow.Parse(g.Variant(), g.Variant().Start)
		if err != nil {
			t.Fatal(err)
		}
		var keys []uint64
		var earlier []*slow.Position
		for range plies {
			m := compareNode(t, g, &p, q, rng)
			compareOutcome(t, g, &p, keys, q, earlier)
			if m == "" || t.Failed() {
				break
			}
			keys, earlier = append(keys, p.Key()), append(earlier, q)
			move, err := notation.ParseMove(g, &p, m)
			if err != nil {
				t.Fatalf("%s: %v", q.FEN(), err)
			}
			g.Apply(&p, &p, move)
			q = q.Play(m)
		}
	}
}

// compareOutcome compares the outcome with the positions before. Games go on after a repetition, so that
// there are more of them.
func compareOutcome(t *testing.T, g *board.Game, p *board.Position, keys []uint64, q *slow.Position, earlier []*slow.Position) {
	t.Helper()
	o := g.Outcome(p, keys)
	result, over := q.Outcome(earlier...)
	if o.Over() != over || over && o.Result != result {
		t.Errorf("%s %s after %d plies: outcome %v, want %v %v", g.Variant().Name, q.FEN(), len(keys), o, result, over)
	}
}

// compareNode compares a position without its history and returns one of its moves at random, or nothing
// if the game is over or the two disagree.
func compareNode(t *testing.T, g *board.Game, p *board.Position, q *slow.Position, rng *rand.Rand) string {
	t.Helper()
	var l board.List
	g.Moves(p, &l)
	var got []string
	for _, m := range l.All() {
		got = append(got, notation.Move(g, p, m))
	}
	slices.Sort(got)
	want := q.SortedMoves()
	if !slices.Equal(got, want) {
		t.Errorf("%s %s\n got %s\nwant %s", g.Variant().Name, q.FEN(), strings.Join(got, " "), strings.Join(want, " "))
		return ""
	}
	if n := g.Count(p); n != len(want) {
		t.Errorf("%s %s: Count %d, want %d", g.Variant().Name, q.FEN(), n, len(want))
	}
	if err := g.Check(p); err != nil {
		t.Errorf("%s %s: %v", g.Variant().Name, q.FEN(), err)
	}
	if g.InCheck(p) != q.InCheck() {
		t.Errorf("%s %s: InCheck %v", g.Variant().Name, q.FEN(), g.InCheck(p))
	}
	o := g.Outcome(p, nil)
	result, over := q.Outcome()
	if o.Over() != over || over && o.Result != result {
		t.Errorf("%s %s: outcome %v, want %v %v", g.Variant().Name, q.FEN(), o, result, over)
	}
	again, err := notation.ParseFEN(g, q.FEN())
	if err != nil || again != *p {
		t.Errorf("%s: FEN of slow reads as %s (%v), board has %s", g.Variant().Name, notation.FEN(g, &again), err, notation.FEN(g, p))
	}
	if over || t.Failed() {
		return ""
	}
	return want[rng.IntN(len(want))]
}
