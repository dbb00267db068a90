// Package analyze searches many positions, several at a time, and returns the results in the order
// of the input. Each search has one thread and an empty hash table, so that with a limit of nodes or
// depth its result depends neither on the other positions nor on the number of threads.
package analyze

import (
	"context"
	"io"
	"iter"
	"slices"
	"sync"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
)

// Options are the settings of a run.
type Options struct {
	Game    *board.Game
	Start   board.Position // of games that name no position
	Limits  engine.Limits  // for each position
	MultiPV int            // lines for each position
	Hash    int            // MiB for each thread; 0: what the limit of nodes needs, at most 16
	Threads int            // positions searched at a time
	Prober  engine.Prober  // tables, or nil
	Final   bool           // search only the last position of each game in PGN
}

// Run searches the positions of r and calls emit with each result, in the order of the input, from
// this goroutine. An item that cannot be read has a result with an error. Run ends with the first
// error of emit, or when ctx is cancelled, without the searches that are not complete. Its memory
// does not depend on the size of r.
func Run(ctx context.Context, r io.Reader, o Options, emit func(*Result) error) error {
	workers, err := o.workers()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	queue := make(chan *job, ahead*len(workers)) // in the order of the results
	running.Go(func() {
		defer close(queue)
		o.dispatch(ctx, r, workers, queue)
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

// ahead is the number of results that wait, for each worker, for a longer search before them.
const ahead = 32

// dispatch starts a search for each position of r as soon as a worker is idle, and returns when all
// have ended.
func (o *Options) dispatch(ctx context.Context, r io.Reader, workers []*worker, queue chan<- *job) {
	idle := make(chan *worker, len(workers))
	for _, w := range workers {
		idle <- w
	}
	var running sync.WaitGroup
	defer running.Wait()
	for item := range o.items(ctx, r) {
		j := &job{item, make(chan *Result, 1)}
		select {
		case w := <-idle:
			running.Go(func() {
				w.search(ctx, j)
				idle <- w
			})
		case <-ctx.Done():
			return
		}
		select {
		case queue <- j:
		case <-ctx.Done():
			return
		}
	}
}

// item is a position to search, and where it comes from.
type item struct {
	*input.Item
	moment input.Moment
}

// items yields the positions of a text.
func (o *Options) items(ctx context.Context, r io.Reader) iter.Seq[item] {
	in := input.Reader{Game: o.Game, Start: o.Start, Format: input.Auto}
	return func(yield func(item) bool) {
		for read := range in.Read(ctx, r) {
			moments := input.Moments(o.Game, &read.Record)
			if read.Err != nil || o.Final || read.Format != input.PGN {
				moments = slices.Values([]input.Moment{input.Last(o.Game, &read.Record)})
			}
			for m := range moments {
				if !yield(item{&read, m}) {
					return
				}
			}
		}
	}
}

// job is the search of an item.
type job struct {
	item
	done chan *Result // with a buffer of one
}

// wait returns the result, or nil if ctx was cancelled before it was complete.
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

// hash returns the size of a hash table in MiB. It is cleared before each search, so a large table
// would cost more than a short search.
func (o *Options) hash() int {
	const most, room = 16, 1 << 15 // room: nodes for which a MiB suffices
	switch {
	case o.Hash > 0:
		return o.Hash
	case o.Limits.Nodes > 0:
		return int(min(o.Limits.Nodes/room+1, most))
	}
	return most
}

// search searches the position of a job. It sends no result if ctx is cancelled meanwhile.
func (w *worker) search(ctx context.Context, j *job) {
	if j.Err != nil {
		j.done <- &Result{Line: j.Line, Game: j.Game, Err: j.Err}
		return
	}
	s := report{multi: w.MultiPV > 1}
	w.engine.NewGame()
	w.engine.Set(j.moment.Position, j.moment.History)
	best := w.engine.Go(ctx, w.Limits, s.add)
	if ctx.Err() == nil {
		j.done <- w.result(j, &s, best)
	}
}

// report collects what the engine reports of a search.
type report struct {
	multi     bool // several lines are wanted
	last      engine.Info
	now, full []engine.Info // lines of this iteration, and of the last complete one
}

func (s *report) add(i engine.Info) {
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

// lines returns the lines found, the best first. Several lines are of one iteration, so that their
// scores can be compared.
func (s *report) lines() []engine.Info {
	if s.multi || len(s.now) == 0 {
		return s.full
	}
	return s.now[:1]
}
