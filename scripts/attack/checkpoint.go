package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// task is a solution that takes a second or so.
type task struct {
	name string
	weak bool
	args []string
}

// tasks have several kinds of checkpoints: with and without drops and pawns, in one stage and in
// several, of proof-number search and of games of pawns.
var tasks = []task{
	{"W1P1", false, []string{"--units", "W1P1"}},
	{"peasants3", false, []string{"--variant", "peasants3", "--material", "PPvPP"}},
	{"KRvK", false, []string{"--variant", "chess", "--material", "KRvK"}},
	{"a1b2 d3d2", true, []string{"--question", "win", "--fen", "fuwk/4/PK1p/1WUF[] w - - 0 2"}},
	{"peasants", true, []string{"--variant", "peasants3"}},
}

// solution is a task with its result and with checkpoints at several moments.
type solution struct {
	task
	want      []byte // the table; for weak solutions the line with the value
	took      time.Duration
	snapshots []string // folders, the oldest first
}

// command returns the arguments that solve the task into a file.
func (k *task) command(out string, more ...string) []string {
	mode := "strong"
	if k.weak {
		mode = "weak"
	}
	args := []string{"solve", "--mode", mode, "--out", out, "--threads", "1", "--memory", "256M", "--log-level", "error"}
	return slices.Concat(args, k.args, more)
}

// result returns what a solution has to be compared by: the table, or what verify proves by the
// certificate.
func (h *harness) result(k *task, path string) ([]byte, error) {
	if !k.weak {
		return os.ReadFile(path)
	}
	o, err := h.run(command{args: []string{"verify", path, "--log-level", "error"}})
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(o.out) {
		if strings.HasPrefix(line, "proved: ") && o.status == 0 {
			// Another certificate may prove another bound of the same win.
			return []byte(strings.Join(strings.Fields(line)[:2], " ")), nil
		}
	}
	return nil, fmt.Errorf("not proved: status %d: %s%s", o.status, o.out, o.err)
}

// prepare solves a task once without a break, and once with breaks of which it keeps the
// checkpoints.
func (t *tally) prepare(k task, breaks int) (*solution, error) {
	s := &solution{task: k}
	out := t.path(k.name, "t.tht")
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return nil, err
	}
	o, err := t.must(k.command(out)...)
	if err != nil {
		return nil, err
	}
	s.took = o.took
	if s.want, err = t.result(&k, out); err != nil {
		return nil, err
	}
	if err := os.Remove(out); err != nil {
		return nil, err
	}
	for part := 2 * breaks; len(s.snapshots) < breaks && part < 1000; part++ {
		o, err := t.run(command{args: k.command(out, "--time", (s.took / time.Duration(part)).String()), limit: 5 * time.Minute})
		if err != nil {
			return nil, err
		}
		if o.status == 0 { // it was done sooner: begin again, with more breaks
			part *= 2
			continue
		}
		snapshot := t.path(k.name, fmt.Sprint(len(s.snapshots)))
		if err := os.CopyFS(snapshot, os.DirFS(out+".checkpoint")); err != nil {
			if errors.Is(err, os.ErrNotExist) {
				continue // stopped before there was anything to keep
			}
			return nil, err
		}
		s.snapshots = append(s.snapshots, snapshot)
	}
	if len(s.snapshots) == 0 {
		return nil, fmt.Errorf("%s: no checkpoint", k.name)
	}
	return s, os.RemoveAll(out + ".checkpoint")
}

// attackCheckpoints changes checkpoints and continues from them. The program must refuse them, or
// reach the same result.
func attackCheckpoints(t *tally) error {
	var all []*solution
	chosen := tasks
	if t.small {
		chosen = []task{tasks[0], tasks[4]}
	}
	for _, k := range chosen {
		s, err := t.prepare(k, t.many(2, 4))
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	return t.each(t.many(12, 500), func(i int) error {
		rng := t.rng(i)
		s := all[i%len(all)]
		return t.resume(s, all, rng, t.path(fmt.Sprint("trial", i)))
	})
}

// resume continues from a changed checkpoint in a folder of its own.
func (t *tally) resume(s *solution, all []*solution, rng *rand.Rand, folder string) error {
	defer os.RemoveAll(folder)
	at := rng.IntN(len(s.snapshots))
	checkpoint, out := filepath.Join(folder, "t.tht.checkpoint"), filepath.Join(folder, "t.tht")
	if err := os.CopyFS(checkpoint, os.DirFS(s.snapshots[at])); err != nil {
		return err
	}
	other := all[rng.IntN(len(all))]
	foreign := other.snapshots[rng.IntN(len(other.snapshots))]
	what, err := changeFolder(checkpoint, s.snapshots[max(0, at-1)], foreign, rng)
	if err != nil || what == "" {
		return err
	}
	what = s.name + ": " + what
	t.add(tried, 1)
	o, err := t.run(command{args: s.command(out), limit: time.Minute + 20*s.took})
	if err != nil || !t.ends(&o, "%s", what) {
		return err
	}
	if o.status != 0 {
		t.refusal(&o, "%s", what)
		return nil
	}
	switch got, err := t.result(&s.task, out); {
	case err != nil:
		t.fault(false_, "%s: %v", what, err)
	case !bytes.Equal(got, s.want):
		t.fault(false_, "%s: another result: %.200s", what, o.out)
	default:
		t.add(accepted, 1)
	}
	return nil
}

// changeFolder changes a file of a checkpoint and describes the change. Older is a folder of the
// same run at an earlier time, foreign one of any run. It returns "" if nothing has changed.
func changeFolder(folder, older, foreign string, rng *rand.Rand) (string, error) {
	found, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s: no files, %v", folder, err)
	}
	path := found[rng.IntN(len(found))]
	old, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	var (
		changed []byte
		what    string
	)
	switch rng.IntN(8) {
	case 0:
		changed, what = fileOf(older, path), "an older copy"
	case 1:
		changed, what = fileOf(foreign, path), "that of another run, "+filepath.Base(filepath.Dir(foreign))
	case 2:
		return filepath.Base(path) + ": removed", os.Remove(path)
	case 3:
		second := found[rng.IntN(len(found))]
		changed, what = fileOf(folder, second), "replaced by "+filepath.Base(second)
	default:
		changed, what = changeBytes(bytes.Clone(old), rng)
	}
	if changed == nil || bytes.Equal(old, changed) {
		return "", nil
	}
	return filepath.Base(path) + ": " + what, os.WriteFile(path, changed, 0o666)
}

// fileOf returns the file in a folder that is called as another one, or begins like it.
func fileOf(folder, path string) []byte {
	data, err := os.ReadFile(filepath.Join(folder, filepath.Base(path)))
	if err != nil {
		if found, _ := filepath.Glob(filepath.Join(folder, "*"+filepath.Ext(path))); len(found) > 0 {
			data, _ = os.ReadFile(found[0])
		}
	}
	return data
}
