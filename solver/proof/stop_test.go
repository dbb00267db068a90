package proof_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/proof"
	"tinyhouse/solver/retro"
	"tinyhouse/tb"
	"tinyhouse/tb/table"
)

// TestCancelled stops proofs at any moment, again and again: the only error is that of the context,
// and the answer is the same. Progress is reported by one goroutine at a time.
func TestCancelled(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, x := range []struct {
		variant, fen string
		want         score.Outcome
	}{
		{"tinyhouse", "1k2/2p1/1P2/KW2[WUF] w - - 0 1", score.Win},
		{"thinchess8", "", score.Draw},
		{"peasants3", "", score.Draw},
		{"chess", "8/8/8/8/8/2k5/8/r1K5 w - - 0 1", score.Loss},
	} {
		g := enginetest.Game(t, x.variant)
		p := enginetest.Position(t, g, x.fen)
		var busy atomic.Int32
		o := proof.Options{Limits: solver.Limits{Threads: 3, Memory: 1 << 22, Checkpoint: filepath.Join(t.TempDir(), "c"), Interval: 1},
			Progress: func(proof.Progress) {
				if busy.Add(1) > 1 {
					t.Error("reported by two goroutines at a time")
				}
				busy.Add(-1)
			}}
		out := filepath.Join(t.TempDir(), "p.thc")
		longest, err := time.Millisecond, context.Canceled
		var a proof.Answer
		for n := 0; err != nil; n++ {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rng.Int64N(int64(longest)))+time.Microsecond)
			a, err = proof.Solve(ctx, g, &p, proof.Value, out, o)
			cancel()
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("%s: %v", x.variant, err)
			}
			longest += longest/4 + 2*time.Millisecond
		}
		if !a.Exact() || a.Low != x.want {
			t.Errorf("%s: %+v, want %v", x.variant, a, x.want)
		}
	}
}

// TestTables uses tables at the leaves: the certificates stand without them.
func TestTables(t *testing.T) {
	g := enginetest.Game(t, "losalamos")
	set := tb.NewSet(1 << 24)
	defer set.Close()
	path := filepath.Join(t.TempDir(), "table.tht")
	if _, err := retro.Solve(context.Background(), g, parse(t, g, "KRvK"), path, retro.Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 28}}); err != nil {
		t.Fatal(err)
	}
	if err := set.Open(path); err != nil {
		t.Fatal(err)
	}
	o := options
	o.Prober = set
	rng := rand.New(rand.NewPCG(7, 8))
	table, err := table.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for n := 0; n < 6; {
		p, ok := draw(t, table, rng)
		if !ok || g.Outcome(&p, nil).Over() {
			continue
		}
		want, ok, err := table.Probe(&p)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		if a, _ := prove(t, proof.NewSolver(g, o), g, &p, o); a.Low != want.Outcome {
			t.Errorf("%s: %+v, want %v", notation.FEN(g, &p), a, want)
		}
		n++
	}
}
