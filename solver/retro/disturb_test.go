package retro

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

var attacks = flag.Int("attacks", 0, "how often the tests of changed data change some; 0: as often as is quick")

// attackCount returns how often a test attacks.
func attackCount(short, long int) int {
	switch {
	case *attacks > 0:
		return *attacks
	case testing.Short():
		return short
	}
	return long
}

// disturber flips one bit of a run's data at a random time. One thread may run.
type disturber struct {
	*rand.Rand
	run   *run
	out   string
	in    int    // so many calls
	place string // where the bit was; "" before
}

// flip flips a random bit of *x.
func flip[T ~uint16 | ~uint32 | ~uint64](rng *rand.Rand, x *T, bits int) { *x ^= 1 << rng.IntN(bits) }

// disturb flips the bit when it is time. Where there is no bit of a kind at the moment, it tries
// another kind, now or later.
func (d *disturber) disturb() {
	if d.in--; d.in > 0 || d.place != "" {
		return
	}
	kind := d.IntN(len(disturbances))
	if disturbances[kind].flip(d) {
		d.place = disturbances[kind].name
	}
}

// disturbances are the kinds of data. They return false if there is none at the moment.
var disturbances = []struct {
	name string
	flip func(d *disturber) bool
}{
	{"state", func(d *disturber) bool {
		sh := d.shard()
		if len(sh.states) == 0 {
			return false
		}
		flip(d.Rand, &sh.states[d.IntN(len(sh.states))], 16)
		return true
	}},
	{"update", func(d *disturber) bool {
		for _, batch := range d.run.workers[0].batches {
			if len(batch) > 0 && d.IntN(3) == 0 {
				flip(d.Rand, &batch[d.IntN(len(batch))], 32)
				return true
			}
		}
		return false
	}},
	{"waiting update", func(d *disturber) bool {
		sh := d.shard()
		if len(sh.queue) == 0 {
			return false
		}
		flip(d.Rand, &sh.queue[d.IntN(len(sh.queue))], 32)
		return true
	}},
	{"chunk", func(d *disturber) bool {
		v := &d.run.workers[0].chunk[d.IntN(chunkSize)]
		if flip(d.Rand, v, 16); d.IntN(2) == 0 {
			*v = dtm.Loss + dtm.Value(d.run.round) // or it is most rarely one that is propagated
		}
		return true
	}},
	{"mask", func(d *disturber) bool {
		sh := d.shard()
		if len(sh.masks) == 0 {
			return false
		}
		sh.masks[d.IntN(len(sh.masks))] ^= 1 << ((d.run.round + d.IntN(2)) & 63) // another bit changes nothing
		return true
	}},
	{"done", func(d *disturber) bool {
		i := d.IntN(len(d.run.done))
		d.run.done[i] = !d.run.done[i]
		return true
	}},
	{"round", func(d *disturber) bool {
		d.run.round ^= 1 << d.IntN(8)
		return true
	}},
	{"sum", func(d *disturber) bool {
		w := d.run.workers[0]
		sums := []*uint64{&d.shard().sum, &w.sent, &w.applied, &w.propagated[0], &w.propagated[1], &d.run.rounds, &d.run.books.Numbers, &d.run.books.Positions}
		flip(d.Rand, sums[d.IntN(len(sums))], 64)
		return true
	}},
	{"count", func(d *disturber) bool {
		sh := d.shard()
		all := append(append(append(tallies{}, sh.tallies...), d.run.books.Assigned...), d.run.workers[0].books.Assigned...)
		if len(all) == 0 {
			return false
		}
		i := d.IntN(len(all))
		for _, t := range []tallies{sh.tallies, d.run.books.Assigned, d.run.workers[0].books.Assigned} {
			if i < len(t) {
				flip(d.Rand, &t[i][d.IntN(2)], 64)
				return true
			}
			i -= len(t)
		}
		return false
	}},
	{"final value", func(d *disturber) bool {
		if len(d.run.values) == 0 {
			return false
		}
		flip(d.Rand, &d.run.values[d.IntN(len(d.run.values))], 16)
		return true
	}},
	{"file", func(d *disturber) bool {
		files, _ := filepath.Glob(filepath.Join(d.run.store.dir, "*"))
		tables, _ := filepath.Glob(d.out + ".*.tmp")
		return flipInFile(d.Rand, append(files, tables...))
	}},
}

func (d *disturber) shard() *shard { return d.run.shards[d.IntN(len(d.run.shards))] }

// flipInFile flips a bit in one of some files.
func flipInFile(rng *rand.Rand, files []string) bool {
	if len(files) == 0 {
		return false
	}
	path := files[rng.IntN(len(files))]
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		return false
	}
	data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
	return os.WriteFile(path, data, 0o666) == nil
}

// TestPanic has the program panic in a thread that propagates, and in the one that writes the table:
// Solve must return an error that keeps the checkpoint.
func TestPanic(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m, err := solver.ParseUnits(g, "P1")
	if err != nil {
		t.Fatal(err)
	}
	for _, phase := range []string{"round", "writing"} {
		dir := filepath.Join(t.TempDir(), "checkpoint")
		r, err := newRun(t.Context(), g, m, Options{Limits: solver.Limits{Threads: 3, Memory: 1 << 30, Checkpoint: dir}})
		if err != nil {
			t.Fatal(err)
		}
		var calls atomic.Int64
		r.disturb = func() {
			if n := int(calls.Add(1)); r.phase == phase {
				_ = make([]int, n)[n]
			}
		}
		r.save(false)
		_, err = r.solve(t.Context(), filepath.Join(t.TempDir(), "t.tht"))
		if err = r.explain(err); !errors.Is(err, errChanged) || !strings.Contains(err.Error(), "panic: runtime error: index out of range") ||
			!strings.Contains(err.Error(), "; the last checkpoint in "+dir+" is kept: ") || !strings.HasSuffix(err.Error(), "remove "+dir+" to begin anew") {
			t.Errorf("%s: %v", phase, err)
		}
	}
}

// TestDisturbed flips one bit of a solution's data in memory or on disk at a random time, hundreds
// of times. Solve may fail, but never succeed with another table.
func TestDisturbed(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m, err := solver.ParseUnits(g, "P1")
	if err != nil {
		t.Fatal(err)
	}
	count := attackCount(60, 400)
	want, calls := solvedOnce(t, g, m)
	counts, falseOnes := map[string][3]int{}, 0
	for seed := range uint64(count) {
		d := &disturber{Rand: rand.New(rand.NewPCG(seed, 16)), out: filepath.Join(t.TempDir(), "t.tht")}
		d.in = d.IntN(calls)
		err := d.solve(g, m, []int64{1 << 30, 0, 100_000}[seed%3], seed%4 == 0)
		c := counts[d.place]
		found, _ := os.ReadFile(d.out)
		switch {
		case err != nil && len(found) > 0:
			t.Errorf("seed %d: %s: %v, but there is a table", seed, d.place, err)
		case err != nil:
			if c[0]++; d.place == "file" && strings.Contains(err.Error(), "panic") {
				t.Errorf("seed %d: a flipped bit of a file: %v", seed, err)
			}
		case bytes.Equal(found, want), isTrueOrDamaged(t, d.out, want): // perhaps the table was changed after it was checked
			if c[1]++; strings.HasSuffix(d.place, "update") {
				t.Errorf("seed %d: a flipped bit of an %s was not seen, though the table is right", seed, d.place)
			}
		default:
			c[2]++
			falseOnes++
			t.Errorf("seed %d: a flipped bit of a %s leads to a false table", seed, d.place)
		}
		counts[d.place] = c
	}
	for place, c := range counts {
		t.Logf("%-15s %4d refused, %4d harmless, %d false", place, c[0], c[1], c[2])
	}
	t.Logf("%d flips, %d false", count, falseOnes)
}

// isTrueOrDamaged reports whether the table at path has the values of another one for all
// positions, or every reader refuses it. What numbers without a position have is of no account.
func isTrueOrDamaged(t *testing.T, path string, want []byte) bool {
	found, err := table.Open(path, nil)
	if err != nil {
		return true
	}
	defer found.Close()
	if found.Check(t.Context()) != nil {
		return true
	}
	right := filepath.Join(t.TempDir(), "right.tht")
	enginetest.WriteFile(t, right, want)
	other, err := table.Open(right, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for i := range other.Signatures() {
		layout, err := other.Layout(i)
		if err != nil {
			t.Fatal(err)
		}
		cursor := layout.Cursor()
		for number := range layout.Size() {
			if p, ok := cursor.At(number); !ok || other.Game().Decided(p).Over() {
				continue
			}
			a, err := found.Value(i, number)
			if b, err2 := other.Value(i, number); a != b || err != nil || err2 != nil {
				return false
			}
		}
	}
	return true
}

// solvedOnce returns the table, and how often disturb is called.
func solvedOnce(t *testing.T, g *board.Game, m solver.Material) (data []byte, calls int) {
	d := &disturber{Rand: rand.New(rand.NewPCG(0, 0)), out: filepath.Join(t.TempDir(), "t.tht"), in: 1 << 30}
	if err := d.solve(g, m, 1<<30, false); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(d.out)
	if err != nil {
		t.Fatal(err)
	}
	return data, 1<<30 - d.in
}

// solve is Solve with a bit flipped, and one interruption if stop is set.
func (d *disturber) solve(g *board.Game, m solver.Material, memory int64, stop bool) error {
	for {
		r, err := newRun(context.Background(), g, m, Options{Limits: solver.Limits{Threads: 1, Memory: memory, Checkpoint: d.out + ".checkpoint", Interval: 5 * time.Millisecond}})
		if err != nil {
			return err
		}
		if err := r.resume(); err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(context.Background())
		at := d.IntN(max(d.in, 0) + 1)
		d.run, r.disturb = r, func() {
			if at--; at < 0 && stop {
				stop = false
				cancel()
			}
			d.disturb()
		}
		_, err = r.solve(ctx, d.out)
		cancel()
		if !errors.Is(err, context.Canceled) || r.store.failed != nil {
			return errors.Join(err, r.store.failed)
		}
	}
}
