package notation_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
)

// TestRoundTrips writes and reads positions and moves of built-in and random variants.
func TestRoundTrips(t *testing.T) {
	games(t, func(t *testing.T, g *board.Game) { roundTrips(t, g, 30, 150) })
	variants := uint64(300)
	if testing.Short() {
		variants = 60
	}
	for seed := range variants {
		roundTrips(t, enginetest.Random(t, 5000+seed), 2, 60)
	}
}

func roundTrips(t *testing.T, g *board.Game, games, plies int) {
	t.Helper()
	walk(t, g, games, plies, func(p *board.Position, l *board.List) {
		fen := notation.FEN(g, p)
		if again, err := notation.ParseFEN(g, fen); err != nil || again != *p {
			t.Fatalf("%+v: %s is read as %s, %v", g.Variant(), fen, notation.FEN(g, &again), err)
		}
		for _, m := range l.All() {
			roundTrip(t, g, p, m)
		}
	})
}

// roundTrip writes a move in both notations and reads it.
func roundTrip(t *testing.T, g *board.Game, p *board.Position, m board.Move) {
	t.Helper()
	uci, san := notation.Move(g, p, m), notation.SAN(g, p, m)
	if again, err := notation.ParseMove(g, p, uci); err != nil || again != m {
		t.Fatalf("%s: %s is read as %s, %v", notation.FEN(g, p), uci, notation.Move(g, p, again), err)
	}
	if again, err := notation.ParseSAN(g, p, san); err != nil || again != m {
		t.Fatalf("%s: %s is read as %s, %v", notation.FEN(g, p), san, notation.Move(g, p, again), err)
	}
	usi := notation.USIMove(g, p, m)
	if again, err := notation.ParseUSIMove(g, p, usi); err != nil || again != m {
		t.Fatalf("%s: %s is read as %s, %v", notation.FEN(g, p), usi, notation.Move(g, p, again), err)
	}
	for _, text := range []string{uci, san} {
		if again, err := notation.ParseAny(g, p, text); err != nil || again != m {
			t.Fatalf("%s: %s is read as %s, %v", notation.FEN(g, p), text, notation.Move(g, p, again), err)
		}
	}
}
