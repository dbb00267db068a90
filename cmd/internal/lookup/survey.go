package lookup

import (
	"context"
	"sync"
	"sync/atomic"

	"tinyhouse/solver/verify"
	"tinyhouse/tb/table"
)

// Surveyor surveys tables, each once. Any number of goroutines may ask.
type Surveyor struct {
	turn  chan struct{} // holds a token while a large table is read
	large uint64        // largeTable, but in tests

	mu    sync.Mutex
	known map[*table.File]*counting
}

// counting is a survey under way or, once it was taken, a survey.
type counting struct {
	done   chan struct{} // closed when the survey was taken, or was not
	survey *verify.Survey
	err    error
	share  atomic.Uint64 // of the numbers read, in units of 1/shareUnit
}

const shareUnit = 1 << 20

const (
	// SurveyMemory limits the unpacked values of a table that is surveyed, in bytes.
	SurveyMemory = 256 << 20
	// largeTable is how many numbers a table has at least that is not surveyed beside other large ones.
	largeTable = 4 << 20
)

func newSurveyor() *Surveyor {
	return &Surveyor{turn: make(chan struct{}, 1), large: largeTable, known: map[*table.File]*counting{}}
}

// Known returns the survey of a table, or nil and the share of it that was read.
func (s *Surveyor) Known(t *table.File) (survey *verify.Survey, share float64) {
	s.mu.Lock()
	c := s.known[t]
	s.mu.Unlock()
	if c == nil {
		return nil, 0
	}
	select {
	case <-c.done:
		return c.survey, 1
	default:
		return nil, float64(c.share.Load()) / shareUnit
	}
}

// Survey returns the survey of a table, which it may have to take. The error is damage, or ctx's.
func (s *Surveyor) Survey(ctx context.Context, t *table.File) (*verify.Survey, error) {
	for {
		s.mu.Lock()
		c, started := s.known[t], false
		if c == nil {
			c, started = &counting{done: make(chan struct{})}, true
			s.known[t] = c
		}
		s.mu.Unlock()
		if started {
			s.take(ctx, t, c)
		}
		select {
		case <-c.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if c.err == nil || started || ctx.Err() != nil {
			return c.survey, c.err
		}
	}
}

// take takes a survey. One that fails is not known.
func (s *Surveyor) take(ctx context.Context, t *table.File, c *counting) {
	defer close(c.done)
	if t.Numbers() >= s.large {
		select {
		case s.turn <- struct{}{}:
			defer func() { <-s.turn }()
		case <-ctx.Done():
		}
	}
	o := verify.Options{Threads: 1, Memory: SurveyMemory, Progress: func(done, total uint64) {
		c.share.Store(uint64(float64(done) / float64(total) * shareUnit))
	}}
	if c.err = ctx.Err(); c.err == nil {
		c.survey, c.err = verify.TakeSurvey(ctx, t, o)
	}
	if c.err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.known, t)
	}
}

// forget drops the surveys of all tables but some.
func (s *Surveyor) forget(others []*table.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := map[*table.File]*counting{}
	for _, t := range others {
		if found := s.known[t]; found != nil {
			kept[t] = found
		}
	}
	s.known = kept
}
