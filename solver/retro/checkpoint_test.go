package retro_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
)

// tasks are large enough to be interrupted, with and without drops and kings.
var tasks = []struct{ variant, material string }{
	{"tinyhouse", "W1P1"},
	{"thinchess8", ""},
	{"peasants3", "PPvPP"},
	{"losalamos", "KRvK"},
}

// bytesOf solves without interruption and returns the bytes of the table.
func bytesOf(t *testing.T, g *board.Game, m solver.Material, o retro.Options) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.tht")
	if _, err := retro.Solve(context.Background(), g, m, path, o); err != nil {
		t.Fatal(err)
	}
	data := enginetest.ReadFile(t, path)
	return data
}

// TestSameBytes solves with several threads, and with so little memory that all states are on
// disk, in several stages: the tables must be the same.
func TestSameBytes(t *testing.T) {
	for _, task := range tasks {
		t.Run(task.variant, func(t *testing.T) {
			g := enginetest.Game(t, task.variant)
			m := parse(t, g, task.material)
			want := bytesOf(t, g, m, retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30}})
			for _, l := range []solver.Limits{
				{Threads: 3, Memory: 1 << 30},
				{Threads: 2, Memory: 0},
				{Threads: 1, Memory: 200_000},
			} {
				if got := bytesOf(t, g, m, retro.Options{Limits: l}); !bytes.Equal(got, want) {
					t.Errorf("%+v: another table", l)
				}
			}
		})
	}
}

// TestInterrupted stops and continues every few milliseconds, with changing memory and threads:
// the table must be the same.
func TestInterrupted(t *testing.T) {
	for _, task := range tasks {
		t.Run(task.variant, func(t *testing.T) {
			g := enginetest.Game(t, task.variant)
			m := parse(t, g, task.material)
			want := bytesOf(t, g, m, retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30}})
			path := filepath.Join(t.TempDir(), "table.tht")
			for stops := 0; ; stops++ {
				o := retro.Options{Limits: solver.Limits{Threads: 1 + stops%2, Memory: int64(stops%3) << 28, Time: time.Duration(10+5*stops) * time.Millisecond, Interval: time.Millisecond}}
				_, err := retro.Solve(context.Background(), g, m, path, o)
				if err == nil {
					t.Logf("%d stops", stops)
					break
				}
				if !errors.Is(err, context.DeadlineExceeded) || stops > 1000 {
					t.Fatal(err)
				}
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("another table, %v", err)
			}
			if _, err := os.Stat(path + ".checkpoint"); !os.IsNotExist(err) {
				t.Errorf("the checkpoint is still there: %v", err)
			}
		})
	}
}

// TestStoppedAtOnce calls Solve when the time is up, or the context over, before it begins. The error
// must say so, and name a checkpoint if there is one.
func TestStoppedAtOnce(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m := parse(t, g, "P1")
	over, cancel := context.WithCancel(context.Background())
	cancel()
	path := filepath.Join(t.TempDir(), "t.tht")
	kept := "; the last checkpoint in " + path + ".checkpoint is kept: the same command continues from it"
	for _, test := range []struct {
		ctx  context.Context
		time time.Duration
		want string
	}{
		{over, 0, "interrupted"},
		{context.Background(), time.Nanosecond, "stopped when the time was up" + kept},
		{over, 0, "interrupted" + kept},
	} {
		o := retro.Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 30, Time: test.time}}
		if _, err := retro.Solve(test.ctx, g, m, path, o); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	o := retro.Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 30}}
	if _, err := retro.Solve(context.Background(), g, m, path, o); err != nil {
		t.Error(err)
	}
}

// interrupted leaves a checkpoint in a folder.
func interrupted(t *testing.T, dir string) {
	t.Helper()
	g := enginetest.Game(t, "tinyhouse")
	ctx, cancel := context.WithCancel(context.Background())
	o := retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30, Checkpoint: dir}, Progress: func(retro.Progress) { cancel() }}
	_, err := retro.Solve(ctx, g, parse(t, g, "W1P1"), filepath.Join(t.TempDir(), "t.tht"), o)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), dir) {
		t.Fatal(err)
	}
}

// TestForeignCheckpoint refuses checkpoints of other tasks and damaged ones.
func TestForeignCheckpoint(t *testing.T) {
	dir := t.TempDir()
	interrupted(t, dir)
	manifest := filepath.Join(dir, "manifest.json")
	text := enginetest.ReadFile(t, manifest)
	states, _ := filepath.Glob(filepath.Join(dir, "*.states"))
	if len(states) != 1 {
		t.Fatalf("%v", states)
	}
	for _, test := range []struct {
		variant, material, manifest, want string
	}{
		{"tinyhouse", "W1U1", string(text), `is about material "W1U0F0P1", not "W1U1F0P0"`},
		{"tinyhouse-firstrank", "W1P1", string(text), "other rules"},
		{"tinyhouse", "W1P1", "{", "is damaged"},
		{"tinyhouse", "W1P1", string(text) + " ", "is damaged"},
		{"tinyhouse", "W1P1", strings.Replace(string(text), `"format":3`, `"format":2`, 1), "has format 2"},
		{"tinyhouse", "W1P1", strings.Replace(string(text), `"rounds":`, `"rounds":1`, 1), "is damaged: it has another digest"},
		{"tinyhouse", "W1P1", strings.Replace(string(text), `"sha256":"`, `"sha256":"0`, 1), "is damaged: it has another digest"},
		{"tinyhouse", "W1P1", sealed(t, text, `"stage":0`, `"stage":9`), "is damaged: stage 9"},
		{"tinyhouse", "W1P1", sealed(t, text, `"file":"`, `"file":"../`), "is damaged: shard"},
		{"tinyhouse", "W1P1", sealed(t, text, `"crc":`, `"crc":1`), "is damaged"},
		{"tinyhouse", "W1P1", sealed(t, text, `"sum":`, `"sum":1`), "is damaged"},
		{"tinyhouse", "W1P1", sealed(t, text, `"offset":`, `"offset":99999999`), "to begin anew"},
	} {
		enginetest.WriteFile(t, manifest, []byte(test.manifest))
		g := enginetest.Game(t, test.variant)
		o := retro.Options{Limits: solver.Limits{Threads: 1, Memory: 1 << 30, Checkpoint: dir}}
		_, err := retro.Solve(context.Background(), g, parse(t, g, test.material), filepath.Join(t.TempDir(), "t.tht"), o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v, want one with %q", test.variant, test.material, err, test.want)
		}
		if _, err := os.Stat(states[0]); err != nil {
			t.Fatalf("%s: the states of the other task are gone: %v", test.want, err)
		}
	}
}

// sealed returns the text of a manifest with a change, under its new digest.
func sealed(t *testing.T, text []byte, old, new string) string {
	t.Helper()
	var e map[string]json.RawMessage
	if err := json.Unmarshal(text, &e); err != nil || !bytes.Contains(e["manifest"], []byte(old)) {
		t.Fatalf("%v: no %s in %s", err, old, text)
	}
	m := bytes.Replace(e["manifest"], []byte(old), []byte(new), 1)
	return fmt.Sprintf(`{"format":3,"sha256":"%x","manifest":%s}`, sha256.Sum256(m), m)
}

// TestUnwritable reports paths at which nothing can be written.
func TestUnwritable(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	file := filepath.Join(t.TempDir(), "file")
	enginetest.WriteFile(t, file, nil)
	for _, o := range []struct{ out, checkpoint string }{
		{filepath.Join(t.TempDir(), "no", "folder", "t.tht"), ""},
		{t.TempDir(), ""},
		{filepath.Join(t.TempDir(), "t.tht"), file},
	} {
		options := retro.Options{Limits: solver.Limits{Threads: 1, Checkpoint: o.checkpoint}} // no memory: states go to disk at once
		_, err := retro.Solve(context.Background(), g, parse(t, g, "W1"), o.out, options)
		if err == nil {
			t.Errorf("%+v: solved", o)
		}
	}
}
