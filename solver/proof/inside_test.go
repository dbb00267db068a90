package proof

import (
	"context"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// begin returns the start of a variant, and a solver of it with a small table.
func begin(t testing.TB, variant string, bytes int64) (*Solver, board.Position) {
	t.Helper()
	g := enginetest.Game(t, variant)
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	return newSolver(g, &p, &Options{Memory: bytes}), p
}

// TestHeedAgain has a worker do searches as parts of work that is to be cut off: they must
// neither cut it off nor hide that somebody else does.
func TestHeedAgain(t *testing.T) {
	s, p := begin(t, "tinyhouse", 1<<24)
	w := newWorker(s)
	ctx, cancel := context.WithCancel(context.Background())
	defer w.heed(ctx)()
	for range 2 {
		s.decide(context.Background(), w, &p, p.Turn(), 1000)
		newTree(s, &p, p.Turn()).grow(context.Background(), []*worker{w}, 1000)
		if w.stop.Load() {
			t.Fatal("stopped by nobody")
		}
	}
	cancel()
	for begin := time.Now(); !w.stop.Load(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("does not stop")
		}
	}
}

// TestLimits asks for less work than an answer needs: of nodes, of room in the set, of memory.
func TestLimits(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, variant := range []string{"thinchess8", "tinyhouse", "chess"} {
		for _, nodes := range []uint64{1, 100, 9_000} {
			s, p := begin(t, variant, 1)
			a, err := Solve(ctx, s.game, &p, Value, Options{Threads: 2, Nodes: nodes, Memory: int64(nodes)})
			if err != nil || a.Nodes > nodes+nodes/10+1000 || a.Nodes < nodes && !a.Exact() {
				t.Errorf("%s: %+v after at most %d nodes: %v", variant, a, nodes, err)
			}
		}
	}
	s, p := begin(t, "thinchess8", 1<<24)
	s.members = 10
	r := newRun(s, &p, Value, &Options{Threads: 2})
	a := Answer{Low: score.Loss, High: score.Win}
	err := r.work(ctx, &a)
	if err != ErrMemory && (err != nil || !a.Exact()) {
		t.Errorf("%+v, %v", a, err)
	}
}
