package retro

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/solver/unmove"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// run is a solution under way. What belongs here prepares it and shares its work among the
// threads, one shard after the other.
type run struct {
	g        *board.Game
	ix       *index.Indexer
	un       *unmove.Unmover
	material solver.Material
	o        Options
	vital    []board.Kind
	changing bool       // men become vital, or vital men something else
	leader   board.Kind // the vital kind that may settle games

	slices  []slice
	number  map[index.Signature]int
	shards  []*shard
	numbers uint64
	stages  [][]int
	store   *store
	workers []*worker
	waiting atomic.Int64 // bytes in the queues of shards
	values  []dtm.Value  // of the shard being written

	reporting sync.Mutex
	reported  time.Time
	phase     string

	// Where the work is, as a checkpoint has it.
	stage    int
	round    int    // -1: seeding
	done     []bool // by shard: through with the round
	nextSave time.Time
}

// slice is what a run knows of a slice.
type slice struct {
	index.Signature
	table      *index.Layout
	plain      bool // its positions are of the material
	turned     bool // so are those with the colours exchanged, which share its numbers
	ending     ending
	settles    bool // vital men lead
	stage      int
	firstShard int
	shards     int
}

// newRun finds out what there is to solve.
func newRun(g *board.Game, m solver.Material, o Options) (*run, error) {
	r := &run{g: g, ix: index.New(g), un: unmove.New(g), material: m, o: o, number: map[index.Signature]int{}, round: -1}
	r.o.Threads = max(o.Threads, 1)
	r.vital, r.changing = vitalKinds(g)
	r.leader, _ = r.ix.Royal()
	all, err := space(r.ix, Starts(g, &m))
	if err != nil {
		return nil, fmt.Errorf("retro: %w", err)
	}
	for _, s := range all {
		if err := r.addSlice(s); err != nil {
			return nil, fmt.Errorf("retro: %w", err)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("retro: %s: no position with material %q", g.Variant().Name, m.Text(g))
	}
	r.done = make([]bool, len(r.shards))
	r.order()
	r.store = newStore(r.o.Checkpoint)
	for range r.o.Threads {
		r.workers = append(r.workers, r.newWorker())
	}
	return r, nil
}

// addSlice adds a slice to what there is to solve, and cuts it into shards.
func (r *run) addSlice(s index.Signature) error {
	table, err := r.ix.Layout(s)
	if err != nil {
		return err
	}
	twin, i := s.Turned(), len(r.slices)
	r.number[s] = i
	next := slice{
		Signature:  s,
		table:      table,
		plain:      r.material.Holds(r.g, &s),
		turned:     r.ix.Turns() && r.material.Holds(r.g, &twin),
		ending:     r.endingOf(s),
		settles:    r.ix.HasRoyalPair(&s),
		firstShard: len(r.shards),
	}
	size := table.Size()
	r.numbers += size
	for first := uint64(0); first < size; first += shardSize {
		r.shards = append(r.shards, &shard{slice: i, first: first, size: int(min(size-first, shardSize)), top: -1})
		next.shards++
	}
	r.slices = append(r.slices, next)
	return nil
}

func (r *run) newWorker() *worker {
	w := &worker{run: r, outbox: make([][]record, len(r.shards))}
	w.see = w.tell
	return w
}

// stateMemory returns the bytes that states and outboxes may take, queueMemory those that
// records may which wait for states on disk. The rest is for the program itself.
func (r *run) stateMemory() int64 { return r.o.Memory / 4 * 3 }
func (r *run) queueMemory() int64 { return r.o.Memory / 8 }

// footprint returns the bytes that n shards of so many numbers in all take in memory: their
// states, and an outbox of each worker for each.
func (r *run) footprint(n int, numbers uint64) int64 {
	return int64(numbers)*stateBytes + int64(n)*int64(r.o.Threads)*outboxBytes
}

// solveStage solves the stage at which r is, from where it is.
func (r *run) solveStage(ctx context.Context) error {
	shards, sources, err := r.prepareStage()
	if err != nil {
		return err
	}
	r.nextSave = time.Now().Add(r.o.Pause(0))
	if r.round < 0 {
		if err := r.sweep(ctx, "counting", shards, (*worker).seedShard); err != nil {
			return err
		}
		r.advance()
	}
	all := append(append([]*shard{}, sources...), shards...)
	for r.round <= topOf(all) {
		if r.round == dtm.MaxPlies {
			return fmt.Errorf("wins of more than %d plies", dtm.MaxPlies)
		}
		var todo []*shard
		for _, sh := range all {
			if sh.mayHold(r.round) {
				todo = append(todo, sh)
			}
		}
		if err := r.sweep(ctx, "round", todo, (*worker).spread); err != nil {
			return err
		}
		r.advance()
	}
	if err := r.leaveStage(shards); err != nil {
		return err
	}
	r.stage, r.round = r.stage+1, -1
	return nil
}

// advance begins the next round.
func (r *run) advance() {
	r.round++
	clear(r.done)
}

// topOf returns the longest distance known among some shards.
func topOf(shards []*shard) int {
	top := -1
	for _, sh := range shards {
		top = max(top, sh.top)
	}
	return top
}

// sweep runs a job once on each of some shards, but for those done before an interruption.
// Now and then it lets all threads finish their shard and saves a checkpoint; so it does
// when ctx ends, and then returns ctx's error.
func (r *run) sweep(ctx context.Context, phase string, shards []*shard, job func(*worker, *shard) error) error {
	todo := make([]int, 0, len(shards))
	for _, sh := range shards {
		if id := r.idOf(sh); !r.done[id] {
			todo = append(todo, id)
		}
	}
	r.phase = phase
	for at := 0; ; {
		n, err := r.runJobs(ctx, todo[at:], job)
		if err != nil {
			return err
		}
		at += n
		if err := r.settle(); err != nil {
			return err
		}
		if stopped := ctx.Err(); stopped != nil || time.Now().After(r.nextSave) {
			if r.save(stopped != nil); stopped != nil {
				return stopped
			}
		}
		if at == len(todo) {
			return nil
		}
	}
}

// idOf returns the number of a shard.
func (r *run) idOf(sh *shard) int {
	return r.slices[sh.slice].firstShard + int(sh.first>>shardBits)
}

// runJobs runs a job on shards, all threads at once, until none is left or it is time to
// save. It returns how many are done: they are the first ones.
func (r *run) runJobs(ctx context.Context, ids []int, job func(*worker, *shard) error) (int, error) {
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, len(r.workers))
	for i, w := range r.workers {
		wait.Go(func() {
			w.err, w.n = nil, r.round
			for errs[i] == nil && ctx.Err() == nil && time.Now().Before(r.nextSave) {
				at := int(next.Add(1)) - 1
				if at >= len(ids) {
					break
				}
				errs[i] = job(w, r.shards[ids[at]])
				r.done[ids[at]] = true
				r.tick()
			}
			errs[i] = errors.Join(errs[i], w.flushAll())
		})
	}
	wait.Wait()
	return min(int(next.Load()), len(ids)), errors.Join(errs...)
}
