package jobtree

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/dfpn"
	"tinyhouse/solver/internal/poskey"
)

// shared returns what searches of a variant share, with a table of some bytes.
func shared(t testing.TB, variant string, bytes int64) *dfpn.Shared {
	t.Helper()
	g := enginetest.Game(t, variant)
	return &dfpn.Shared{Game: g, Hasher: poskey.New(g), Table: dfpn.NewTable(bytes)}
}

// TestJobs has two workers without a common table do the jobs of one tree, sent as text: together
// they prove the win that one would. A job with an impossible move is refused.
func TestJobs(t *testing.T) {
	s := shared(t, "tinyhouse", 1<<24)
	p := enginetest.Position(t, s.Game, "1w1k/1f2/1Kp1/U1U1[Wfp] b - - 0 13")
	tree := New(s, &p, p.Turn(), false)
	tree.limit = 1 << 20
	var workers [2]*Worker
	for i := range workers {
		workers[i] = NewWorker(shared(t, "tinyhouse", 1<<22), nil)
	}
	jobs := 0
	for ; !tree.Root().Decided() && tree.searched < tree.limit; jobs++ {
		at := tree.mostProving()
		job, pos := tree.job(at)
		text, err := json.Marshal(job)
		var sent Job
		if err = errors.Join(err, json.Unmarshal(text, &sent)); err != nil {
			t.Fatal(err)
		}
		r, err := workers[jobs%2].Do(context.Background(), &p, sent)
		if err != nil {
			t.Fatal(err)
		}
		tree.apply(at, &pos, r)
	}
	if tree.Root() != dfpn.Succeeds || jobs < 2 {
		t.Errorf("%+v after %d jobs of %d positions", tree.Root(), jobs, tree.searched)
	}
	job := Job{Line: []board.Move{1}, Budget: 1}
	if _, err := workers[0].Do(context.Background(), &p, job); err == nil || !strings.Contains(err.Error(), "move 1 ") {
		t.Errorf("an impossible job: %v", err)
	}
}

// randomEvaluator returns random values, none of which is nearly decided.
type randomEvaluator struct {
	rng   *rand.Rand
	calls int
}

func (e *randomEvaluator) Value(*board.Position, uint64) score.Value {
	e.calls++
	return score.Value(e.rng.IntN(600) - 300)
}

// TestRandomEvaluator proves wins with random values. A search takes 5,000 to 14,000 positions for
// each, which is more than the first job.
func TestRandomEvaluator(t *testing.T) {
	for _, fen := range []string{
		"1w1k/1f2/1Kp1/U1U1[Wfp] b - - 0 13",
		"W~Uf1/2F1/2uf~/1K1k[WW] w - - 0 14",
		"fWFk/1pu1/w1KP/4[U] w - - 0 17",
		"uw2/3k/4/KF1F[Pwup] b - - 0 6",
	} {
		s := shared(t, "tinyhouse", 1<<24)
		p := enginetest.Position(t, s.Game, fen)
		e := &randomEvaluator{rng: rand.New(rand.NewPCG(11, 12))}
		tree := New(s, &p, p.Turn(), true)
		if got := tree.Grow(context.Background(), []*Worker{NewWorker(s, e)}, 1<<24); got != dfpn.Succeeds {
			t.Errorf("%s: %+v", fen, got)
		}
		if e.calls == 0 {
			t.Errorf("%s: the evaluator was not called", fen)
		}
	}
}

// TestNumbersOf checks that numbers by value are in range and fall with the value.
func TestNumbersOf(t *testing.T) {
	for v := -score.Mate; v < score.Mate; v += 7 {
		n, next := numbersOf(v, true), numbersOf(v+7, true)
		if n.Decided() || n.Phi > dfpn.Largest || n.Delta > dfpn.Largest || next.Phi > n.Phi || next.Delta < n.Delta {
			t.Errorf("%d: %+v, then %+v", v, n, next)
		}
		if mirrored := numbersOf(v, false); mirrored != (dfpn.Numbers{Phi: n.Delta, Delta: n.Phi}) {
			t.Errorf("%d: %+v for the attacker, %+v for the defender", v, n, mirrored)
		}
	}
}
