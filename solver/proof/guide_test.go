package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
)

// liar is a guide that says anything, but does not swear to it, or much time would go into
// what it says.
type liar struct {
	rng   *rand.Rand
	asked int
}

func (l *liar) Value(*board.Position, uint64) score.Value {
	l.asked++
	return score.Value(l.rng.IntN(600) - 300)
}

// TestLiar has a tree with a guide that lies win what the search wins in 5,000 to 14,000
// positions: all of that is more than its first job.
func TestLiar(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	for _, fen := range []string{
		"1w1k/1f2/1Kp1/U1U1[Wfp] b - - 0 13",
		"W~Uf1/2F1/2uf~/1K1k[WW] w - - 0 14",
		"fWFk/1pu1/w1KP/4[U] w - - 0 17",
		"uw2/3k/4/KF1F[Pwup] b - - 0 6",
	} {
		p := enginetest.Position(t, g, fen)
		s := NewSolver(g, Options{Limits: solver.Limits{Memory: 1 << 26}})
		tree, w, guide := newTree(s, &p, p.Turn()), newWorker(s), &liar{rng: rand.New(rand.NewPCG(11, 12))}
		tree.guided, w.guide = true, guide
		if got := tree.grow(context.Background(), []*worker{w}, 1<<24); got != succeeds {
			t.Errorf("%s: %+v", fen, got)
		}
		if guide.asked == 0 {
			t.Errorf("%s: the guide was not asked", fen)
		}
	}
}

// TestNumbersOf wants numbers that a tree can work with, and a win the nearer the better it looks.
func TestNumbersOf(t *testing.T) {
	for v := -score.Mate; v < score.Mate; v += 7 {
		n, next := numbersOf(v, true), numbersOf(v+7, true)
		if n.decided() || n.phi > largest || n.delta > largest || next.phi > n.phi || next.delta < n.delta {
			t.Errorf("%d: %+v, then %+v", v, n, next)
		}
		if mirrored := numbersOf(v, false); mirrored != (numbers{n.delta, n.phi}) {
			t.Errorf("%d: %+v for the attacker, %+v for the defender", v, n, mirrored)
		}
	}
}
