package retro

import (
	"tinyhouse/engine/board"
	"tinyhouse/solver/unmove"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// Spreading: what belongs here tells the predecessors of the positions of a round. It is
// the hot path, together with shard.apply: no allocation but for buffers.

const (
	batch       = 2048 // records to one shard that travel together
	recordBytes = 4
	outboxBytes = 2560 * recordBytes // a batch, and what append leaves free
)

// worker is what one thread needs.
type worker struct {
	run    *run
	cursor index.Cursor
	moves  board.List
	next   board.Position
	chunk  [chunkSize]dtm.Value
	masks  []uint64
	see    func(*board.Position, unmove.Change) // w.tell, made once

	n       int                     // the round
	targets [2 * unmove.Changes]way // where they come from, by side to move and change
	op      record                  // what the predecessors are told
	twin    bool                    // the position read is its own mirror image
	outbox  [][]record
	err     error
}

// way is where a change of material leads back to from a slice.
type way struct {
	known bool
	table *index.Layout // nil: to no slice of the stage
	first int           // its first shard
}

// spread tells the predecessors of the positions of sh that have n plies, where n is the
// round.
func (w *worker) spread(sh *shard) error {
	w.cursor.Reset(w.run.slices[sh.slice].table)
	w.targets = [len(w.targets)]way{}
	page, err := w.page(sh)
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
		if page != nil {
			states = page[from:to]
		} else {
			sh.mu.Lock()
			copy(states, sh.states[from:to])
			sh.mu.Unlock()
		}
		w.spreadChunk(sh.first+uint64(from), states)
	}
	return w.err
}

// spreadChunk tells the predecessors of those of some positions that have n plies.
func (w *worker) spreadChunk(first uint64, states []dtm.Value) {
	lost, won := dtm.Loss+dtm.Value(w.n), dtm.Win+dtm.Value(w.n)
	for i, v := range states {
		if v != lost && v != won && (w.n > 0 || pliesOf(v) != 0) {
			continue
		}
		w.op = 0
		if v == won || v == endedWon {
			w.op = refuted
		}
		p, _ := w.cursor.At(first + uint64(i))
		w.twin = w.cursor.Self()
		w.run.un.Pseudo(p, w.see)
	}
}

// tell sends word of the position being read to a predecessor. A position that is its own
// mirror image hears twice of one that is not, as it has a second move, to the image; one
// that is not hears of only one of the two moves by which its images come to one that is.
func (w *worker) tell(q *board.Position, by unmove.Change) {
	t := &w.targets[int(q.Turn()&1)*unmove.Changes+int(by)]
	if !t.known {
		w.resolve(t, q)
	}
	if t.table == nil {
		return
	}
	number, how, ok := t.table.Find(q)
	if !ok || number >= t.table.Size() {
		return
	}
	r := record(number&(shardSize-1)) | w.op
	switch self := how&index.Symmetric != 0; {
	case self && !w.twin && w.op != 0:
		r = r&(shardSize-1) | refuted2
	case w.twin && !self && how&index.Mirrored != 0:
		return
	}
	to := t.first + int(number>>shardBits)
	box := append(w.outbox[to], r)
	w.outbox[to] = box
	if len(box) >= batch {
		w.flush(to)
	}
}

// resolve finds out where t leads, of which q is an example.
func (w *worker) resolve(t *way, q *board.Position) {
	t.known = true
	if i, ok := w.run.number[w.run.ix.SignatureOf(q)]; ok && w.run.slices[i].stage == w.run.stage {
		t.table, t.first = w.run.slices[i].table, w.run.slices[i].firstShard
	}
}

// flush delivers what waits for a shard: at once if it is in memory, otherwise to its
// queue, and with too much waiting to disk.
func (w *worker) flush(to int) {
	sh, r := w.run.shards[to], w.run
	records := w.outbox[to]
	w.outbox[to] = records[:0]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	var err error
	switch {
	case sh.states != nil:
		err = sh.apply(records, w.n)
	case r.waiting.Load() < r.queueMemory():
		sh.queue = append(sh.queue, records...)
		r.waiting.Add(int64(len(records) * recordBytes))
	default:
		r.waiting.Add(-int64(len(sh.queue) * recordBytes))
		err = r.store.spill(&sh.spilled, append(sh.queue, records...))
		sh.queue = nil
	}
	if w.err == nil {
		w.err = err
	}
}

// flushAll delivers all that waits.
func (w *worker) flushAll() error {
	for to := range w.outbox {
		if len(w.outbox[to]) > 0 {
			w.flush(to)
		}
	}
	return w.err
}
