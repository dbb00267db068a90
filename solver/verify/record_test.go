package verify_test

import (
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
)

// inParts checks that parts of a few records, and all records one by one, give the report of the whole.
func inParts(t *testing.T, f *certificate.File, whole *verify.CertificateReport) {
	t.Helper()
	c, err := verify.NewRecordChecker(f)
	if err != nil {
		t.Fatal(err)
	}
	var sum verify.CertificateReport
	for next, parts := uint64(0), 0; parts == 0 || next < f.Len(); parts++ {
		left := 2 + parts%5
		after, r, err := c.Part(next, func() bool { left--; return left < 0 })
		if err != nil || after <= next && f.Len() > 0 {
			t.Fatalf("part from %d: next %d, %v", next, after, err)
		}
		sum.Positions, sum.Errors, sum.Root = sum.Positions+r.Positions, sum.Errors+r.Errors, r.Root
		sum.First = append(sum.First, r.First...)
		next = after
	}
	sum.First = sum.First[:min(len(sum.First), len(whole.First))]
	same := slices.EqualFunc(sum.First, whole.First, func(a, b verify.RecordFault) bool {
		return a.Kind == b.Kind && a.Position == b.Position && a.Move == b.Move && a.Reply == b.Reply
	})
	if sum.Positions != whole.Positions || sum.Errors != whole.Errors || sum.Root != whole.Root || !same {
		t.Errorf("in parts %+v, want %+v", sum, *whole)
	}
	faults := uint64(0)
	for i := range f.Blocks() {
		f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
			fault, found, err := c.Record(p)
			if !found || err != nil {
				t.Errorf("record %v %v: %v, %v", m, v, found, err)
			}
			if fault != nil {
				faults++
			}
			return nil
		})
	}
	if whole.Root == score.Unknown {
		faults++ // the root has none
	}
	if faults != whole.Errors {
		t.Errorf("%d faults of single records, want %d", faults, whole.Errors)
	}
}
