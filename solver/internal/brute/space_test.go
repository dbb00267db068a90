package brute_test

import (
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
)

// spaces have, all together, every kind of rule.
var spaces = []struct {
	variant, material string
	positions         int // counted in another way, 0 where it was not
	has               string
}{
	{"chess", "KvK", 2 * (64*63 - 420), "8/8"}, // less the neighbouring squares
	{"step", "KPvKP", 0, " b3 "},
	{"stephouse", "P2", 0, "R~"},
	{"stephouse", "P1R1", 0, "[Rp]"},
	{"pocket", "KRvKR", 0, "[Rr]"},
	{"generals", "S2", 0, "+S"},
	{"dobutsu", "L2C1", 0, "+c"},
	{"peasants1", "", 0, "1/p/p/1/1/P/P/1 w"},
	{"peasants3", "PPvPP", 0, "p2"},
	{"gardner", "KPvK", 0, "N"},
	{"losalamos", "KNvK", 0, "N"},
}

// TestSpaces checks that every position is valid, that Find finds it, and that its value is the best
// that its moves reach.
func TestSpaces(t *testing.T) {
	for _, test := range spaces {
		t.Run(test.variant+test.material, func(t *testing.T) {
			s := solve(t, enginetest.FromFile(t, "../../testdata/small.ini", test.variant), test.material)
			if n := s.Len(); test.positions != 0 && n != test.positions {
				t.Errorf("%d positions, want %d", n, test.positions)
			}
			found := false
			step := 1
			if testing.Short() {
				step = 7
			}
			for i := 0; i < s.Len(); i += step {
				s.checkPosition(t, i)
			}
			for i := 0; i < s.Len() && !found; i++ {
				found = strings.Contains(s.fen(i), test.has)
			}
			if !found {
				t.Errorf("no position with %q", test.has)
			}
			t.Log(&s.result)
			if s.result.LongestFEN != "" {
				s.checkLongest(t)
			}
		})
	}
}

func (s *solved) checkPosition(t *testing.T, i int) {
	t.Helper()
	p := s.At(i)
	if err := s.game.Check(p); err != nil {
		t.Fatalf("%s: %v", s.fen(i), err)
	}
	if j, ok := s.Find(p); !ok || j != i {
		t.Fatalf("%s: found as %d %v, want %d", s.fen(i), j, ok, i)
	}
	var moves board.List
	var next board.Position
	s.game.Moves(p, &moves)
	want := score.Exact{Outcome: score.Outcome(s.game.NoMoves(p).Result)}
	for n, m := range moves.All() {
		s.game.Apply(&next, p, m)
		if v := s.value(t, &next).Prev(); n == 0 || v.Compare(want) > 0 {
			want = v
		}
	}
	if s.values[i] != want {
		t.Fatalf("%s: value %v, its moves say %v", s.fen(i), s.values[i], want)
	}
}

// checkFind looks up positions of a space of king and rook against king, and others.
func (s *solved) checkFind(t *testing.T) {
	t.Helper()
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K2R w - - 12 34": true,
		"4k3/8/8/8/8/8/8/4K2R b - - 0 1":   true,
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1":   false,
		"4k2r/8/8/8/8/8/8/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/4K1NR w - - 0 1":  false,
	} {
		p, err := notation.ParseFEN(s.game, fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := s.Find(&p); ok != want {
			t.Errorf("%s: found %v, want %v", fen, ok, want)
		}
	}
}

func TestLimit(t *testing.T) {
	g := enginetest.Game(t, "crazyhouse")
	m, err := solver.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := brute.New(g, brute.Material(m), 1000); err == nil || !strings.Contains(err.Error(), "more than 20000 placements") {
		t.Errorf("too many placements: %v", err)
	}
	if _, err := brute.New(g, brute.Material{}, 1000); err == nil || !strings.Contains(err.Error(), "more than 1000 positions") {
		t.Errorf("too many positions: %v", err)
	}
}
