package proof

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/keys"
)

// writtenCheckpoint returns a checkpoint of little work on a variant, and the answer.
func writtenCheckpoint(t testing.TB, variant, task string) ([]byte, Answer) {
	t.Helper()
	s, p := begin(t, variant, 1)
	folder := t.TempDir()
	o := Options{Limits: solver.Limits{Memory: 1 << 10, Checkpoint: folder}, Nodes: 1, Task: task}
	if _, err := Solve(context.Background(), s.game, &p, Value, o); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, checkpointName))
	if err != nil {
		t.Fatal(err)
	}
	o.Nodes = 0
	a, err := Solve(context.Background(), s.game, &p, Value, o)
	if err != nil {
		t.Fatal(err)
	}
	return data, a
}

// TestDamage goes on from checkpoints with a bit flipped, or cut off: that is refused, or does
// no harm.
func TestDamage(t *testing.T) {
	for _, variant := range []string{"thinchess8", "peasants2"} {
		good, want := writtenCheckpoint(t, variant, "a")
		s, p := begin(t, variant, 1)
		o := Options{Limits: solver.Limits{Memory: 1 << 10, Checkpoint: t.TempDir()}, Task: "a"}
		resume := func(data []byte) error {
			os.MkdirAll(o.Checkpoint, 0o777) // it goes with the answer
			if err := os.WriteFile(filepath.Join(o.Checkpoint, checkpointName), data, 0o666); err != nil {
				t.Fatal(err)
			}
			a, err := Solve(context.Background(), s.game, &p, Value, o)
			if err == nil && (a.Low != want.Low || a.High != want.High) {
				t.Errorf("%s: %+v, want %+v", variant, a, want)
			}
			return err
		}
		if err := resume(good); err != nil {
			t.Error(err)
		}
		step := max(1, len(good)/200)
		for i := 0; i < len(good); i += step {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << (i / step % 8)
			if err := resume(bad); err == nil || !strings.Contains(err.Error(), "remove it") {
				t.Errorf("%s: byte %d of %d: %v", variant, i, len(good), err)
			}
			if resume(good[:i]) == nil {
				t.Errorf("%s: %d of %d bytes", variant, i, len(good))
			}
		}
		foreign, _ := writtenCheckpoint(t, variant, "b")
		if err := resume(foreign); err == nil || !strings.Contains(err.Error(), `task, "b"`) {
			t.Error(err)
		}
	}
}

// FuzzCheckpoint reads anything as a checkpoint, whatever its sum.
func FuzzCheckpoint(f *testing.F) {
	good, _ := writtenCheckpoint(f, "thinchess8", "")
	f.Add(good)
	f.Add(good[:len(good)/2])
	s, p := begin(f, "thinchess8", 1)
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newRun(s, &p, Value, &Options{})
		c := checkpoint.NewReader(bytes.NewReader(data))
		if r.exchange(c); c.Err != nil {
			return
		}
		for _, q := range r.inquiries {
			q.tree.line()
			for i := range q.tree.twigs {
				q.tree.repeats(int32(i), keys.Key{})
				q.tree.sumUp(int32(i))
			}
		}
	})
}

// some returns random numbers, decided or not, as moves have them.
func some(rng *rand.Rand, attacking bool) numbers {
	switch rng.IntN(5) {
	case 0:
		return won(attacking)
	case 1:
		return held(attacking, rng.IntN(2) == 0)
	case 2:
		return numbers{1 + rng.Uint32N(largest), 1 + rng.Uint32N(largest)}
	}
	return numbers{1 + rng.Uint32N(20), 1 + rng.Uint32N(20)}
}

func TestEntry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		e := entry{some(rng, rng.IntN(2) == 0), board.Move(rng.Uint32()), uint8(rng.IntN(maxEffort + 1))}
		if e.pack() == 0 || unpack(e.pack()) != e {
			t.Fatalf("%+v, got %+v", e, unpack(e.pack()))
		}
		nodes := rng.Uint64() >> rng.IntN(64)
		effort := effortOf(nodes)
		if cost := costOf(effort); effort < maxEffort && (cost > nodes || nodes > cost+cost/2) || effortOf(nodes/2) > effort {
			t.Fatalf("%d positions have effort %d, which are %d", nodes, effort, costOf(effort))
		}
	}
}

// TestSummary compares with what moves mean: one that succeeds is enough, all must fail, and
// what is exact is never concluded from an assumption.
func TestSummary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		attacking := rng.IntN(2) == 0 // after the moves
		sum := newSummary()
		least, total, exactly, assumes := uint64(infinite), uint64(0), false, false
		n := 1 + rng.IntN(6)
		for i := range n {
			k := some(rng, attacking)
			sum.add(i, k)
			least, total = min(least, uint64(k.delta)), total+uint64(k.phi)
			exactly = exactly || k == fails
			assumes = assumes || k == succeedsIfHeld
		}
		got := sum.conclude()
		want := numbers{uint32(min(least, largest)), uint32(min(total, largest))}
		switch {
		case exactly:
			want = succeeds
		case least == 0:
			want = succeedsIfHeld
		case total == 0 && assumes:
			want = failsIfHeld
		case total == 0:
			want = fails
		}
		if got != want || sum.best >= n {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}
