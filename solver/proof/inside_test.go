package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/base/filelock"
	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/dfpn"
	"tinyhouse/solver/internal/strategy"
)

// begin returns the start of a variant, and a solver of it with some bytes of memory.
func begin(t testing.TB, variant string, bytes int64) (*Solver, board.Position) {
	t.Helper()
	g := enginetest.Game(t, variant)
	p := enginetest.Position(t, g, "")
	return NewSolver(g, Options{Limits: solver.Limits{Memory: bytes}}), p
}

// TestStopSignal searches as a part of longer work: that neither stops the work nor hides its stop
// signal.
func TestStopSignal(t *testing.T) {
	s, p := begin(t, "tinyhouse", 1<<24)
	r := newRun(s, &p, Value, "", &Options{})
	w := r.workers[0]
	ctx, cancel := context.WithCancel(context.Background())
	defer w.StopWith(ctx)()
	for range 2 {
		s.attackerWins(context.Background(), w, &p, p.Turn(), 1000)
		r.goals[0].tree.Grow(context.Background(), r.workers, 1000)
		if w.Stopped() {
			t.Fatal("the work is stopped")
		}
	}
	cancel()
	for begin := time.Now(); !w.Stopped(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("the work does not stop")
		}
	}
}

// TestLimits gives less than an answer needs: of positions, of room for the draw strategy, of memory.
func TestLimits(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, variant := range []string{"thinchess8", "tinyhouse", "chess"} {
		for _, nodes := range []uint64{1, 100, 3_000} {
			s, p := begin(t, variant, 1)
			o := Options{Limits: solver.Limits{Threads: 2, Memory: int64(nodes)}, Nodes: nodes}
			a, err := Solve(ctx, s.Game, &p, Value, "", o)
			if !a.Exact() && a.Low == score.Loss && a.High == score.Win {
				if !errors.Is(err, ErrNodes) {
					t.Errorf("%s: %v without an answer", variant, err)
				}
				err = nil
			}
			if err != nil || a.Nodes > nodes+nodes/10+1000 || a.Nodes < nodes && !a.Exact() {
				t.Errorf("%s: %+v after at most %d nodes: %v", variant, a, nodes, err)
			}
		}
	}
	s, _ := begin(t, "tinyhouse", 1<<24)
	s.memory = memory{}
	p := enginetest.Position(t, s.Game, "k3/4/4/3K[Uf] w - - 0 1") // a draw whose strategy has no room
	r := newRun(s, &p, Value, "", &Options{Limits: solver.Limits{Threads: 2}})
	a := Answer{Low: score.Loss, High: score.Win}
	if err := r.work(ctx, &a); err != strategy.ErrMemory || a.Exact() {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestLock refuses a checkpoint that another process works at. The locks and temporary files of
// killed processes do not count.
func TestLock(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks")
	}
	s, p := begin(t, "thinchess8", 1)
	folder := filepath.Join(t.TempDir(), "a")
	o := Options{Limits: solver.Limits{Memory: 1 << 20, Checkpoint: folder}}
	unlock, err := filelock.LockFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(context.Background(), s.Game, &p, Value, "", o); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
	unlock()
	os.MkdirAll(folder, 0o777)
	for _, left := range []string{"lock", checkpointName + ".0.tmp"} {
		if err := os.WriteFile(filepath.Join(folder, left), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := Solve(context.Background(), s.Game, &p, Value, "", o); err != nil || !a.Exact() {
		t.Error(a, err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder is left")
	}
}

// TestNotSaved makes checkpoints fail: that is an error at the end of the work, and the previous
// checkpoint stays. It stays, too, until the certificate is complete.
func TestNotSaved(t *testing.T) {
	s, p := begin(t, "thinchess8", 1)
	folder := t.TempDir()
	o := Options{Limits: solver.Limits{Memory: 1 << 20, Checkpoint: folder}, Nodes: 1}
	if _, err := Solve(context.Background(), s.Game, &p, Value, "", o); !errors.Is(err, ErrNodes) {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(folder, checkpointName))
	if err != nil {
		t.Fatal(err)
	}
	same := func() {
		t.Helper()
		if now, err := os.ReadFile(filepath.Join(folder, checkpointName)); err != nil || !bytes.Equal(now, before) {
			t.Error("the checkpoint is lost")
		}
	}
	for i := range 1001 { // all names that a temporary file can have
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s.%d.tmp", checkpointName, i)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, s.Game, &p, Value, "", o); !errors.Is(err, solver.ErrNotSaved) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	same()
	gone := t.TempDir()
	o.Nodes, o.Estimate = 0, func(Estimate) { os.RemoveAll(gone) }
	if a, err := Solve(context.Background(), s.Game, &p, Value, filepath.Join(gone, "p.thc"), o); err == nil || a.Result.Table != "" || a.Result.Positions > 0 {
		t.Errorf("%+v, %v", a, err)
	}
	same()
}

// TestDrawsDropped makes certificates of a draw and of a win. No draw strategy is left, whose memory
// would be missing later.
func TestDrawsDropped(t *testing.T) {
	for variant, fen := range map[string]string{"thinchess8": "", "tinyhouse": "1k2/2p1/1P2/KW2[WUF] w - - 0 1"} {
		g := enginetest.Game(t, variant)
		s := NewSolver(g, Options{Limits: solver.Limits{Memory: 1 << 24}, NoEnumeration: true})
		p := enginetest.Position(t, g, fen)
		r, a := newRun(s, &p, Value, filepath.Join(t.TempDir(), "p.thc"), &Options{}), Answer{Low: score.Loss, High: score.Win}
		if err := r.work(context.Background(), &a); err != nil {
			t.Fatal(err)
		}
		if err := r.certify(context.Background(), &a); err != nil || a.Result.Positions == 0 {
			t.Errorf("%s: %d records, %v", variant, a.Result.Positions, err)
		}
		for _, q := range r.goals {
			if q.draw.Len() > 0 {
				t.Errorf("%s: %d members are left", variant, q.draw.Len())
			}
		}
	}
}

// TestEnumerateTo enumerates a position whose value the table knows, and does so with too little
// memory.
func TestEnumerateTo(t *testing.T) {
	for memory, want := range map[int64]bool{1 << 28: true, 1 << 16: false} {
		g := enginetest.Game(t, "chess")
		p := enginetest.Position(t, g, "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
		s := NewSolver(g, Options{Limits: solver.Limits{Memory: memory}})
		s.Table.Store(s.Hasher.Key(&p, true), dfpn.Entry{Numbers: dfpn.Succeeds, Effort: dfpn.MaxEffort})
		r := newRun(s, &p, Value, filepath.Join(t.TempDir(), "p.thc"), &Options{})
		if got := r.enumerateTo(context.Background(), noBudget); got != want || s.knows(&p) != want {
			t.Fatalf("%d bytes: got %v, want %v", memory, got, want)
		}
		if !want {
			continue
		}
		a := Answer{Low: score.Win, High: score.Win}
		ended, end := context.WithCancel(context.Background())
		end()
		if err := r.certify(ended, &a); !errors.Is(err, context.Canceled) || a.Result.Positions > 0 {
			t.Errorf("interrupted: %d records, %v", a.Result.Positions, err)
		}
		if err := r.certify(context.Background(), &a); err != nil || a.Plies < 29 || a.Result.Positions == 0 {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// TestEnumerateMore finds nothing with an empty enumeration, and the value of a position that
// leads to an enumerated one.
func TestEnumerateMore(t *testing.T) {
	g := enginetest.Game(t, "losalamos")
	near := enginetest.Position(t, g, "6/6/P4k/6/6/K5 w - - 0 1")
	p := enginetest.Position(t, g, "6/6/6/P4k/6/K5 w - - 0 1")
	s := NewSolver(g, Options{Limits: solver.Limits{Memory: 1 << 28}})
	r := newRun(s, &p, Value, "", &Options{})
	if r.enumerateMore(context.Background()) {
		t.Error("an empty enumeration has an answer")
	}
	if !s.enumeration.Explore(context.Background(), &near, noBudget, 1<<27) || s.knows(&p) {
		t.Fatal("the enumeration does not know the right positions")
	}
	if !r.enumerateMore(context.Background()) || !r.goals[0].certain || !r.goals[0].wins {
		t.Error("the enumeration does not find the value")
	}
}
