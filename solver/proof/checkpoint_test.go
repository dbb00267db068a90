package proof

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
)

// writtenCheckpoint returns a checkpoint of little work on a variant, and the answer.
func writtenCheckpoint(t testing.TB, variant string) ([]byte, Answer) {
	t.Helper()
	s, p := begin(t, variant, 1)
	folder := t.TempDir()
	o := Options{Limits: solver.Limits{Memory: 1 << 10, Checkpoint: folder}, Nodes: 1}
	if _, err := Solve(context.Background(), s.Game, &p, Value, "", o); err != nil && !errors.Is(err, ErrNodes) {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, checkpointName))
	if err != nil {
		t.Fatal(err)
	}
	o.Nodes = 0
	a, err := Solve(context.Background(), s.Game, &p, Value, "", o)
	if err != nil {
		t.Fatal(err)
	}
	return data, a
}

// TestDamage resumes checkpoints with a flipped bit, or cut off. Each is refused.
func TestDamage(t *testing.T) {
	for variant, another := range map[string]string{"thinchess8": "peasants2", "peasants2": "thinchess8"} {
		good, want := writtenCheckpoint(t, variant)
		s, p := begin(t, variant, 1)
		o := Options{Limits: solver.Limits{Memory: 1 << 10, Checkpoint: t.TempDir()}}
		resume := func(data []byte) error {
			os.MkdirAll(o.Checkpoint, 0o777) // an answer removes it
			if err := os.WriteFile(filepath.Join(o.Checkpoint, checkpointName), data, 0o666); err != nil {
				t.Fatal(err)
			}
			a, err := Solve(context.Background(), s.Game, &p, Value, "", o)
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
		other, _ := writtenCheckpoint(t, another)
		if err := resume(other); err == nil || !strings.Contains(err.Error(), "another task") {
			t.Error(err)
		}
	}
}

var attacks = flag.Int("attacks", 0, "how many changed checkpoints to resume; 0: as many as is quick")

// TestMutatedCheckpoint changes checkpoints in many ways: bits, words, cuts, insertions, and parts of
// the checkpoints of other tasks. Each is refused, or has not changed and leads to the same answer.
func TestMutatedCheckpoint(t *testing.T) {
	tries := max(*attacks, 400)
	var all [][]byte
	var answers []Answer
	variants := []string{"thinchess8", "peasants2", "peasants3"}
	for _, variant := range variants {
		data, a := writtenCheckpoint(t, variant)
		all, answers = append(all, data), append(answers, a)
	}
	refused := 0
	for seed := range uint64(tries) {
		rng := rand.New(rand.NewPCG(seed, 18))
		i := rng.IntN(len(all))
		bad := mutated(rng, all[i], all)
		s, p := begin(t, variants[i], 1)
		o := Options{Limits: solver.Limits{Memory: 1 << 10, Checkpoint: t.TempDir()}}
		enginetest.WriteFile(t, filepath.Join(o.Checkpoint, checkpointName), bad)
		a, err := Solve(context.Background(), s.Game, &p, Value, "", o)
		switch same := bytes.Equal(bad, all[i]); {
		case err != nil && !same:
			refused++
		case err != nil || !same:
			t.Errorf("seed %d: %s: a changed checkpoint is accepted, or its own is not: %v", seed, variants[i], err)
		case a.Low != answers[i].Low || a.High != answers[i].High:
			t.Errorf("seed %d: %+v, want %+v", seed, a, answers[i])
		}
	}
	t.Logf("%d checkpoints, %d refused", tries, refused)
}

// mutated returns data with a change. It may be another checkpoint as a whole, or even the same.
func mutated(rng *rand.Rand, data []byte, all [][]byte) []byte {
	data = bytes.Clone(data)
	at, to := rng.IntN(len(data)), rng.IntN(len(data))
	other := all[rng.IntN(len(all))]
	switch rng.IntN(8) {
	case 0:
		data[at] ^= 1 << rng.IntN(8)
	case 1:
		data[at], data[to] = data[to], data[at]
	case 2:
		return data[:at]
	case 3:
		return slices.Insert(data, at, data[min(at, to):max(at, to)]...)
	case 4:
		return append(data, data[at:]...)
	case 5:
		copy(data[at:], other[min(at, len(other)):])
	case 6:
		if at &^= 7; at+8 <= len(data) {
			word := binary.LittleEndian.Uint64(data[at:]) + []uint64{1, 2, ^uint64(0), 1 << 32}[rng.IntN(4)]
			binary.LittleEndian.PutUint64(data[at:], word)
		}
	case 7:
		return other
	}
	return data
}

// TestEnumerationNotSaved resumes work that an enumeration had answered: it has to answer again.
func TestEnumerationNotSaved(t *testing.T) {
	g := enginetest.Game(t, "chess")
	p := enginetest.Position(t, g, "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
	o := Options{Limits: solver.Limits{Memory: 1 << 28, Checkpoint: t.TempDir()}}
	before, after := newRun(NewSolver(g, o), &p, Value, "", &o), newRun(NewSolver(g, o), &p, Value, "", &o)
	if !before.enumerateTo(context.Background(), noBudget) || !before.goals[0].certain {
		t.Fatal("the enumeration has no answer")
	}
	before.goals[0].budget++
	if err := errors.Join(before.save(), after.resume()); err != nil {
		t.Fatal(err)
	}
	for i, q := range after.goals {
		if q.certain || q.budget != before.goals[i].budget {
			t.Errorf("goal %d: certain %v, budget %d", i, q.certain, q.budget)
		}
	}
}

// FuzzCheckpoint reads anything as a checkpoint, whatever its sum: it is refused, or the work can
// report its progress.
func FuzzCheckpoint(f *testing.F) {
	good, _ := writtenCheckpoint(f, "thinchess8")
	f.Add(good)
	f.Add(good[:len(good)/2])
	s, p := begin(f, "thinchess8", 1)
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newRun(s, &p, Value, "", &Options{})
		c := checkpoint.NewReader(bytes.NewReader(data))
		if r.serialize(c); c.Err == nil {
			r.conclude(&Answer{})
		}
	})
}
