// Package enginetest makes games and positions for the tests of all packages, and reads and writes
// their files. Its functions fail the test instead of returning an error.
package enginetest

import (
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/randvar"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Game returns a built-in variant, compiled.
func Game(t testing.TB, name string) *board.Game {
	t.Helper()
	v, err := rules.Builtin().Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return Compile(t, v)
}

// Games returns every built-in variant, compiled.
func Games(t testing.TB) []*board.Game {
	t.Helper()
	var games []*board.Game
	for _, v := range rules.Builtin().Variants() {
		games = append(games, Compile(t, v))
	}
	return games
}

// Custom returns the variant called name of an ini text, compiled.
func Custom(t testing.TB, ini, name string) *board.Game {
	t.Helper()
	catalog, err := rules.Parse("test.ini", ini, rules.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	v, err := catalog.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return Compile(t, v)
}

// Compile compiles a variant.
func Compile(t testing.TB, v *rules.Variant) *board.Game {
	t.Helper()
	g, err := board.Compile(v)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// FromFile returns the variant called name of an ini file, compiled.
func FromFile(t testing.TB, path, name string) *board.Game {
	t.Helper()
	return Custom(t, string(ReadFile(t, path)), name)
}

// Random returns a random variant, compiled: the same for the same seed.
func Random(t testing.TB, seed uint64) *board.Game {
	t.Helper()
	return Compile(t, randvar.Random(rand.New(rand.NewPCG(seed, 2))))
}

// Position reads a FEN. An empty one is the start position.
func Position(t testing.TB, g *board.Game, fen string) board.Position {
	t.Helper()
	if fen == "" {
		fen = g.Variant().Start
	}
	p, err := notation.ParseFEN(g, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Walk calls visit with the positions of a random game from the start position until it ends, at most
// plies of them.
func Walk(t testing.TB, g *board.Game, rng *rand.Rand, plies int, visit func(*board.Position)) {
	t.Helper()
	p := Position(t, g, "")
	var l board.List
	for range plies {
		visit(&p)
		if g.Decided(&p).Over() {
			return
		}
		if g.Moves(&p, &l); l.Len() == 0 {
			return
		}
		g.Apply(&p, &p, l.At(rng.IntN(l.Len())))
	}
}
