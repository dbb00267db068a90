package setup_test

import (
	"errors"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/setup"
)

// position reads a FEN of a built-in variant.
func position(t *testing.T, variant, fen string) board.Position {
	t.Helper()
	return enginetest.Position(t, enginetest.Game(t, variant), fen)
}

// TestFaults checks the reason why a FEN is refused.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		want         board.Fault
	}{
		{"tinyhouse", "4/3p/P3/KWUF[] w - - 0 1", board.KingCount},
		{"tinyhouse", "fuwk/3p/P2K/KWUF[] w - - 0 1", board.KingCount},
		{"tinyhouse", "k3/W3/4/3K[] w - - 0 1", board.OpponentCheck},
		{"tinyhouse", "P2k/4/4/3K[] w - - 0 1", board.PawnRank},
		{"tinyhouse", "3k/4/4/P2K[] w - - 0 1", board.PawnRank},
		{"tinyhouse", "3k/4/4/3K[K] w - - 0 1", board.HandForbidden},
		{"tinyhouse", "3k/4/2P~1/3K[] w - - 0 1", board.BadPromotion},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", board.BadCastling},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", board.BadEnPassant},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 20001 1", board.BadClock},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 20001", board.BadClock},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[125PQ] w - - 0 1", board.TooMany},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[999p] w - - 0 1", board.TooMany},
		{"crazyhouse", "4k3/8/8/8/8/8/8/3QK3[K] b - - 0 1", board.HandForbidden},
		{"chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", board.PawnRank},
		{"chess", "4k3/8/8/8/8/8/8/4K2p w - - 0 1", board.PawnRank},
	} {
		_, err := notation.ParseFEN(enginetest.Game(t, c.variant), c.fen)
		var fault board.Fault
		if !errors.As(err, &fault) || fault != c.want {
			t.Errorf("%s %s: %v, want fault %v", c.variant, c.fen, err, c.want)
		}
	}
}

// TestFullest reaches MaxUnits. TestFaults exceeds it by one.
func TestFullest(t *testing.T) {
	p := position(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[125P] w - - 0 1")
	if n := p.Occupied().Len() + p.Hand(board.White).Len(); n != board.MaxUnits {
		t.Errorf("%d pieces, want %d", n, board.MaxUnits)
	}
}

// TestSpecFaults checks faults that no FEN can have.
func TestSpecFaults(t *testing.T) {
	g := enginetest.Game(t, rules.Default)
	for _, c := range []struct {
		change func(*setup.Spec)
		want   board.Fault
	}{
		{func(s *setup.Spec) {}, 0},
		{func(s *setup.Spec) { s.Put(16, board.Piece{Kind: 1}) }, board.OffBoard},
		{func(s *setup.Spec) { s.Put(5, board.Piece{Kind: 5}) }, board.NoSuchKind},
		{func(s *setup.Spec) { s.Put(5, board.Piece{Color: 2, Kind: 1}) }, board.NoSuchKind},
		{func(s *setup.Spec) { s.Hands[0][2] = -1 }, board.TooMany},
		{func(s *setup.Spec) { s.Hands[0][7] = 1 }, board.HandForbidden},
		{func(s *setup.Spec) { s.Castling = 16 }, board.BadCastling},
		{func(s *setup.Spec) { s.EnPassant = 255 }, board.BadEnPassant},
		{func(s *setup.Spec) { s.Clock, s.Hands[0][board.King] = -1, 1 }, board.BadClock | board.HandForbidden},
	} {
		s := setup.Spec{EnPassant: geom.NoSquare}
		s.Put(0, board.Piece{Kind: board.King})
		s.Put(15, board.Piece{Color: board.Black, Kind: board.King})
		c.change(&s)
		_, err := setup.New(g, &s)
		var fault board.Fault
		if errors.As(err, &fault); fault != c.want {
			t.Errorf("%v, want fault %v", err, c.want)
		}
	}
}

// TestEnPassantSquare checks that New keeps the square behind a double step only where a pawn can
// capture on it.
func TestEnPassantSquare(t *testing.T) {
	for fen, want := range map[string]string{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1": "e3", "4k3/8/8/8/4P1p1/8/8/4K3 b - e3 0 1": "-"} {
		p := position(t, "chess", fen)
		if got := (geom.Geometry{Width: 8, Height: 8}).Name(p.EnPassant()); got != want {
			t.Errorf("%s: en passant %s, want %s", fen, got, want)
		}
	}
}
