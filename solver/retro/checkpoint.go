package retro

import (
	"bytes"
	"crypto/sha256"
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
	Rules      string        `json:"rules"` // index.RulesDigest
	Material   string        `json:"material"`
	Variant    string        `json:"variant"`
	Stage      int           `json:"stage"` // of Stages, from 0
	Stages     [][]int       `json:"stages"`
	Round      int           `json:"round"`
	Done       []int         `json:"done"`       // shards finished with the round
	Propagated tally         `json:"propagated"` // in the round
	Rounds     uint64        `json:"rounds"`     // and in the rounds before, of the stage
	Books      books         `json:"books"`
	Places     map[int]place `json:"places"`
}

// envelope is what the file of a manifest holds. The digest covers the manifest, which has the
// checksums of all states. So a checkpoint is as it was written, or is refused.
type envelope struct {
	Format   int             `json:"format"`
	SHA256   string          `json:"sha256"` // of Manifest, byte by byte
	Manifest json.RawMessage `json:"manifest"`
}

// manifestFormat changes when states of one version could mislead another.
const manifestFormat = 3

// encode returns the text of the file of m.
func (m *manifest) encode() ([]byte, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(text)
	return json.Marshal(envelope{manifestFormat, hex.EncodeToString(digest[:]), text})
}

// decode is the inverse of encode. It refuses any other text.
func (m *manifest) decode(text []byte) error {
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	if e.Format != manifestFormat {
		return fmt.Errorf("has format %d, this program writes %d", e.Format, manifestFormat)
	}
	digest := sha256.Sum256(e.Manifest)
	if e.SHA256 != hex.EncodeToString(digest[:]) {
		return errors.New("is damaged: it has another digest")
	}
	if err := json.Unmarshal(e.Manifest, m); err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	if again, err := m.encode(); err != nil || !bytes.Equal(again, text) {
		return errors.New("is damaged: it has more than a manifest")
	}
	return nil
}

// task returns a manifest of what is being solved, without the state of the work.
func (r *run) task() manifest {
	hash := index.RulesDigest(r.g)
	return manifest{Rules: hex.EncodeToString(hash[:]), Material: r.material.Text(r.g), Variant: r.g.Variant().Name}
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
	m.Propagated, m.Rounds, m.Books = r.propagated, r.rounds, r.books
	var inMemory []extent
	for id, sh := range r.shards {
		switch {
		case sh.states != nil:
			inMemory = append(inMemory, extent{id, sh.states, sh.sum})
		case sh.file.exists():
			m.Places[id] = sh.file
		}
		if r.done[id] {
			m.Done = append(m.Done, id)
		}
	}
	if len(inMemory) > 0 {
		places, err := r.store.writeAll(inMemory)
		if err != nil {
			return err
		}
		for i, e := range inMemory {
			m.Places[e.shard] = places[i]
		}
	}
	if err := r.store.commit(&m); err != nil {
		// All states from memory are in one file, which a manifest written by commit needs.
		if len(inMemory) > 0 && !r.store.named[m.Places[inMemory[0].shard].File] {
			os.Remove(filepath.Join(r.store.dir, m.Places[inMemory[0].shard].File))
		}
		return err
	}
	return nil
}

// commit makes m the manifest and removes the files that it does not name.
func (s *store) commit(m *manifest) error {
	text, err := m.encode()
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
	f, err := openFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return r.store.removeExcept(nil)
	}
	if err != nil {
		return fmt.Errorf("retro: checkpoint: %w", err)
	}
	text, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("retro: checkpoint: %w", err)
	}
	var m manifest
	err = m.decode(text)
	if err == nil {
		err = r.restore(&m)
	}
	if err != nil {
		return fmt.Errorf("retro: checkpoint %s %w; remove %s to begin anew, or choose another --checkpoint", path, err, r.store.dir)
	}
	r.store.saved, r.store.named = true, m.files()
	return r.store.removeExcept(r.store.named)
}

// restore sets the state of the work to that of m, after checking it.
func (r *run) restore(m *manifest) error {
	task := r.task()
	switch {
	case m.Rules != task.Rules:
		return fmt.Errorf("is about other rules: those of %.40q, not %.40q as they are now", m.Variant, task.Variant)
	case m.Material != task.Material:
		return fmt.Errorf("is about material %.80q, not %.80q", m.Material, task.Material)
	case m.Stage < 0 || m.Stage > len(m.Stages) || m.Round < -1 || m.Round > dtm.MaxPlies:
		return fmt.Errorf("is damaged: stage %d of %d, round %d", m.Stage, len(m.Stages), m.Round)
	}
	if err := r.restoreStages(m.Stages); err != nil {
		return err
	}
	r.stage, r.round, r.propagated, r.rounds, r.books = m.Stage, m.Round, m.Propagated, m.Rounds, m.Books
	for id, p := range m.Places {
		if id < 0 || id >= len(r.shards) || filepath.Base(p.File) != p.File {
			return fmt.Errorf("is damaged: shard %d in %.80q", id, p.File)
		}
		r.shards[id].file, r.shards[id].sum = p, p.Sum
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
