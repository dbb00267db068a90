package proof

import (
	"bytes"
	"context"
	"encoding/json"
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
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
)

// begin returns the start of a variant, and a solver of it with a small table.
func begin(t testing.TB, variant string, bytes int64) (*Solver, board.Position) {
	t.Helper()
	g := enginetest.Game(t, variant)
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	return NewSolver(g, Options{Limits: solver.Limits{Memory: bytes}}), p
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
		for _, nodes := range []uint64{1, 100, 3_000} {
			s, p := begin(t, variant, 1)
			a, err := Solve(ctx, s.game, &p, Value, Options{Limits: solver.Limits{Threads: 2, Memory: int64(nodes)}, Nodes: nodes})
			if err != nil || a.Nodes > nodes+nodes/10+1000 || a.Nodes < nodes && !a.Exact() {
				t.Errorf("%s: %+v after at most %d nodes: %v", variant, a, nodes, err)
			}
		}
	}
	s, _ := begin(t, "tinyhouse", 1<<24)
	s.memory = memory{}
	p := enginetest.Position(t, s.game, "k3/4/4/3K[Uf] w - - 0 1") // a draw whose closed set has no room
	r := newRun(s, &p, Value, &Options{Limits: solver.Limits{Threads: 2}})
	a := Answer{Low: score.Loss, High: score.Win}
	if err := r.work(ctx, &a); err != ErrMemory || a.Exact() {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestJobs has two solvers that know nothing of each other do the jobs of one tree, sent as text: together
// they prove what one would. A job of another game is refused.
func TestJobs(t *testing.T) {
	s, _ := begin(t, "tinyhouse", 1<<24)
	p := enginetest.Position(t, s.game, "1w1k/1f2/1Kp1/U1U1[Wfp] b - - 0 13")
	tree := newTree(s, &p, p.Turn())
	tree.limit = 1 << 20
	var others [2]*Solver
	for i := range others {
		others[i], _ = begin(t, "tinyhouse", 1<<22)
	}
	jobs := 0
	for ; !tree.twigs[0].decided() && tree.nodes < tree.limit; jobs++ {
		at := tree.pick()
		job, pos := tree.job(at)
		text, err := json.Marshal(job)
		var sent Job
		if err = errors.Join(err, json.Unmarshal(text, &sent)); err != nil {
			t.Fatal(err)
		}
		r, err := others[jobs%2].Do(context.Background(), &p, sent, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree.take(at, &pos, r)
	}
	if tree.twigs[0].numbers != succeeds || jobs < 2 {
		t.Errorf("%+v after %d jobs of %d positions", tree.twigs[0].numbers, jobs, tree.nodes)
	}
	chess, start := begin(t, "chess", 1<<20)
	job := Job{Line: []board.Move{1}, Budget: 1}
	if _, err := chess.Do(context.Background(), &start, job, nil); err == nil || !strings.Contains(err.Error(), "move 1 ") {
		t.Errorf("an impossible job: %v", err)
	}
}

// TestLock lets nobody work where somebody does; who was killed does not count.
func TestLock(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks")
	}
	s, p := begin(t, "thinchess8", 1)
	folder := filepath.Join(t.TempDir(), "a")
	o := Options{Limits: solver.Limits{Memory: 1 << 20, Checkpoint: folder}}
	let, err := filelock.LockFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(context.Background(), s.game, &p, Value, o); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
	let()
	os.MkdirAll(folder, 0o777)
	for _, left := range []string{"lock", checkpointName + ".0.tmp"} {
		if err := os.WriteFile(filepath.Join(folder, left), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := Solve(context.Background(), s.game, &p, Value, o); err != nil || !a.Exact() {
		t.Error(a, err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder is left")
	}
}

// TestNotSaved cannot write checkpoints: that is a warning while there is work to do, and an
// error at its end; the one before stays. Nor is one removed before its certificate is whole.
func TestNotSaved(t *testing.T) {
	s, p := begin(t, "thinchess8", 1)
	folder := t.TempDir()
	o := Options{Limits: solver.Limits{Memory: 1 << 20, Checkpoint: folder}, Nodes: 1}
	if _, err := Solve(context.Background(), s.game, &p, Value, o); err != nil {
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
	if _, err := Solve(ctx, s.game, &p, Value, o); !errors.Is(err, solver.ErrNotSaved) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	same()
	full := errors.New("disk full")
	o.Nodes, o.Finish = 0, func() error { return full }
	o.Sink = func(*board.Position, board.Move, score.Exact) error { return nil }
	if _, err := Solve(context.Background(), s.game, &p, Value, o); !errors.Is(err, full) {
		t.Error(err)
	}
	same()
}

// TestSetsDropped makes certificates of a draw and of a win: no closed set is left that takes
// the memory of what comes after it.
func TestSetsDropped(t *testing.T) {
	for variant, fen := range map[string]string{"thinchess8": "", "tinyhouse": "1k2/2p1/1P2/KW2[WUF] w - - 0 1"} {
		s, p := begin(t, variant, 1<<24)
		if fen != "" {
			p = enginetest.Position(t, s.game, fen)
		}
		claims := 0
		o := Options{Limits: solver.Limits{Memory: 1 << 24}, Sink: func(*board.Position, board.Move, score.Exact) error { claims++; return nil }}
		r, a := newRun(s, &p, Value, &o), Answer{Low: score.Loss, High: score.Win}
		if err := r.work(context.Background(), &a); err != nil {
			t.Fatal(err)
		}
		if a.Low == score.Win {
			r.inquiries[1].set.add(&p) // as a longer search would have left it
		}
		if err := r.certify(context.Background(), &a); err != nil || claims == 0 {
			t.Errorf("%s: %d claims, %v", variant, claims, err)
		}
		for _, q := range r.inquiries {
			if len(q.set.nodes) > 0 {
				t.Errorf("%s: %d members are left", variant, len(q.set.nodes))
			}
		}
	}
}

// TestChartAll has the atlas prove what the table knows, and gives it too little memory.
func TestChartAll(t *testing.T) {
	for memory, want := range map[int64]bool{1 << 28: true, 1 << 16: false} {
		g := enginetest.Game(t, "chess")
		p := enginetest.Position(t, g, "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
		s := NewSolver(g, Options{Limits: solver.Limits{Memory: memory}})
		s.table.store(s.keys.Of(&p, true), entry{numbers: won(true), effort: maxEffort})
		claims := 0
		r := newRun(s, &p, Value, &Options{Sink: func(*board.Position, board.Move, score.Exact) error { claims++; return nil }})
		if got := r.chartAll(context.Background()); got != want || s.charted(&p) != want {
			t.Fatalf("%d bytes: got %v, want %v", memory, got, want)
		}
		if !want {
			continue
		}
		var a Answer
		ended, end := context.WithCancel(context.Background())
		end()
		if err := r.copyAtlas(ended, &a, r.inquiries[0]); !errors.Is(err, context.Canceled) || claims > 0 {
			t.Errorf("interrupted: %d claims, %v", claims, err)
		}
		if err := r.copyAtlas(context.Background(), &a, r.inquiries[0]); err != nil || a.Plies < 29 || claims == 0 {
			t.Errorf("%+v, %d claims, %v", a, claims, err)
		}
	}
}

// TestChartMore has an atlas that knows nothing of a game say nothing of a position, and one that knows
// much of it prove what it has not met.
func TestChartMore(t *testing.T) {
	g := enginetest.Game(t, "chess")
	near := enginetest.Position(t, g, "8/8/8/8/P6k/8/8/K7 w - - 0 1")
	p := enginetest.Position(t, g, "8/8/8/8/8/P6k/8/K7 w - - 0 1")
	s := NewSolver(g, Options{Limits: solver.Limits{Memory: 1 << 28}})
	r := newRun(s, &p, Value, &Options{})
	if r.chartMore(context.Background()) {
		t.Error("the atlas knows what it has not met")
	}
	if !s.atlas.Explore(context.Background(), &near, noBudget, 1<<27) || s.charted(&p) {
		t.Fatal("the atlas does not know the right positions")
	}
	if !r.chartMore(context.Background()) || !r.inquiries[0].certain || !r.inquiries[0].wins {
		t.Error("the atlas does not come to know the position")
	}
}
