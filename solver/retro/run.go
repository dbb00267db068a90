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

// run is a solution in progress.
type run struct {
	g           *board.Game
	ix          *index.Indexer
	un          *unmove.Unmover
	material    solver.Material
	o           Options
	extinction  []board.Kind // a side without a piece of one of these kinds has ended the game
	transmuting bool         // moves other than captures can take away the last such piece
	royal       board.Kind   // the kind of royal pairs; see index.Indexer.Royal

	signatures []signature
	id         map[index.Signature]int
	shards     []*shard
	numbers    uint64
	stages     [][]int // signatures
	store      *store
	workers    []*worker
	pending    atomic.Int64 // bytes in the queues of shards
	values     []dtm.Value  // of the shard being written

	reporting sync.Mutex
	reported  time.Time
	phase     string

	// The state of the work, as in a checkpoint.
	stage      int
	round      int    // -1: initializing
	done       []bool // by shard: finished with the round
	propagated tally  // in the round
	rounds     uint64 // propagated in the rounds before, of the stage
	books      books
	nextSave   time.Time

	sent, applied uint64 // sums of updates
	disturb       func() // changes data in tests; nil: nothing does
}

// signature is material on the board and in the hands, with its shards.
type signature struct {
	index.Signature
	layout     *index.Layout
	plain      bool // its positions are of the material
	turned     bool // so are those with the colours exchanged, which share its numbers
	ending     ending
	royalPair  bool // its layout leaves out the positions that a royal pair decides
	stage      int
	firstShard int
	shards     int
}

// newRun finds what there is to solve.
func newRun(ctx context.Context, g *board.Game, m solver.Material, o Options) (*run, error) {
	r := &run{g: g, ix: index.New(g), un: unmove.New(g), material: m, o: o, id: map[index.Signature]int{}, round: -1}
	r.o.Threads = max(o.Threads, 1)
	r.extinction, r.transmuting = extinctionKinds(g)
	r.royal, _ = r.ix.Royal()
	all, err := reachable(ctx, r.ix, StartSignatures(r.ix, g, &m))
	if err != nil {
		return nil, fmt.Errorf("retro: %w", err)
	}
	for _, s := range all {
		if err := r.addSignature(s); err != nil {
			return nil, fmt.Errorf("retro: %w", err)
		}
	}
	switch squares := g.Squares().Len(); {
	case len(all) == 0 && !g.HasDrops() && m.Len() > squares:
		return nil, fmt.Errorf("retro: %s: material %q has more pieces than the board has squares, %d: choose fewer", g.Variant().Name, m.Text(g), squares)
	case len(all) == 0:
		return nil, fmt.Errorf("retro: %s: no position has material %q", g.Variant().Name, m.Text(g))
	}
	r.done = make([]bool, len(r.shards))
	r.planStages()
	r.store = newStore(r.o.Checkpoint)
	for range r.o.Threads {
		r.workers = append(r.workers, r.newWorker())
	}
	return r, nil
}

// addSignature adds a signature and divides it into shards.
func (r *run) addSignature(s index.Signature) error {
	layout, err := r.ix.Layout(s)
	if err != nil {
		return err
	}
	turned, i := s.Turned(), len(r.signatures)
	r.id[s] = i
	next := signature{
		Signature:  s,
		layout:     layout,
		plain:      r.material.Holds(r.g, &s),
		turned:     r.ix.Turns() && r.material.Holds(r.g, &turned),
		ending:     r.endingOf(s),
		royalPair:  r.ix.HasRoyalPair(&s),
		firstShard: len(r.shards),
	}
	size := layout.Size()
	r.numbers += size
	for first := uint64(0); first < size; first += shardSize {
		r.shards = append(r.shards, &shard{signature: i, first: first, size: int(min(size-first, shardSize))})
		next.shards++
	}
	r.signatures = append(r.signatures, next)
	return nil
}

func (r *run) newWorker() *worker {
	w := &worker{run: r, batches: make([][]update, len(r.shards))}
	w.visit = w.propagateTo
	return w
}

// stateMemory returns the bytes for states and batches, queueMemory those for updates that wait
// for states on disk. The rest of the memory is for the program itself.
func (r *run) stateMemory() int64 { return r.o.Memory / 4 * 3 }
func (r *run) queueMemory() int64 { return r.o.Memory / 8 }

// footprint returns the bytes of n shards in memory: their states, and a batch of each worker
// for each shard.
func (r *run) footprint(n int, numbers uint64) int64 {
	return int64(numbers)*stateBytes + int64(n)*int64(r.o.Threads)*batchBytes
}

// solveStage solves the current stage from the current round on.
func (r *run) solveStage(ctx context.Context) error {
	shards, sources, err := r.prepareStage()
	if err != nil {
		return err
	}
	r.nextSave = time.Now().Add(r.o.Pause(0))
	if r.round < 0 {
		if err := r.runPhase(ctx, "counting", shards, (*worker).initializeShard); err != nil {
			return err
		}
		r.nextRound()
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
		if err := r.runPhase(ctx, "round", todo, (*worker).propagate); err != nil {
			return err
		}
		if err := r.endRound(all); err != nil {
			return err
		}
		r.nextRound()
	}
	if err := r.endRounds(all); err != nil {
		return err
	}
	if err := r.endStage(shards); err != nil {
		return err
	}
	r.stage, r.round, r.rounds = r.stage+1, -1, 0
	return nil
}

func (r *run) nextRound() {
	r.round++
	r.propagated = tally{}
	clear(r.done)
}

// topOf returns the longest distance known among shards.
func topOf(shards []*shard) int {
	top := -1
	for _, sh := range shards {
		top = max(top, len(sh.tallies)-1)
	}
	return top
}

// runPhase runs a job once on each shard, except those finished before an interruption. When a
// checkpoint is due, all threads finish their shard, and runPhase saves. So it does when ctx
// ends, and then returns the error of ctx.
func (r *run) runPhase(ctx context.Context, phase string, shards []*shard, job func(*worker, *shard) error) error {
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
		if err := r.applyPending(); err != nil {
			return err
		}
		r.collect()
		if err := r.checkUpdates(); err != nil {
			return err
		}
		r.disturbed()
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
	return r.signatures[sh.signature].firstShard + int(sh.first>>shardBits)
}

// runJobs runs a job on shards in all threads, until none is left or a checkpoint is due. It
// returns how many are finished, from the first one on.
func (r *run) runJobs(ctx context.Context, ids []int, job func(*worker, *shard) error) (int, error) {
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, len(r.workers))
	for i, w := range r.workers {
		wait.Go(func() {
			defer recovered(&errs[i])
			w.err, w.n = nil, r.round
			for errs[i] == nil && ctx.Err() == nil && time.Now().Before(r.nextSave) {
				at := int(next.Add(1)) - 1
				if at >= len(ids) {
					break
				}
				errs[i] = job(w, r.shards[ids[at]])
				r.done[ids[at]] = true
				r.report()
			}
			errs[i] = errors.Join(errs[i], w.flushAll())
		})
	}
	wait.Wait()
	return min(int(next.Load()), len(ids)), errors.Join(errs...)
}
