package retro

import (
	"errors"

	"tinyhouse/tb/dtm"
)

// prepareStage loads the shards of the current stage, as many as fit into memory, in order. It
// returns them and the sources: the shards of earlier stages to which their moves lead.
func (r *run) prepareStage() (shards, sources []*shard, err error) {
	shards = r.shardsOf(r.stages[r.stage])
	sources = r.shardsOf(r.sources(r.stage))
	room := r.stateMemory() - r.footprint(len(shards), 0)
	for _, sh := range shards {
		room -= int64(sh.size) * stateBytes
		sh.resident = room >= 0
	}
	for _, sh := range append(shards, sources...) {
		if !sh.file.exists() {
			continue // not initialized yet
		}
		states, err := r.load(sh)
		if err != nil {
			return nil, nil, err
		}
		sh.summarize(states)
		if sh.resident {
			sh.states = states
		}
	}
	return shards, sources, nil
}

func (r *run) shardsOf(signatures []int) []*shard {
	var all []*shard
	for _, i := range signatures {
		s := &r.signatures[i]
		all = append(all, r.shards[s.firstShard:s.firstShard+s.shards]...)
	}
	return all
}

// endStage moves the states of a solved stage to disk, except those of the last stage.
func (r *run) endStage(shards []*shard) error {
	for _, w := range r.workers {
		clear(w.batches)
	}
	if r.stage == len(r.stages)-1 {
		return nil
	}
	for _, sh := range shards {
		if sh.resident {
			if err := r.writeStates(sh, sh.states); err != nil {
				return err
			}
			sh.states, sh.resident = nil, false
		}
	}
	return nil
}

// writeStates writes the states of a shard to a new file. It removes the file before, unless
// the checkpoint names that.
func (r *run) writeStates(sh *shard, states []dtm.Value) error {
	file, err := r.store.write(&extent{r.idOf(sh), states, sh.sum})
	if err != nil {
		return err
	}
	before := sh.file
	sh.file = file
	if before.exists() && !r.store.named[before.File] {
		return r.store.discard(before.File)
	}
	return nil
}

// load loads the states of a shard.
func (r *run) load(sh *shard) ([]dtm.Value, error) { return r.store.load(sh.file, r.idOf(sh), sh.size) }

// initializeShard initializes a shard, in memory or on disk.
func (w *worker) initializeShard(sh *shard) error {
	states, err := w.initialStates(sh)
	if err != nil {
		return err
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.summarize(states)
	sh.sum = sumOf(states)
	if sh.resident {
		sh.states = states
		return nil
	}
	return w.run.writeStates(sh, states)
}

// applyPending applies the updates that wait for shards on disk.
func (r *run) applyPending() error {
	for _, sh := range r.shards {
		if len(sh.queue) == 0 && !sh.spilled.exists() {
			continue
		}
		if err := r.applyPendingTo(sh); err != nil {
			return err
		}
	}
	r.pending.Store(0)
	return nil
}

func (r *run) applyPendingTo(sh *shard) error {
	states, err := r.load(sh)
	if err != nil {
		return err
	}
	sh.states = states
	w, id := r.workers[0], r.idOf(sh)
	err = r.store.readSpilled(&sh.spilled, func(updates []update) error { return sh.apply(w, id, updates, r.round) })
	err = errors.Join(err, sh.apply(w, id, sh.queue, r.round))
	sh.states, sh.queue = nil, nil
	if err != nil {
		return err
	}
	return r.writeStates(sh, states)
}

// statesOnDisk returns the states of a shard that is on disk, and nil for one in memory.
func (w *worker) statesOnDisk(sh *shard) ([]dtm.Value, error) {
	if sh.resident {
		return nil, nil
	}
	return w.run.load(sh)
}
