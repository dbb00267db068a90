package board_test

import (
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/rules"
)

// TestOutcomes checks the outcome of games that are over and of some that are not, here and in package
// slow.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		reason       board.Reason
		result       rules.Result
	}{
		{"chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", board.Checkmate, rules.Loss},
		{"chess", "R6k/8/6K1/8/8/8/8/8 b - - 100 90", board.Checkmate, rules.Loss}, // on the last move
		{"chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", board.Checkmate, rules.Loss},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", board.Stalemate, rules.Draw},
		{"chess", "7k/8/6K1/8/8/8/8/1Q6 w - - 100 80", board.MoveLimit, rules.Draw},
		{"chess", "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80", board.Ongoing, rules.Draw},
		{"tinyhouse", "k1W1/4/1K2/4[] b - - 0 1", board.Stalemate, rules.Win},
		{"tinyhouse", "k1W1/4/1K2/4[w] b - - 0 1", board.Ongoing, rules.Draw}, // a drop is left
		{"dobutsu", "2L/1l1/3/3[] b - - 0 1", board.Ongoing, rules.Draw},      // the flag is attacked
		{"dobutsu", "2L/3/1l1/3[] b - - 0 1", board.Flag, rules.Loss},
		{"peasants2", "P1/2/2/2/2/2/1p/2 b - - 0 1", board.Flag, rules.Loss},
		{"peasants2", "2/P1/2/2/2/2/2/2 w - - 0 1", board.Extinction, rules.Win},
		{"peasants2", "2/P1/2/2/2/2/2/2 b - - 0 1", board.Extinction, rules.Loss},
		{"peasants2", "2/2/2/2/p1/P1/2/2 w - - 0 1", board.Stalemate, rules.Draw},
		{"peasants", "8/8/8/8/8/8/PP6/8 b - - 0 1", board.Extinction, rules.Loss},
		{"peasants", "P7/8/8/7p/8/8/8/8 b - - 0 1", board.Flag, rules.Loss},
		{"peasants", "8/8/8/p7/P7/8/8/8 w - - 0 1", board.Stalemate, rules.Draw},
	} {
		g, p := position(t, c.variant, c.fen)
		if o := g.Outcome(&p, nil); o.Reason != c.reason || o.Over() && o.Result != c.result {
			t.Errorf("%s %s: %v %d, want %v %d", c.variant, c.fen, o.Reason, o.Result, c.reason, c.result)
		}
		q, err := slow.Parse(g.Variant(), c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if result, over := q.Outcome(); over != (c.reason != board.Ongoing) || result != c.result {
			t.Errorf("%s %s: slow %d %v, want %v %d", c.variant, c.fen, result, over, c.reason, c.result)
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
