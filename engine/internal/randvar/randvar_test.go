package randvar_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tinyhouse/engine/internal/randvar"
	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/rules"
)

// variants is the number of variants, plies the length of their games.
const (
	variants = 300
	plies    = 60
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(1, seed)) }

func TestVariantsAreValid(t *testing.T) {
	for seed := range uint64(variants) {
		v := randvar.Random(source(seed))
		if err := rules.Validate(v); err != nil {
			t.Errorf("seed %d: %v\n%+v", seed, err, v)
		}
		if again := randvar.Random(source(seed)); !reflect.DeepEqual(v, again) {
			t.Errorf("seed %d: two variants:\n%+v\n%+v", seed, v, again)
		}
	}
}

// TestRandomGames plays random games and checks FENs, kings and ends of games.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(variants) {
		rng := source(seed)
		v := randvar.Random(rng)
		p, err := slow.Parse(v, v.Start)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range plies {
			again, err := slow.Parse(v, p.FEN())
			if err != nil || *again != *p {
				t.Fatalf("seed %d: %q reads back as %v, %v\n%+v", seed, p.FEN(), again, err, v)
			}
			if !p.Lawful() {
				t.Fatalf("seed %d: %q: the king of the side not to move is attacked\n%+v", seed, p.FEN(), v)
			}
			list := p.SortedMoves()
			if len(slices.Compact(list)) != len(p.Moves()) {
				t.Fatalf("seed %d: %q: equal moves in %s\n%+v", seed, p.FEN(), p.SortedMoves(), v)
			}
			if _, over := p.Outcome(); over {
				break
			}
			moves := p.Moves()
			p = moves[rng.IntN(len(moves))].After
		}
	}
}

// TestEveryRuleIsDrawn checks that every rule occurs in some variant.
func TestEveryRuleIsDrawn(t *testing.T) {
	seen := map[string]int{}
	count := func(what string, is bool) {
		if seen[what] += 0; is {
			seen[what]++
		}
	}
	for seed := range uint64(variants) {
		v := randvar.Random(source(seed))
		count("no king", v.Pieces[0].Role != rules.RoyalKing)
		count("odd king", v.Pieces[0].Role == rules.RoyalKing && v.Pieces[0].Betza != "K")
		count("one file or rank", min(v.Board.Width, v.Board.Height) == 1)
		count("64 squares", v.Board.Squares() == 64)
		count("double step", v.Pawn.DoubleStep)
		count("en passant", v.Pawn.EnPassant)
		count("pawn promotion", v.Promote.To != "")
		count("pawn promotion by choice", v.Promote.To != "" && !v.Promote.PawnMandatory)
		count("shogi promotion", slices.ContainsFunc(v.Pieces, func(p rules.Piece) bool { return p.Promoted != 0 }))
		count("shogi promotion by force", v.Promote.PieceMandatory)
		count("drops", v.Drop.Allowed)
		count("drops without captures", v.Drop.Allowed && !v.Drop.Captures)
		count("one a file", v.Drop.NoDoubled != 0)
		count("mobile only", v.Drop.MobileOnly)
		count("castling", v.Castle.Allowed)
		count("flag", v.End.Flag != 0)
		count("safe flag", v.End.FlagSafe)
		count("extinction", v.End.Extinct != "")
	}
	for what, n := range seen {
		t.Logf("%s: %d of %d", what, n, variants)
		if n < 3 {
			t.Errorf("%s: in %d of %d variants, want 3 at least", what, n, variants)
		}
	}
}
