package retro

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// Checkpoints: what belongs here writes down where the work is, and takes it up again.

const manifestName = "manifest.json"

// manifest is where the work is. Shards without a place have not been seeded, or wait for
// their stage.
type manifest struct {
	Format   int           `json:"format"`
	Rules    string        `json:"rules"` // index.RulesDigest
	Material string        `json:"material"`
	Variant  string        `json:"variant"`
	Stage    int           `json:"stage"` // of Stages, from 0
	Stages   [][]int       `json:"stages"`
	Round    int           `json:"round"`
	Done     []int         `json:"done"` // shards through with the round
	Places   map[int]place `json:"places"`
}

// manifestFormat changes with anything by which states of one version could mislead another.
const manifestFormat = 2

// task returns a manifest that says only what is being solved.
func (r *run) task() manifest {
	hash := index.RulesDigest(r.g)
	return manifest{Format: manifestFormat, Rules: hex.EncodeToString(hash[:]), Material: r.material.Text(r.g), Variant: r.g.Variant().Name}
}

// save writes a checkpoint. No job may be running. If that fails while the work can go on,
// with what it has in memory, it is a warning: the checkpoint before is still there. Where
// the work is about to stop it becomes part of that error.
func (r *run) save(stopping bool) {
	start := time.Now()
	err := r.trySave()
	r.nextSave = time.Now().Add(r.o.Pause(time.Since(start)))
	if r.store.failed = err; err == nil {
		return
	}
	r.store.failed = fmt.Errorf("%w: %w", solver.ErrNotSaved, err)
	if !stopping {
		r.o.Warning(fmt.Errorf("retro: %w; the work continues, the next try is at %s", r.store.failed, r.nextSave.Format(time.TimeOnly)))
	}
}

func (r *run) trySave() error {
	m := r.task()
	m.Stage, m.Stages, m.Round, m.Places = r.stage, r.stages, r.round, map[int]place{}
	var here []int // in memory
	for id, sh := range r.shards {
		switch {
		case sh.states != nil:
			here = append(here, id)
		case sh.file.exists():
			m.Places[id] = sh.file
		}
		if r.done[id] {
			m.Done = append(m.Done, id)
		}
	}
	if len(here) > 0 {
		places, err := r.store.writeAll(len(here), func(i int) []dtm.Value { return r.shards[here[i]].states })
		if err != nil {
			return err
		}
		for i, id := range here {
			m.Places[id] = places[i]
		}
	}
	if err := r.store.commit(&m); err != nil {
		// All states from memory are in one file; if the new manifest is there it needs it.
		if len(here) > 0 && !r.store.named[m.Places[here[0]].File] {
			os.Remove(filepath.Join(r.store.dir, m.Places[here[0]].File))
		}
		return err
	}
	return nil
}

// commit makes m the manifest and removes the files that it does not name.
func (s *store) commit(m *manifest) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := os.Mkdir(s.dir, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := s.sync(m.files()); err != nil {
		return err
	}
	err = atomicfile.Write(filepath.Join(s.dir, manifestName), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return err
	}
	s.saved, s.named = true, m.files()
	return s.sweepOut(s.named)
}

// files returns the names of the files that m names.
func (m *manifest) files() map[string]bool {
	files := map[string]bool{}
	for _, p := range m.Places {
		files[p.File] = true
	}
	return files
}

// resume takes up the work where a checkpoint of the same task has left it.
func (r *run) resume() error {
	path := filepath.Join(r.store.dir, manifestName)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return r.store.sweepOut(nil)
	}
	if err != nil {
		return fmt.Errorf("retro: checkpoint: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("retro: checkpoint %s is damaged: %w", path, err)
	}
	if err := r.adopt(&m); err != nil {
		return fmt.Errorf("retro: checkpoint %s %w", path, err)
	}
	r.store.saved, r.store.named = true, m.files()
	return r.store.sweepOut(r.store.named)
}

// adopt takes over what m says, if it is about the same task.
func (r *run) adopt(m *manifest) error {
	task := r.task()
	switch {
	case m.Format != task.Format:
		return fmt.Errorf("has format %d, this program writes %d", m.Format, task.Format)
	case m.Rules != task.Rules:
		return fmt.Errorf("is about other rules: those of %.40q, not %.40q as they are now", m.Variant, task.Variant)
	case m.Material != task.Material:
		return fmt.Errorf("is about material %.80q, not %.80q", m.Material, task.Material)
	case m.Stage < 0 || m.Stage > len(m.Stages) || m.Round < -1 || m.Round > dtm.MaxPlies:
		return fmt.Errorf("is damaged: stage %d of %d, round %d", m.Stage, len(m.Stages), m.Round)
	}
	if err := r.adoptStages(m.Stages); err != nil {
		return err
	}
	r.stage, r.round = m.Stage, m.Round
	for id, p := range m.Places {
		if id < 0 || id >= len(r.shards) || filepath.Base(p.File) != p.File {
			return fmt.Errorf("is damaged: shard %d in %.80q", id, p.File)
		}
		r.shards[id].file = p
		r.store.skip(p.File)
	}
	for _, id := range m.Done {
		if id < 0 || id >= len(r.shards) {
			return fmt.Errorf("is damaged: shard %d", id)
		}
		r.done[id] = true
	}
	return nil
}

// adoptStages takes over the stages of a run that may have had other memory. They must hold
// every slice once.
func (r *run) adoptStages(stages [][]int) error {
	seen := make([]bool, len(r.slices))
	count := 0
	for stage, slices := range stages {
		for _, i := range slices {
			if i < 0 || i >= len(seen) || seen[i] {
				return fmt.Errorf("is damaged: slice %d", i)
			}
			seen[i], r.slices[i].stage = true, stage
			count++
		}
	}
	if count != len(seen) {
		return fmt.Errorf("is damaged: %d slices of %d", count, len(seen))
	}
	r.stages = stages
	return nil
}

// skip makes sure that no file is called like one that is there.
func (s *store) skip(file string) {
	n := 0
	if _, err := fmt.Sscanf(file, "%d.", &n); err == nil {
		s.next = max(s.next, n)
	}
}
