package retro

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
)

// folder is the files of a checkpoint by name.
type folder map[string][]byte

// stoppedAt returns the checkpoint of a solution that stops at the given share of its work, in
// percent.
func stoppedAt(t *testing.T, g *board.Game, m solver.Material, memory int64, percent int) folder {
	t.Helper()
	d := &disturber{out: filepath.Join(t.TempDir(), "t.tht")}
	o := Options{Limits: solver.Limits{Threads: 1, Memory: memory, Checkpoint: d.out + ".checkpoint"}}
	_, calls := solvedOnce(t, g, m)
	r, err := newRun(t.Context(), g, m, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left := max(calls*percent/100, 1)
	r.disturb = func() {
		if left--; left == 0 {
			cancel()
		}
	}
	if _, err := r.solve(ctx, d.out); !errors.Is(err, context.Canceled) {
		t.Fatalf("not interrupted: %v", err)
	}
	paths, _ := filepath.Glob(filepath.Join(o.Checkpoint, "*"))
	files := folder{}
	for _, path := range paths {
		files[filepath.Base(path)] = enginetest.ReadFile(t, path)
	}
	if len(files) < 2 {
		t.Fatalf("%d files", len(files))
	}
	return files
}

// mutations change the files of a checkpoint; others are those of other checkpoints.
var mutations = []struct {
	name   string
	mutate func(rng *rand.Rand, f folder, others []folder)
}{
	{"flip", func(rng *rand.Rand, f folder, _ []folder) {
		for range 1 + rng.IntN(3) {
			data := f[f.pick(rng)]
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
	}},
	{"cut", func(rng *rand.Rand, f folder, _ []folder) {
		name := f.pick(rng)
		f[name] = f[name][:rng.IntN(len(f[name]))]
	}},
	{"extend", func(rng *rand.Rand, f folder, _ []folder) {
		name := f.pick(rng)
		f[name] = append(f[name], f[name][:rng.IntN(len(f[name]))]...)
	}},
	{"shift", func(rng *rand.Rand, f folder, _ []folder) {
		name := f.pick(rng)
		at := rng.IntN(len(f[name]))
		f[name] = append(append(append([]byte{}, f[name][:at]...), 0, 0), f[name][at:]...)
	}},
	{"swap files", func(rng *rand.Rand, f folder, _ []folder) {
		a, b := f.pick(rng), f.pick(rng)
		f[a], f[b] = f[b], f[a]
	}},
	{"duplicate", func(rng *rand.Rand, f folder, _ []folder) { f[f.pick(rng)] = bytes.Clone(f[f.pick(rng)]) }},
	{"remove", func(rng *rand.Rand, f folder, _ []folder) { delete(f, f.pick(rng)) }},
	{"other file", func(rng *rand.Rand, f folder, others []folder) {
		other := others[rng.IntN(len(others))]
		f[f.pick(rng)] = bytes.Clone(other[other.pick(rng)])
	}},
	{"other manifest", func(rng *rand.Rand, f folder, others []folder) {
		f[manifestName] = bytes.Clone(others[rng.IntN(len(others))][manifestName])
	}},
	{"other states", func(rng *rand.Rand, f folder, others []folder) {
		for name, data := range others[rng.IntN(len(others))] {
			if name != manifestName {
				f[name] = bytes.Clone(data)
			}
		}
	}},
	{"number", func(rng *rand.Rand, f folder, _ []folder) { f[manifestName] = changeNumber(rng, f[manifestName]) }},
	{"sealed number", func(rng *rand.Rand, f folder, _ []folder) {
		f[manifestName] = resealed(f[manifestName], func(text []byte) []byte { return changeNumber(rng, text) })
	}},
	{"sealed places", func(rng *rand.Rand, f folder, _ []folder) {
		f[manifestName] = resealed(f[manifestName], func(text []byte) []byte {
			var m manifest
			if json.Unmarshal(text, &m) != nil || len(m.Places) == 0 {
				return text
			}
			ids := slices.Sorted(maps.Keys(m.Places))
			a, b := ids[rng.IntN(len(ids))], ids[rng.IntN(len(ids))]
			m.Places[a], m.Places[b] = m.Places[b], m.Places[a]
			text, _ = json.Marshal(m)
			return text
		})
	}},
}

// pick returns the name of one of the files; half of the time that of the manifest.
func (f folder) pick(rng *rand.Rand) string {
	names := slices.Sorted(maps.Keys(f))
	if _, ok := f[manifestName]; ok && rng.IntN(2) == 0 {
		return manifestName
	}
	return names[rng.IntN(len(names))]
}

// resealed returns the text of a manifest with a change, under its new digest.
func resealed(text []byte, change func([]byte) []byte) []byte {
	var e envelope
	if json.Unmarshal(text, &e) != nil {
		return text
	}
	e.Manifest = change(e.Manifest)
	e.SHA256 = fmt.Sprintf("%x", sha256.Sum256(e.Manifest))
	text, _ = json.Marshal(e)
	return text
}

var number = regexp.MustCompile(`-?\d+`)

// changeNumber changes one of the numbers of a text.
func changeNumber(rng *rand.Rand, text []byte) []byte {
	all := number.FindAllIndex(text, -1)
	at := all[rng.IntN(len(all))]
	n, _ := strconv.Atoi(string(text[at[0]:at[1]]))
	n += []int{-2, -1, 1, 2, 10, rng.IntN(1 << 20)}[rng.IntN(6)]
	return append(append(append([]byte{}, text[:at[0]]...), strconv.Itoa(n)...), text[at[1]:]...)
}

// TestMutatedCheckpoint changes checkpoints in many ways and continues from them. Solve may fail,
// but never succeed with another table.
func TestMutatedCheckpoint(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m, err := solver.ParseUnits(g, "P1")
	if err != nil {
		t.Fatal(err)
	}
	var all []folder
	for _, percent := range []int{1, 20, 50, 80} {
		all = append(all, stoppedAt(t, g, m, 1<<30, percent), stoppedAt(t, g, m, 0, percent))
	}
	other, err := solver.ParseUnits(g, "U1")
	if err != nil {
		t.Fatal(err)
	}
	others := append(all[:len(all):len(all)], stoppedAt(t, g, other, 1<<30, 50))
	want, _ := solvedOnce(t, g, m)
	count := attackCount(150, 1500)
	counts := map[string][3]int{}
	for seed := range uint64(count) {
		rng := rand.New(rand.NewPCG(seed, 17))
		name, c, err := "", [3]int{}, error(nil)
		dir := t.TempDir()
		out := filepath.Join(dir, "t.tht")
		name, err = continueMutated(rng, g, m, all[rng.IntN(len(all))], others, out)
		c = counts[name]
		data, _ := os.ReadFile(out)
		switch {
		case err != nil && len(data) > 0:
			t.Errorf("seed %d: %s: %v, but there is a table", seed, name, err)
		case err != nil:
			c[0]++
		case bytes.Equal(data, want):
			c[1]++
		default:
			c[2]++
			t.Errorf("seed %d: %s leads to a false table", seed, name)
		}
		counts[name] = c
		os.RemoveAll(dir)
	}
	sum := [3]int{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		t.Logf("%-15s %4d refused, %4d harmless, %d false", name, c[0], c[1], c[2])
		for i := range sum {
			sum[i] += c[i]
		}
	}
	t.Logf("%d checkpoints: %d refused, %d continued to the right table, %d false", count, sum[0], sum[1], sum[2])
}

// continueMutated solves from a checkpoint after one mutation.
func continueMutated(rng *rand.Rand, g *board.Game, m solver.Material, from folder, others []folder, out string) (name string, err error) {
	files := folder{}
	for name, data := range from {
		files[name] = bytes.Clone(data)
	}
	mutation := mutations[rng.IntN(len(mutations))]
	mutation.mutate(rng, files, others)
	dir := out + ".checkpoint"
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return "", err
		}
	}
	o := Options{Limits: solver.Limits{Threads: 1, Memory: []int64{0, 1 << 30}[rng.IntN(2)]}}
	_, err = Solve(context.Background(), g, m, out, o)
	return mutation.name, err
}
