package slow_test

import (
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/rules"
)

func TestRepetition(t *testing.T) {
	p := position(t, "tinyhouse", "k3/4/4/W2K[] w - - 0 1")
	var earlier []*slow.Position
	for i, uci := range strings.Fields("a1a2 a4b4 a2a1 b4a4 a1a2 a4b4 a2a1 b4a4") {
		if _, over := p.Outcome(earlier...); over {
			t.Fatalf("over before ply %d", i)
		}
		earlier = append(earlier, p)
		p = play(t, p, uci)
	}
	if result, over := p.Outcome(earlier...); result != rules.Draw || !over {
		t.Errorf("third occurrence: result %d, over %t, want a draw", result, over)
	}
}

func TestPlay(t *testing.T) {
	for _, c := range []struct{ variant, from, moves, to string }{
		{"chess", "", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"chess", "", "e2e4 a7a6 e4e5 d7d5", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"},
		{"chess", "", "e2e4 a7a6 e4e5 d7d5 e5d6", "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1 e8c8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 10"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"},
		{"tinyhouse", "k3/3P/3u/K3[W] w - - 5 9", "d3d4w", "k2W~/4/3u/K3[W] b - - 0 9"},
		{"tinyhouse", "k2W~/3w/4/K3[] b - - 5 9", "d3d4", "k2w/4/4/K3[p] w - - 0 10"},
		{"tinyhouse", "k3/4/4/K3[WWu] w - - 5 9", "W@b1 U@b4", "ku2/4/4/KW2[W] w - - 0 10"},
		{"dobutsu", "3/l1C/2L/3[] w - - 0 1", "c3c4+", "2+C/l2/2L/3[] b - - 1 1"},
		{"dobutsu", "1l+C/3/2L/3[] b - - 0 1", "b4c4", "2l/3/2L/3[c] w - - 0 2"},
	} {
		p := position(t, c.variant, c.from)
		for _, uci := range strings.Fields(c.moves) {
			p = play(t, p, uci)
		}
		if got := p.FEN(); got != c.to {
			t.Errorf("%s %q after %s: got %q, want %q", c.variant, c.from, c.moves, got, c.to)
		}
	}
}

func play(t *testing.T, p *slow.Position, uci string) *slow.Position {
	t.Helper()
	next := p.Play(uci)
	if next == nil {
		t.Fatalf("%s: no move %s among %s", p.FEN(), uci, p.SortedMoves())
	}
	return next
}

func TestRulesOfDropping(t *testing.T) {
	v := *builtin(t, "tinyhouse")
	drops := func(fen string) int {
		p, err := slow.Parse(&v, fen)
		if err != nil {
			t.Fatal(err)
		}
		return len(slices.DeleteFunc(p.SortedMoves(), func(uci string) bool { return !strings.Contains(uci, "@") }))
	}
	const pawns, wazirs = "k3/4/P3/K3[P] w - - 0 1", "k3/4/W2W~/K3[W] w - - 0 1"
	if got := drops(pawns); got != 7 {
		t.Errorf("%d pawn drops, want 7 on the second and third rank", got)
	}
	v.Drop.PawnZone = v.Drop.Zone
	if got := drops(pawns); got != 13 {
		t.Errorf("%d pawn drops, want all 13 empty squares", got)
	}
	v.Drop.MobileOnly = true
	if got := drops(pawns); got != 10 {
		t.Errorf("%d pawn drops, want 10 short of the last rank", got)
	}
	v.Drop.NoDoubled, v.Drop.NoDoubledCount = 'p', 1
	if got := drops(pawns); got != 9 {
		t.Errorf("%d pawn drops, want 9 off the file of the other pawn", got)
	}
	v.Drop.NoDoubled = 'w'
	if got := drops(wazirs); got != 11 {
		t.Errorf("%d wazir drops, want 11 off the a-file", got)
	}
}

func TestParseRefuses(t *testing.T) {
	v := builtin(t, "tinyhouse")
	for _, fen := range []string{"", "4/4/4 w", "4/4/4/5 w", "4/4/4/3 w", "4/4/4/3q w", "4/4/4/+w3 w", "4/4/4/4[x] w",
		"4/4/4/4 x", "4/4/4/4 w ?", "4/4/4/4 w - e9", "4/4/4/4 w - - x", "4/4/4/4 w - - 0 x"} {
		if p, err := slow.Parse(v, fen); err == nil {
			t.Errorf("%q: read as %q, want an error", fen, p.FEN())
		}
	}
}

// position returns a position of a built-in variant, its start for an empty fen.
func position(t *testing.T, name, fen string) *slow.Position {
	t.Helper()
	v := builtin(t, name)
	if fen == "" {
		fen = v.Start
	}
	p, err := slow.Parse(v, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func builtin(t *testing.T, name string) *rules.Variant {
	t.Helper()
	v, err := rules.Builtin().Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
