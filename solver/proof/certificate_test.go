package proof

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/strategy"
)

// certifying returns a run that has the answer of a variant, with the path of its certificate. It
// reports all progress.
func certifying(t *testing.T, variant string, o *Options) (*run, *Answer) {
	t.Helper()
	s, p := begin(t, variant, 1<<26)
	r := newRun(s, &p, Value, filepath.Join(t.TempDir(), "p.thc"), o)
	r.due = func() bool { return true }
	a := &Answer{Low: score.Loss, High: score.Win}
	if err := r.work(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	return r, a
}

// TestCertificateProgress makes a certificate in a game of pawns: it gives an estimate, then reports
// positions, records and the writing of the file.
func TestCertificateProgress(t *testing.T) {
	var estimates []Estimate
	var laid, exported, writing Progress
	r, a := certifying(t, "peasants3", &Options{
		Estimate: func(e Estimate) { estimates = append(estimates, e) },
		Progress: func(p Progress) {
			switch {
			case p.Writing:
				writing = p
			case p.Exported > 0:
				exported = p
			case p.Certificate:
				laid = p
			}
		},
	})
	if err := r.certify(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	if len(estimates) != 2 { // the draw is two goals
		t.Errorf("estimates: %+v", estimates)
	}
	records := a.Result.Positions
	for _, e := range estimates {
		if e.Positions < records/8 || e.Positions > records*8 || e.Bytes == 0 || e.Most == 0 {
			t.Errorf("estimate %+v of %d records", e, records)
		}
	}
	if laid.Laid < 100 || exported.Exported < 100 || exported.Laid < 100 || writing.Exported < int(records) {
		t.Errorf("%d records; last reports %+v, %+v, %+v", records, laid, exported, writing)
	}
}

// TestCertificateInterrupted stops a certificate at its first report. It ends at once, without file.
func TestCertificateInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var stopped time.Time
	o := &Options{Progress: func(p Progress) {
		if p.Certificate && stopped.IsZero() {
			cancel()
			stopped = time.Now()
		}
	}}
	r, a := certifying(t, "peasants3", o)
	if err := r.certify(ctx, a); !errors.Is(err, context.Canceled) || a.Result.Positions > 0 {
		t.Errorf("%d records, %v", a.Result.Positions, err)
	}
	if took := time.Since(stopped); stopped.IsZero() || took > time.Second {
		t.Errorf("ended after %v", took)
	}
}

// TestCertificateEstimate refuses a certificate in a game of pawns that is far from fitting into
// memory. In other games the estimate is no reason to refuse.
func TestCertificateEstimate(t *testing.T) {
	var got Estimate
	r, _ := certifying(t, "peasants3", &Options{Estimate: func(e Estimate) { got = e }})
	for _, searched := range []uint64{0, 1e9} {
		r.pawnPositions = searched
		err := r.estimate(2e9, strategy.DrawBytes, 1e6)
		if want := (Estimate{2e9, 2e9 * strategy.DrawBytes, 1e6}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if refuse := searched > 0; errors.Is(err, solver.ErrMemory) != refuse || refuse && !strings.Contains(err.Error(), "about 1000000000, 381469 MiB, where 1000000 fit") {
			t.Errorf("%d positions searched: %v", searched, err)
		}
	}
}
