package retro

import (
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
)

// TestFootprint finds all shards in memory where there is just room for states and outboxes,
// and the last on disk where some of it is missing.
func TestFootprint(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m, err := solver.ParseUnits(g, "W1U1")
	if err != nil {
		t.Fatal(err)
	}
	for _, less := range []int64{0, 1} {
		r, err := newRun(g, m, Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 40}})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.stages) != 1 {
			t.Fatalf("%d stages, want 1", len(r.stages))
		}
		room := r.footprint(len(r.shards), r.numbers)
		if want := int64(len(r.shards)*2*outboxBytes) + int64(r.numbers*stateBytes); room != want {
			t.Errorf("footprint %d, want %d", room, want)
		}
		r.o.Memory = (room+3)/3*4 - 4*less // a multiple of 4, of which states get three quarters
		if _, _, err := r.prepareStage(); err != nil {
			t.Fatal(err)
		}
		away := 0
		for _, sh := range r.shards {
			if !sh.resident {
				away++
			}
		}
		if away != int(less) {
			t.Errorf("%d of %d shards on disk with memory %d, want %d", away, len(r.shards), r.o.Memory, less)
		}
	}
}

// TestOutbox fills an outbox as tell does: it must keep within what is counted for it, and be
// gone when the stage is.
func TestOutbox(t *testing.T) {
	w := worker{outbox: make([][]record, 1)}
	for range batch {
		w.outbox[0] = append(w.outbox[0], 0)
	}
	if bytes := cap(w.outbox[0]) * recordBytes; bytes > outboxBytes {
		t.Errorf("%d bytes, counted are %d", bytes, outboxBytes)
	}
	r := run{workers: []*worker{&w}, stages: [][]int{{0}, {1}}}
	sh := shard{states: []dtm.Value{}}
	if err := r.leaveStage([]*shard{&sh}); err != nil || w.outbox[0] != nil {
		t.Errorf("outbox of %d after the stage, error %v", len(w.outbox[0]), err)
	}
}
