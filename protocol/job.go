package protocol

import (
	"context"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// How long a job may go on when the session ends or a new one begins: so a script that
// pipes in some positions, each with "go depth 8", gets all answers in full. A search
// without a limit, or on a clock, ends at once. Since isready has to wait meanwhile, a
// session has no more patience than totalPatience with searches that others follow.
const (
	searchPatience = time.Second
	countPatience  = 5 * time.Second
	benchPatience  = time.Minute
	totalPatience  = 10 * time.Second
)

// job is work under way beside the loop: a search, a count, the benchmark. It sends events
// and closes the channel when it is done.
type job struct {
	run       func(ctx context.Context, emit func(event))
	patience  time.Duration
	pondering bool

	cancel context.CancelFunc
	events chan event
	game   *board.Game // what the events are about
	root   board.Position
	answer *Answer // of a search, once there is one
}

// event is something a job has to say: one of the four.
type event struct {
	info *engine.Info
	best *engine.Best
	note string // prose
	text string // a line of its own
}

// start begins a job about a position of the game in play. No other may be under way.
func (s *Session) start(j *job, root board.Position) {
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel, j.events = cancel, make(chan event)
	j.game, j.root = s.play.game, root
	s.job = j
	go func() {
		defer close(j.events)
		defer cancel()
		j.run(ctx, func(e event) { j.events <- e })
	}()
}

// stopJob ends the job under way, if any, and writes what it still has to say.
func (s *Session) stopJob() {
	if s.job == nil {
		return
	}
	s.job.cancel()
	for e := range s.job.events {
		s.say(e)
	}
	s.endJob()
}

// settle ends the job under way, if any, to make room for another; it may finish first if
// that does not take long.
func (s *Session) settle() {
	begin := time.Now()
	s.wait(s.patience)
	s.patience -= time.Since(begin)
	s.stopAll()
}

// stopAll is stopJob until there is no job, not even one that followed the answer of another.
func (s *Session) stopAll() {
	for s.job != nil {
		s.stopJob()
	}
}

// wait writes what the job under way has to say until it is done, its patience or the
// given one has run out, or everything has to end.
func (s *Session) wait(longest time.Duration) {
	if s.job == nil || s.job.patience == 0 {
		return
	}
	over := time.NewTimer(min(s.job.patience, longest))
	defer over.Stop()
	events := s.job.events
	for s.err == nil {
		select {
		case <-s.interrupt:
			return
		case <-over.C:
			return
		case e, ok := <-events:
			if s.heed(e, ok); s.job == nil || s.job.events != events {
				return
			}
		}
	}
}

// heed takes an event of the job under way, or the end of the events. The answer of a search
// ends the job at once: the dialect hears of it before the next line is read.
func (s *Session) heed(e event, ok bool) {
	if ok {
		s.say(e)
	}
	if !ok || e.best != nil {
		s.endJob()
	}
}

// endJob forgets a job that is done, and does what had to wait for that. The dialect may
// begin another.
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

// say writes an event of the job under way.
func (s *Session) say(e event) {
	j := s.job
	switch {
	case e.info != nil:
		s.write(s.dialect.Info(&Report{Info: *e.info, Game: j.game, Root: &j.root, ShowWDL: s.settings.ShowWDL})...)
	case e.best != nil:
		s.tellTroubles()
		if e.best.Outcome.Over() {
			s.note("result " + Result(j.game, &j.root, e.best.Outcome))
		}
		j.answer = &Answer{Best: *e.best, Game: j.game, Root: &j.root}
		s.write(s.dialect.Best(j.answer)...)
	case e.note != "":
		s.note(e.note)
	default:
		s.write(e.text)
	}
}

// searchJob is a search by the backend, whose position has been set.
func searchJob(b Backend, l engine.Limits) *job {
	j := &job{pondering: l.Ponder}
	if !l.Infinite && !l.Ponder && (l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0) {
		j.patience = searchPatience
	}
	j.run = func(ctx context.Context, emit func(event)) {
		best := b.Go(ctx, l, func(i engine.Info) { emit(event{info: &i}) })
		emit(event{best: &best})
	}
	return j
}
