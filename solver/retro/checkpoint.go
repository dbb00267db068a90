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

const manifestName = "manifest.json"

// manifest is the state of the work, in a checkpoint's folder. Shards without a place are not
// initialized, or have no updates yet.
type manifest struct {
	Format   int           `json:"format"`
	Rules    string        `json:"rules"` // index.RulesDigest
	Material string        `json:"material"`
	Variant  string        `json:"variant"`
	Stage    int           `json:"stage"` // of Stages, from 0
	Stages   [][]int       `json:"stages"`
	Round    int           `json:"round"`
	Done     []int         `json:"done"` // shards finished with the round
	Places   map[int]place `json:"places"`
}

// manifestFormat changes when states of one version could mislead another.
const manifestFormat = 2

// task returns a manifest of what is being solved, without the state of the work.
func (r *run) task() manifest {
	hash := index.RulesDigest(r.g)
	return manifest{Format: manifestFormat, Rules: hex.EncodeToString(hash[:]), Material: r.material.Text(r.g), Variant: r.g.Variant().Name}
}

// save writes a checkpoint. No job may be running. After a failure the checkpoint before
// remains; save warns, unless the work is about to stop with an error, which mentions it.
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
	var inMemory []int
	for id, sh := range r.shards {
		switch {
		case sh.states != nil:
			inMemory = append(inMemory, id)
		case sh.file.exists():
			m.Places[id] = sh.file
		}
		if r.done[id] {
			m.Done = append(m.Done, id)
		}
	}
	if len(inMemory) > 0 {
		places, err := r.store.writeAll(len(inMemory), func(i int) []dtm.Value { return r.shards[inMemory[i]].states })
		if err != nil {
			return err
		}
		for i, id := range inMemory {
			m.Places[id] = places[i]
		}
	}
	if err := r.store.commit(&m); err != nil {
		// All states from memory are in one file, which a manifest written by commit needs.
		if len(inMemory) > 0 && !r.store.named[m.Places[inMemory[0]].File] {
			os.Remove(filepath.Join(r.store.dir, m.Places[inMemory[0]].File))
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
	return s.removeExcept(s.named)
}

// files returns the names of the files that m names.
func (m *manifest) files() map[string]bool {
	files := map[string]bool{}
	for _, p := range m.Places {
		files[p.File] = true
	}
	return files
}

// resume continues from a checkpoint of the same task, if there is one.
func (r *run) resume() error {
	path := filepath.Join(r.store.dir, manifestName)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return r.store.removeExcept(nil)
	}
	if err != nil {
		return fmt.Errorf("retro: checkpoint: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("retro: checkpoint %s is damaged: %w", path, err)
	}
	if err := r.restore(&m); err != nil {
		return fmt.Errorf("retro: checkpoint %s %w", path, err)
	}
	r.store.saved, r.store.named = true, m.files()
	return r.store.removeExcept(r.store.named)
}

// restore sets the state of the work to that of m, after checking it.
func (r *run) restore(m *manifest) error {
	task := r.task()
	switch {
	case m.Format != task.Format:
		return fmt.Errorf("has format %d, this program writes %d", m.Format, task.Format)
	case m.Rules != task.Rules:
		return fmt.Errorf("is about other rules: those of %.40q, not %.40q as they are now", m.Variant, task.Variant)
	case m.Material != task.Material:
		return fmt.Errorf("is about material %.80q, not %.80q: choose another --out, or remove it to begin anew", m.Material, task.Material)
	case m.Stage < 0 || m.Stage > len(m.Stages) || m.Round < -1 || m.Round > dtm.MaxPlies:
		return fmt.Errorf("is damaged: stage %d of %d, round %d", m.Stage, len(m.Stages), m.Round)
	}
	if err := r.restoreStages(m.Stages); err != nil {
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

// restoreStages sets the stages, which depend on the memory that the run before had. They must
// contain every signature once.
func (r *run) restoreStages(stages [][]int) error {
	seen := make([]bool, len(r.signatures))
	count := 0
	for stage, signatures := range stages {
		for _, i := range signatures {
			if i < 0 || i >= len(seen) || seen[i] {
				return fmt.Errorf("is damaged: signature %d", i)
			}
			seen[i], r.signatures[i].stage = true, stage
			count++
		}
	}
	if count != len(seen) {
		return fmt.Errorf("is damaged: %d signatures of %d", count, len(seen))
	}
	r.stages = stages
	return nil
}
