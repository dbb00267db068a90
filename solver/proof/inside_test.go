package proof

import (
	"context"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
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
