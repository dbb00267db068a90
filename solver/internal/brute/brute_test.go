package brute_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/brute"
)

// limit bounds the spaces of these tests.
const limit = 1_000_000

// solved is a space with its values and their summary.
type solved struct {
	*brute.Space
	game   *board.Game
	values []score.Exact
	result solver.Result
}

func solve(t *testing.T, g *board.Game, material string) *solved {
	t.Helper()
	m, err := solver.Parse(g, material)
	if err != nil {
		t.Fatal(err)
	}
	s, err := brute.New(g, brute.Material(m), limit)
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.Solve()
	if err != nil {
		t.Fatal(err)
	}
	all := &solved{s, g, values, solver.Result{Variant: g.Variant().Name}}
	for i, v := range values {
		all.result.Add(v, 1, func() string { return all.fen(i) })
	}
	start := enginetest.Position(t, g, "")
	if i, ok := s.Find(&start); ok {
		all.result.Start = &values[i]
	}
	return all
}

func (s *solved) fen(i int) string { return notation.FEN(s.game, s.At(i)) }

// fact is a result known from outside this project.
type fact struct {
	variant, material              string
	positions, wins, losses, draws uint64
	longest                        uint16
	start                          string // "" where it is not among the positions
}

var facts = []fact{
	{"tinyhouse", "W1U1", 219856, 108128, 51584, 60144, 44, ""},
	{"tinyhouse", "W1P1", 730648, 313836, 145204, 271608, 73, ""},
	{"tinyhouse", "W2", 107800, 1512, 352, 105936, 1, ""},
	{"thinchess8", "", 49180, 8468, 10036, 30676, 11, "draw"},
}

// TestFacts compares spaces with known counts.
func TestFacts(t *testing.T) {
	for _, f := range facts {
		t.Run(f.variant+f.material, func(t *testing.T) {
			if testing.Short() && f.positions > 300_000 {
				t.Skipf("SKIPPED: %d positions; run it without -short", f.positions)
			}
			s := solve(t, enginetest.Game(t, f.variant), f.material)
			r := &s.result
			got := fact{f.variant, f.material, r.Positions, r.Wins, r.Losses, r.Draws, r.Longest.Plies, ""}
			if r.Start != nil {
				got.start = r.Start.String()
			}
			if got != f {
				t.Errorf("got  %v\nwant %v", got, f)
			}
			s.checkLongest(t)
		})
	}
}

// checkLongest plays a longest game out by the values and sees it end when they say.
func (s *solved) checkLongest(t *testing.T) {
	t.Helper()
	p, err := notation.ParseFEN(s.game, s.result.LongestFEN)
	if err != nil {
		t.Fatal(err)
	}
	var moves board.List
	var next board.Position
	for value := s.result.Longest; value.Plies > 0; value.Plies-- {
		best := score.Exact{Outcome: score.Loss}
		var to board.Position
		s.game.Moves(&p, &moves)
		for _, m := range moves.All() {
			s.game.Apply(&next, &p, m)
			if v := s.value(t, &next).Prev(); v.Compare(best) > 0 {
				best, to = v, next
			}
		}
		if best != value {
			t.Fatalf("%s: best move %v, value %v", notation.FEN(s.game, &p), best, value)
		}
		p, value.Outcome = to, -value.Outcome
	}
	if o := s.game.Outcome(&p, nil); !o.Over() {
		t.Errorf("%s: the game is not over", notation.FEN(s.game, &p))
	}
}

// value returns the value of a position of the space or of one where the game is over.
func (s *solved) value(t *testing.T, p *board.Position) score.Exact {
	t.Helper()
	if i, ok := s.Find(p); ok {
		return s.values[i]
	}
	o := s.game.Decided(p)
	if !o.Over() {
		t.Fatalf("%s is not in the space", notation.FEN(s.game, p))
	}
	return score.Exact{Outcome: score.Outcome(o.Result)}
}

// TestMates compares the longest mates of orthodox chess with those of endgame theory.
func TestMates(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: takes seconds; run it without -short")
	}
	for material, moves := range map[string]int{"KQvK": 10, "KRvK": 16} {
		t.Run(material, func(t *testing.T) {
			s := solve(t, enginetest.Game(t, "chess"), material)
			longest := 0
			for _, v := range s.values {
				longest = max(longest, v.Value().MateMoves())
			}
			if longest != moves {
				t.Errorf("%d moves, want %d", longest, moves)
			}
			if material == "KRvK" {
				s.checkFind(t)
			}
		})
	}
}
