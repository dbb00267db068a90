package retro

import (
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
)

// TestFootprint checks that all shards are in memory if states and batches just fit, and that the
// last is on disk if they do not.
func TestFootprint(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m, err := solver.ParseUnits(g, "W1U1")
	if err != nil {
		t.Fatal(err)
	}
	for _, less := range []int64{0, 1} {
		r, err := newRun(t.Context(), g, m, Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 40}})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.stages) != 1 {
			t.Fatalf("%d stages, want 1", len(r.stages))
		}
		room := r.footprint(len(r.shards), r.numbers)
		if want := int64(len(r.shards)*2*batchBytes) + int64(r.numbers*stateBytes); room != want {
			t.Errorf("footprint %d, want %d", room, want)
		}
		r.o.Memory = (room+3)/3*4 - 4*less // a multiple of 4, of which states get three quarters
		if _, _, err := r.prepareStage(); err != nil {
			t.Fatal(err)
		}
		onDisk := 0
		for _, sh := range r.shards {
			if !sh.resident {
				onDisk++
			}
		}
		if onDisk != int(less) {
			t.Errorf("%d of %d shards on disk with memory %d, want %d", onDisk, len(r.shards), r.o.Memory, less)
		}
	}
}

// TestBatchBytes fills a batch as propagateTo does: it must not exceed batchBytes, and the end of
// the stage frees it.
func TestBatchBytes(t *testing.T) {
	w := worker{batches: make([][]update, 1)}
	for range batchSize {
		w.batches[0] = append(w.batches[0], 0)
	}
	if bytes := cap(w.batches[0]) * updateBytes; bytes > batchBytes {
		t.Errorf("%d bytes, counted are %d", bytes, batchBytes)
	}
	r := run{workers: []*worker{&w}, stages: [][]int{{0}, {1}}}
	sh := shard{states: []dtm.Value{}}
	if err := r.endStage([]*shard{&sh}); err != nil || w.batches[0] != nil {
		t.Errorf("batch of %d after the stage, error %v", len(w.batches[0]), err)
	}
}
