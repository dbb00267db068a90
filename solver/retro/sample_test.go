package retro

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// TestSample writes tables in which one value in a hundred is false: the sample must find one.
func TestSample(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	m, err := solver.ParseUnits(g, "P1")
	if err != nil {
		t.Fatal(err)
	}
	d := &disturber{Rand: rand.New(rand.NewPCG(1, 1)), out: filepath.Join(t.TempDir(), "t.tht"), in: 1 << 30}
	if err := d.solve(g, m, 1<<30, false); err != nil {
		t.Fatal(err)
	}
	for _, every := range []int{0, 100} {
		path := filepath.Join(t.TempDir(), "false.tht")
		w, err := table.Create(path, table.Desc{Game: g, Material: m.Text(g), Signatures: signaturesOf(d.run)}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.run.signatures {
			err := d.run.eachShard(t.Context(), i, func(_ *shard, values []dtm.Value) error {
				for k := range values {
					if every > 0 && k%every == 0 && values[k] != dtm.None {
						values[k] = dtm.Win + 5
					}
				}
				return w.Write(values)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := table.Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.run.checkSample(t.Context(), f); errors.Is(err, errChanged) != (every > 0) {
			t.Errorf("one false value in %d: %v", every, err)
		}
		f.Close()
	}
}
