package board_test

import (
	"errors"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// TestFaults sets up what is no position and looks for the reason.
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
		v, err := rules.Builtin().Get(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		g, err := board.Compile(v)
		if err != nil {
			t.Fatal(err)
		}
		_, err = notation.ParseFEN(g, c.fen)
		var fault board.Fault
		if !errors.As(err, &fault) || fault != c.want {
			t.Errorf("%s %s: %v, want fault %v", c.variant, c.fen, err, c.want)
		}
	}
}

// TestFullest reaches MaxUnits, of which TestFaults has one more.
func TestFullest(t *testing.T) {
	_, p := position(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[125P] w - - 0 1")
	if n := p.Occupied().Len() + p.Hand(board.White).Len(); n != board.MaxUnits {
		t.Errorf("%d pieces, want %d", n, board.MaxUnits)
	}
}

// TestSetupFaults sets up what no text can say.
func TestSetupFaults(t *testing.T) {
	g, _ := position(t, rules.Default, "")
	for _, c := range []struct {
		change func(*board.Setup)
		want   board.Fault
	}{
		{func(s *board.Setup) {}, 0},
		{func(s *board.Setup) { s.Put(16, board.Piece{Kind: 1}) }, board.OffBoard},
		{func(s *board.Setup) { s.Put(5, board.Piece{Kind: 5}) }, board.NoSuchKind},
		{func(s *board.Setup) { s.Put(5, board.Piece{Color: 2, Kind: 1}) }, board.NoSuchKind},
		{func(s *board.Setup) { s.Hands[0][2] = -1 }, board.TooMany},
		{func(s *board.Setup) { s.Hands[0][7] = 1 }, board.HandForbidden},
		{func(s *board.Setup) { s.Castling = 16 }, board.BadCastling},
		{func(s *board.Setup) { s.EnPassant = 255 }, board.BadEnPassant},
		{func(s *board.Setup) { s.Clock, s.Hands[0][board.King] = -1, 1 }, board.BadClock | board.HandForbidden},
	} {
		s := board.Setup{EnPassant: geom.NoSquare}
		s.Put(0, board.Piece{Kind: board.King})
		s.Put(15, board.Piece{Color: board.Black, Kind: board.King})
		c.change(&s)
		_, err := g.New(&s)
		var fault board.Fault
		if errors.As(err, &fault); fault != c.want {
			t.Errorf("%v, want fault %v", err, c.want)
		}
	}
}

// TestEnPassantSquare checks that the square behind a double step is kept only where a
// pawn can use it.
func TestEnPassantSquare(t *testing.T) {
	g, p := position(t, "chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1")
	if got := g.Geometry().Name(p.EnPassant()); got != "e3" {
		t.Errorf("en passant %s, want e3", got)
	}
	_, p = position(t, "chess", "4k3/8/8/8/4P1p1/8/8/4K3 b - e3 0 1")
	if got := g.Geometry().Name(p.EnPassant()); got != "-" {
		t.Errorf("en passant %s, want none", got)
	}
}

// TestOutcomes looks at games that are over and some that are not.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		reason       board.Reason
		result       rules.Result
	}{
		{"chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", board.Checkmate, rules.Loss},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", board.Stalemate, rules.Draw},
		{"chess", "7k/8/6K1/8/8/8/8/1Q6 w - - 100 80", board.MoveLimit, rules.Draw},
		{"chess", "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80", board.Ongoing, rules.Draw},
		{"tinyhouse", "k1W1/4/1K2/4[] b - - 0 1", board.Stalemate, rules.Win},
		{"peasants", "8/8/8/8/8/8/PP6/8 b - - 0 1", board.Extinction, rules.Loss},
		{"peasants", "P7/8/8/7p/8/8/8/8 b - - 0 1", board.Flag, rules.Loss},
		{"peasants", "8/8/8/p7/P7/8/8/8 w - - 0 1", board.Stalemate, rules.Draw},
	} {
		g, p := position(t, c.variant, c.fen)
		if o := g.Outcome(&p, nil); o.Reason != c.reason || o.Over() && o.Result != c.result {
			t.Errorf("%s %s: %v %d, want %v %d", c.variant, c.fen, o.Reason, o.Result, c.reason, c.result)
		}
	}
	g, p := position(t, "chess", "7k/8/6K1/8/8/8/8/1Q6 w - - 97 80")
	if g.MoveLimitWithin(&p, 3) || !g.MoveLimitWithin(&p, 4) {
		t.Error("3 plies are left before the move limit")
	}
	g, p = position(t, "chess", "")
	if o := g.Outcome(&p, []uint64{p.Key(), 1, p.Key()}); o.Reason != board.Repetition {
		t.Errorf("third occurrence: %v", o.Reason)
	}
	if o := g.Outcome(&p, []uint64{p.Key()}); o.Over() {
		t.Errorf("second occurrence: %v", o.Reason)
	}
}
