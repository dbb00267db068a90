package protocol

import (
	"context"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// job is work beside the session's loop: a search, a count or the benchmark. It runs on copies of
// all it needs, sends events and closes their channel at its end.
type job struct {
	run       func(ctx context.Context, emit func(event))
	isSearch  bool
	isFinite  bool // it ends by itself, once it no longer ponders
	pondering bool

	cancel context.CancelFunc
	events chan event
	game   *board.Game // of the events
	root   board.Position
	answer *Answer // of a search, once there is one
}

// event is one of four kinds of output of a job.
type event struct {
	info *engine.Info
	best *engine.Best
	note string // prose
	text string // a whole line
}

// start starts a job about a position of the current game. None may be running.
func (s *Session) start(j *job, root board.Position) {
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel, j.events = cancel, make(chan event)
	j.game, j.root = s.state.game, root
	s.job = j
	go func() {
		defer close(j.events)
		defer cancel()
		j.run(ctx, func(e event) { j.events <- e })
	}()
}

// isBusy reports whether a job runs that commands and the end of input wait for.
func (s *Session) isBusy() bool {
	_, keepsGame := s.dialect.(Follower)
	return !keepsGame && s.job != nil && s.job.isFinite && !s.job.pondering
}

// stopJob cancels the running job, if any, and writes its remaining events.
func (s *Session) stopJob() {
	if s.job == nil {
		return
	}
	s.job.cancel()
	for e := range s.job.events {
		s.writeEvent(e)
	}
	s.endJob()
}

// stopAll stops the running job and any that the dialect starts after its answer.
func (s *Session) stopAll() {
	for s.job != nil {
		s.stopJob()
	}
}

// handle handles an event of the running job, or with !ok the end of its events. The answer of a
// search ends the job at once, so that the dialect receives it before the next line.
func (s *Session) handle(e event, ok bool) {
	if ok {
		s.writeEvent(e)
	}
	if !ok || e.best != nil {
		s.endJob()
	}
}

// endJob waits for the end of the job, applies pending settings and hands the answer to a Follower,
// which may start another job.
func (s *Session) endJob() {
	for range s.job.events {
	}
	answer := s.job.answer
	s.job = nil
	s.sync()
	if f, ok := s.dialect.(Follower); ok && answer != nil {
		f.Follow(s, answer)
	}
}

// writeEvent writes an event of the running job.
func (s *Session) writeEvent(e event) {
	j := s.job
	switch {
	case e.info != nil:
		s.Write(s.dialect.Info(&Report{Info: *e.info, Game: j.game, Root: &j.root, ShowWDL: s.settings.ShowWDL})...)
	case e.best != nil:
		s.reportTableErrors()
		if e.best.Outcome.Over() {
			s.note("result " + Result(j.game, &j.root, e.best.Outcome))
		}
		j.answer = &Answer{Best: *e.best, Game: j.game, Root: &j.root}
		s.Write(s.dialect.Best(j.answer)...)
	case e.note != "":
		s.note(e.note)
	default:
		s.Write(e.text)
	}
}

// searchJob returns a search by the backend, whose position has been set. It is finite if its depth,
// nodes, time or mate is limited; a clock alone is no such limit.
func searchJob(b Backend, l engine.Limits) *job {
	return &job{
		isSearch: true, pondering: l.Ponder,
		isFinite: !l.Infinite && (l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0),
		run: func(ctx context.Context, emit func(event)) {
			best := b.Go(ctx, l, func(i engine.Info) { emit(event{info: &i}) })
			emit(event{best: &best})
		},
	}
}
