package lookup

import (
	"context"
	"errors"
	"testing"
	"time"

	"tinyhouse/engine/rules"
	"tinyhouse/tb"
	"tinyhouse/tb/table"
)

// opened returns a set with a table.
func opened(t *testing.T) (*tb.Set, *table.File) {
	t.Helper()
	set := tb.NewSet(1 << 20)
	t.Cleanup(func() { set.Close() })
	if err := set.Open("../../../tb/embedded/tables/thinchess8-KNRvKNR.tht"); err != nil {
		t.Fatal(err)
	}
	return set, set.Tables()[0]
}

// TestSurveyEnds checks that who waits for a survey of others ends with its own context, and takes the survey
// if the others give up.
func TestSurveyEnds(t *testing.T) {
	_, file := opened(t)
	s := newSurveyor()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Survey(ended, file); !errors.Is(err, context.Canceled) {
		t.Errorf("its own context has ended: %v", err)
	}
	others := &counting{done: make(chan struct{}), err: context.Canceled}
	s.known[file] = others
	if _, err := s.Survey(ended, file); !errors.Is(err, context.Canceled) {
		t.Errorf("its own context has ended while others count: %v", err)
	}
	taken := make(chan error)
	go func() {
		survey, err := s.Survey(t.Context(), file)
		if err == nil && survey == nil {
			err = errors.New("no survey")
		}
		taken <- err
	}()
	time.Sleep(10 * time.Millisecond) // it waits; or if not yet, it takes the survey at once
	s.mu.Lock()
	delete(s.known, file)
	s.mu.Unlock()
	close(others.done)
	if err := <-taken; err != nil {
		t.Errorf("the others have given up: %v", err)
	}
}

// TestSurveyTurn checks that a large table is not read beside another one.
func TestSurveyTurn(t *testing.T) {
	_, file := opened(t)
	s := newSurveyor()
	s.large = file.Numbers()
	s.turn <- struct{}{}
	brief, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Survey(brief, file); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("beside another one: %v", err)
	}
	<-s.turn
	if _, err := s.Survey(t.Context(), file); err != nil || len(s.turn) != 0 {
		t.Errorf("alone: %v, %d tokens", err, len(s.turn))
	}
}

// TestSurveysForgotten checks that the survey of a table is kept as long as its set has it.
func TestSurveysForgotten(t *testing.T) {
	set, file := opened(t)
	l := NewLibrary(rules.Builtin(), set)
	if _, err := l.Survey(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if err := set.Open("../../../tb/proofs/tinyhouse-d1c2.thc"); err != nil {
		t.Fatal(err)
	}
	if l = l.Current(); len(l.Files()) != 2 || len(l.known) != 1 {
		t.Errorf("%d files, %d surveys, want 2 and 1", len(l.Files()), len(l.known))
	}
	if _, err := set.Remove(file.Name()); err != nil {
		t.Fatal(err)
	}
	if l = l.Current(); len(l.Files()) != 1 || len(l.known) != 0 {
		t.Errorf("%d files, %d surveys, want 1 and none", len(l.Files()), len(l.known))
	}
}
