package retro

import (
	"tinyhouse/engine/board"
	"tinyhouse/solver/unmove"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

const (
	batchSize   = 2048 // updates of one shard that are applied together
	updateBytes = 4
	batchBytes  = 2560 * updateBytes // a batch, and what append reserves beyond it
)

// worker is the state of one thread.
type worker struct {
	run    *run
	cursor index.Cursor
	moves  board.List
	next   board.Position
	chunk  [chunkSize]dtm.Value
	masks  []uint64
	visit  func(*board.Position, unmove.Change) // propagateTo, converted once

	n          int                        // the round
	targets    [2 * unmove.Changes]target // of predecessors, by side to move and change
	op         update                     // for the predecessors, without a number
	symmetric  bool                       // the position being propagated is its own mirror image
	batches    [][]update                 // by shard
	sent       uint64                     // sum of the updates made
	applied    uint64                     // and of those applied
	propagated tally
	books      books
	err        error
}

// target is where the numbers of predecessors by one change of material are.
type target struct {
	known  bool
	layout *index.Layout // nil: not in this stage
	first  int           // the first shard
}

// propagate updates the predecessors of all positions of a shard with a value of n plies, where
// n is the round. With shard.apply this is the hot path: it allocates nothing but buffers.
func (w *worker) propagate(sh *shard) error {
	w.cursor.Reset(w.run.signatures[sh.signature].layout)
	w.targets = [len(w.targets)]target{}
	loaded, err := w.statesOnDisk(sh)
	if err != nil {
		return err
	}
	sh.mu.Lock()
	w.masks = append(w.masks[:0], sh.masks...)
	sh.mu.Unlock()
	for c, mask := range w.masks {
		if mask>>(w.n&63)&1 == 0 || w.err != nil {
			continue
		}
		from, to := c<<chunkBits, min((c+1)<<chunkBits, sh.size)
		states := w.chunk[:to-from]
		if loaded != nil {
			states = loaded[from:to]
		} else {
			sh.copyStates(states, from)
		}
		w.propagateChunk(sh.first+uint64(from), states)
	}
	return w.err
}

// copyStates copies states from number from on. It unlocks the shard even if it panics.
func (sh *shard) copyStates(to []dtm.Value, from int) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	copy(to, sh.states[from:from+len(to)])
}

// propagateChunk is propagate for the states of consecutive numbers.
func (w *worker) propagateChunk(first uint64, states []dtm.Value) {
	lost, won := dtm.Loss+dtm.Value(w.n), dtm.Win+dtm.Value(w.n)
	for i, v := range states {
		if v != lost && v != won && (w.n > 0 || pliesOf(v) != 0) {
			continue
		}
		w.op = 0
		if v == won || v == endedWon {
			w.op = refuted
			w.propagated[wins]++
		} else {
			w.propagated[losses]++
		}
		if w.run.disturb != nil {
			w.run.disturb()
		}
		p, _ := w.cursor.At(first + uint64(i))
		w.symmetric = w.cursor.Self()
		w.run.un.Before(p, w.visit)
	}
}

// propagateTo updates one predecessor, q. If q is its own mirror image and the position is not, q
// has a second move, to the mirror image of the position: both are refuted. If the position is
// its own mirror image and q is not, unmove finds q and its mirror image, which share a number:
// one of them counts.
func (w *worker) propagateTo(q *board.Position, by unmove.Change) {
	t := &w.targets[int(q.Turn()&1)*unmove.Changes+int(by)]
	if !t.known {
		w.resolve(t, q)
	}
	if t.layout == nil {
		return
	}
	number, how, ok := t.layout.Find(q)
	if !ok || number >= t.layout.Size() {
		return
	}
	u := update(number&(shardSize-1)) | w.op
	switch own := how&index.Symmetric != 0; {
	case own && !w.symmetric && w.op != 0:
		u = u&(shardSize-1) | refuted2
	case w.symmetric && !own && how&index.Mirrored != 0:
		return
	}
	to := t.first + int(number>>shardBits)
	w.sent += u.sum(to)
	batch := append(w.batches[to], u)
	w.batches[to] = batch
	if len(batch) >= batchSize {
		w.flush(to)
	}
}

// resolve sets the target of which q is an example.
func (w *worker) resolve(t *target, q *board.Position) {
	t.known = true
	if i, ok := w.run.id[w.run.ix.SignatureOf(q)]; ok && w.run.signatures[i].stage == w.run.stage {
		t.layout, t.first = w.run.signatures[i].layout, w.run.signatures[i].firstShard
	}
}

// flush applies the batch of a shard if the shard is in memory. Otherwise it appends the batch to
// the shard's queue, or if the queues are full, queue and batch to a file.
func (w *worker) flush(to int) {
	sh, r := w.run.shards[to], w.run
	r.disturbed()
	updates := w.batches[to]
	w.batches[to] = updates[:0]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	var err error
	switch {
	case sh.states != nil:
		err = sh.apply(w, to, updates, w.n)
	case r.pending.Load() < r.queueMemory():
		sh.queue = append(sh.queue, updates...)
		r.pending.Add(int64(len(updates) * updateBytes))
	default:
		r.pending.Add(-int64(len(sh.queue) * updateBytes))
		err = r.store.spill(&sh.spilled, append(sh.queue, updates...))
		sh.queue = nil
	}
	if w.err == nil {
		w.err = err
	}
}

func (w *worker) flushAll() error {
	for to := range w.batches {
		if len(w.batches[to]) > 0 {
			w.flush(to)
		}
	}
	return w.err
}
