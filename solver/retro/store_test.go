package retro

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
)

// TestStore reads back states, and reports those that have changed.
func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	s := newStore(dir)
	want := [][]dtm.Value{{1, 2, dtm.Win + 3}, {}, {dtm.None, dtm.Loss}}
	var extents []extent
	for i, states := range want {
		extents = append(extents, extent{i, states, sumOf(states)})
	}
	places, err := s.writeAll(extents)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range places {
		if got, err := s.load(p, i, len(want[i])); err != nil || !slices.Equal(got, want[i]) {
			t.Errorf("%d: %v, %v", i, got, err)
		}
	}
	if _, err := s.load(places[0], 1, len(want[0])); err == nil || !strings.Contains(err.Error(), "another checksum") {
		t.Errorf("the states of another shard: %v", err)
	}
	path := filepath.Join(dir, places[0].File)
	data := enginetest.ReadFile(t, path)
	data[2] ^= 4
	enginetest.WriteFile(t, path, data)
	if _, err := s.load(places[0], 0, 3); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a flipped bit: %v", err)
	}
	if _, err := s.load(places[2], 2, 3); err == nil {
		t.Error("read beyond the end")
	}
}

// TestSpill appends updates several times and reads them back in order.
func TestSpill(t *testing.T) {
	s := newStore(t.TempDir())
	var p place
	var want, got []update
	for i := range 3 * batchSize {
		want = append(want, update(i*7919))
	}
	for at := 0; at < len(want); at += 1000 {
		if err := s.spill(&p, want[at:min(at+1000, len(want))]); err != nil {
			t.Fatal(err)
		}
	}
	err := s.readSpilled(&p, func(r []update) error { got = append(got, r...); return nil })
	if err != nil || !slices.Equal(got, want) || p.exists() {
		t.Errorf("%d updates of %d, %v", len(got), len(want), err)
	}
	if left, _ := os.ReadDir(s.dir); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}

// TestRemoveExcept checks that a store removes no files of others.
func TestRemoveExcept(t *testing.T) {
	s := newStore(t.TempDir())
	for _, name := range []string{"000001.states", "000002.waiting", "mine.states", "1.states", "notes.txt"} {
		enginetest.WriteFile(t, filepath.Join(s.dir, name), nil)
	}
	if err := s.removeExcept(map[string]bool{"000001.states": true}); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(s.dir, "*"))
	if len(left) != 4 {
		t.Errorf("left: %v", left)
	}
	if err := s.remove(); err != nil {
		t.Fatal(err)
	}
	if left, _ = filepath.Glob(filepath.Join(s.dir, "*")); len(left) != 3 {
		t.Errorf("left: %v", left)
	}
}

// TestRemoveFails saves a checkpoint when an old file cannot be removed: the new one must keep
// its states.
func TestRemoveFails(t *testing.T) {
	g := enginetest.Game(t, "thinchess8")
	m, err := solver.ParseMaterial(g, "KRvK")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "store")
	o := Options{Limits: solver.Limits{Checkpoint: dir, Memory: 1 << 30}}
	r, err := newRun(t.Context(), g, m, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, sh := range r.shards {
		sh.states = make([]dtm.Value, sh.size)
	}
	stuck := filepath.Join(dir, "999999.states")
	if err := os.MkdirAll(filepath.Join(stuck, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := r.trySave(); err == nil {
		t.Error("no error where a file cannot be removed")
	}
	if err := os.RemoveAll(stuck); err != nil {
		t.Fatal(err)
	}
	if r, err = newRun(t.Context(), g, m, o); err != nil {
		t.Fatal(err)
	}
	if err := r.resume(); err != nil {
		t.Fatal(err)
	}
	for id, sh := range r.shards {
		if _, err := r.store.load(sh.file, id, sh.size); err != nil {
			t.Fatalf("shard %d: %v", id, err)
		}
	}
}
