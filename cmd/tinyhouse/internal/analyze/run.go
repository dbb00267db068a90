// Package analyze searches many positions, several at a time, and hands out what it finds in
// their order. Every position is searched as the first of a fresh engine of one thread, so
// that with a limit of nodes or depth the results do not depend on the number of threads,
// nor on what else there is to search.
package analyze

import (
	"context"
	"io"
	"sync"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Options say what to search, and how.
type Options struct {
	Game    *board.Game
	Start   board.Position // where games without a position begin
	Limits  engine.Limits  // for each position
	MultiPV int            // lines of each
	Hash    int            // MiB for each thread; 0: what the limit of nodes needs, at most 16
	Threads int            // positions to search at a time
	Prober  engine.Prober  // tables, or nil
	Final   bool           // of a game in PGN only the last position, as of moves on a line
}

// Run searches the positions of r and calls emit with each result, in their order, from this
// goroutine. A piece of the text that cannot be read has a result with an error. It ends with
// the first error of emit, or when ctx is cancelled, which leaves out what is not complete.
// Memory is bounded however much r has.
func Run(ctx context.Context, r io.Reader, o Options, emit func(*Result) error) error {
	workers, err := o.workers()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	jobs := make(chan *job, ahead*len(workers))
	queue := make(chan *job, 2*ahead*len(workers)) // the same ones, for those who keep the order
	for _, w := range workers {
		running.Go(func() {
			for j := range jobs {
				w.do(ctx, j)
			}
		})
	}
	running.Go(func() {
		defer close(queue)
		defer close(jobs)
		o.feed(ctx, r, jobs, queue)
	})
	for j := range queue {
		result := j.wait(ctx)
		if result == nil {
			break
		}
		if err := emit(result); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// ahead is how many positions wait for each worker: enough that none has to, where searches are short
// and the machine is busy.
const ahead = 16

// job is a position to search.
type job struct {
	item   *input.Item
	moment input.Moment
	done   chan *Result // room for one
}

// wait returns the result, or nil if there will be none any more. What is complete when ctx
// is cancelled counts.
func (j *job) wait(ctx context.Context) *Result {
	select {
	case r := <-j.done:
		return r
	case <-ctx.Done():
	}
	select {
	case r := <-j.done:
		return r
	default:
		return nil
	}
}

// feed makes jobs of the text.
func (o *Options) feed(ctx context.Context, r io.Reader, jobs, queue chan<- *job) {
	in := input.Reader{Game: o.Game, Start: o.Start, Format: input.Auto}
	send := func(item *input.Item, m input.Moment) bool {
		j := &job{item, m, make(chan *Result, 1)}
		for _, to := range []chan<- *job{queue, jobs} {
			select {
			case to <- j:
			case <-ctx.Done():
				return false
			}
		}
		return true
	}
	for item := range in.Read(ctx, r) {
		if item.Err != nil || o.Final || item.Format != input.PGN {
			if !send(&item, input.Last(o.Game, &item.Record)) {
				return
			}
			continue
		}
		for m := range input.Moments(o.Game, &item.Record) {
			if !send(&item, m) {
				return
			}
		}
	}
}

// worker searches one position at a time.
type worker struct {
	*Options
	engine *engine.Engine
}

// workers returns one for each thread.
func (o *Options) workers() ([]*worker, error) {
	settings := engine.DefaultOptions()
	settings.Hash, settings.MultiPV, settings.MoveOverhead = o.hash(), o.MultiPV, 0
	var all []*worker
	for range max(o.Threads, 1) {
		e, err := engine.New(o.Game, settings)
		if err != nil {
			return nil, err
		}
		if o.Prober != nil {
			e.SetProber(o.Prober)
		}
		all = append(all, &worker{o, e})
	}
	return all, nil
}

// hash returns the size of a hash table: it is emptied before each search, which takes longer
// than a short search if it is large.
func (o *Options) hash() int {
	const most, room = 16, 1 << 15 // nodes that a MiB is enough for
	switch {
	case o.Hash > 0:
		return o.Hash
	case o.Limits.Nodes > 0:
		return int(min(o.Limits.Nodes/room+1, most))
	}
	return most
}

// do searches the position of a job. It leaves no result if ctx is cancelled before it is done.
func (w *worker) do(ctx context.Context, j *job) {
	if j.item.Err != nil {
		j.done <- &Result{Line: j.item.Line, Err: j.item.Err}
		return
	}
	s := search{game: w.Game, want: max(w.MultiPV, 1)}
	w.engine.NewGame()
	w.engine.Set(j.moment.Position, j.moment.History)
	best := w.engine.Go(ctx, w.Limits, s.take)
	if ctx.Err() == nil {
		j.done <- w.result(j, &s, best)
	}
}

// search is what has been heard of a search under way.
type search struct {
	game      *board.Game
	want      int
	last      engine.Info
	now, full []engine.Info // lines of this iteration, and of the last one that has all
}

// take hears a report.
func (s *search) take(i engine.Info) {
	s.last = i
	if i.Bound != engine.Exact {
		return
	}
	if i.MultiPV <= 1 {
		s.now = nil
	}
	s.now = append(s.now, i)
	if len(s.now) >= len(s.full) {
		s.full = s.now
	}
}

// lines returns the lines found, the best first: all of one iteration, so that they can be
// compared, where several were asked for.
func (s *search) lines() []engine.Info {
	if s.want > 1 || len(s.now) == 0 {
		return s.full
	}
	return s.now[:1]
}

// line returns a line in both notations.
func (s *search) line(p board.Position, moves []board.Move) (uci, san []string) {
	uci, san = []string{}, []string{}
	for _, m := range moves {
		uci = append(uci, notation.Move(s.game, &p, m))
		san = append(san, notation.SAN(s.game, &p, m))
		s.game.Apply(&p, &p, m)
	}
	return uci, san
}
