package retro

import (
	"errors"

	"tinyhouse/tb/dtm"
)

// Stages and memory: what belongs here decides which shards are in memory, and moves them
// to disk and back.

// prepareStage brings the shards of the stage to be solved where they belong, and returns
// them and those of earlier stages that they lead to. Shards find room in memory in their
// order; the others stay on disk.
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
			continue // not seeded yet
		}
		states, err := r.store.load(sh.file, sh.size)
		if err != nil {
			return nil, nil, err
		}
		sh.survey(states)
		if sh.resident {
			sh.states = states
		}
	}
	return shards, sources, nil
}

// shardsOf returns the shards of some slices.
func (r *run) shardsOf(slices []int) []*shard {
	var all []*shard
	for _, i := range slices {
		s := &r.slices[i]
		all = append(all, r.shards[s.firstShard:s.firstShard+s.shards]...)
	}
	return all
}

// leaveStage clears the memory of a stage that is solved; states of the last one stay.
func (r *run) leaveStage(shards []*shard) error {
	for _, w := range r.workers {
		clear(w.outbox)
	}
	if r.stage == len(r.stages)-1 {
		return nil
	}
	for _, sh := range shards {
		if sh.resident {
			if err := r.keep(sh, sh.states); err != nil {
				return err
			}
			sh.states, sh.resident = nil, false
		}
	}
	return nil
}

// keep writes the states of a shard to a file of its own. The one before is gone then, unless
// the checkpoint needs it.
func (r *run) keep(sh *shard, states []dtm.Value) error {
	file, err := r.store.write(states)
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

// seedShard seeds a shard and keeps it where it belongs.
func (w *worker) seedShard(sh *shard) error {
	states, err := w.seed(sh)
	if err != nil {
		return err
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.survey(states)
	if sh.resident {
		sh.states = states
		return nil
	}
	return w.run.keep(sh, states)
}

// settle gives the shards on disk what has been kept for them in a round.
func (r *run) settle() error {
	for _, sh := range r.shards {
		if len(sh.queue) == 0 && !sh.spilled.exists() {
			continue
		}
		if err := r.settleShard(sh); err != nil {
			return err
		}
	}
	r.waiting.Store(0)
	return nil
}

func (r *run) settleShard(sh *shard) error {
	states, err := r.store.load(sh.file, sh.size)
	if err != nil {
		return err
	}
	sh.states = states
	err = r.store.unspill(&sh.spilled, func(records []record) error { return sh.apply(records, r.round) })
	err = errors.Join(err, sh.apply(sh.queue, r.round))
	sh.states, sh.queue = nil, nil
	if err != nil {
		return err
	}
	return r.keep(sh, states)
}

// page returns the states of a shard on disk, or nil for one in memory.
func (w *worker) page(sh *shard) ([]dtm.Value, error) {
	if sh.resident {
		return nil, nil
	}
	return w.run.store.load(sh.file, sh.size)
}
