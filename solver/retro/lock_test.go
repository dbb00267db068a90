package retro_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
)

// TestTwoAtOnce starts a solution while another one uses the same checkpoint or the same table.
func TestTwoAtOnce(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m := parse(t, g, "W1P1")
	dir := t.TempDir()
	out, folder := filepath.Join(dir, "a.tht"), filepath.Join(dir, "c")
	started := false
	_, err := retro.Solve(context.Background(), g, m, out, retro.Options{Limits: solver.Limits{Memory: 1 << 30, Checkpoint: folder}, Progress: func(retro.Progress) {
		started = true
		for _, other := range []struct{ out, checkpoint, want string }{
			{filepath.Join(dir, "b.tht"), folder, "lock " + filepath.Join(folder, "lock")},
			{out, filepath.Join(dir, "d"), "lock " + out + ".lock"},
		} {
			_, err := retro.Solve(context.Background(), g, m, other.out, retro.Options{Limits: solver.Limits{Checkpoint: other.checkpoint}})
			if err == nil || !strings.Contains(err.Error(), "another process") || !strings.Contains(err.Error(), other.want) {
				t.Errorf("%+v: %v", other, err)
			}
		}
	}})
	if err != nil || !started {
		t.Errorf("%v, started %v", err, started)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

// TestTemporary checks that temporary tables of killed processes are removed, and no other files.
func TestTemporary(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	dir := t.TempDir()
	names := []string{"a.tht.0.tmp", "a.tht.31.tmp", "a.tht.tmp", "b.tht.0.tmp", "a.tht.x.tmp"}
	for _, name := range append(names, "a.tht.lock") {
		enginetest.WriteFile(t, filepath.Join(dir, name), nil)
	}
	if _, err := retro.Solve(context.Background(), g, parse(t, g, "W1"), filepath.Join(dir, "a.tht"), retro.Options{}); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*.tmp"))
	if len(left) != 3 {
		t.Errorf("left: %v", left)
	}
}

// TestWarned puts a folder in the place of the manifest. That is a warning while the work can
// continue, and part of the error when it stops.
func TestWarned(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m := parse(t, g, "W1P1")
	want := bytesOf(t, g, m, retro.Options{Limits: solver.Limits{Memory: 1 << 30}})
	for _, memory := range []int64{1 << 30, 0} {
		folder := filepath.Join(t.TempDir(), "c")
		trap := filepath.Join(folder, "manifest.json", "trap")
		warnings := 0
		o := retro.Options{Limits: solver.Limits{Memory: memory, Checkpoint: folder, Interval: 5 * time.Millisecond, Warn: func(err error) {
			warnings++
			if !strings.Contains(err.Error(), filepath.Dir(trap)) {
				t.Error(err)
			}
		}},
			Progress: func(retro.Progress) {
				os.Remove(filepath.Dir(trap)) // a checkpoint before the first report
				os.MkdirAll(trap, 0o777)
			},
		}
		if got := bytesOf(t, g, m, o); string(got) != string(want) || warnings < 2 {
			t.Errorf("%d bytes, %d warnings", len(got), warnings)
		}
		if left, _ := os.ReadDir(folder); len(left) != 1 {
			t.Errorf("left: %v", left)
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		replace := o.Progress
		o.Progress = func(p retro.Progress) {
			replace(p)
			cancel()
		}
		_, err := retro.Solve(ctx, g, m, filepath.Join(t.TempDir(), "t.tht"), o)
		if !errors.Is(err, solver.ErrNotSaved) || !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "\n") {
			t.Error(err)
		}
	}
}
