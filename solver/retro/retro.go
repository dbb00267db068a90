// Package retro solves games strongly, by retrograde analysis: it computes the exact value
// of every position that play can reach from some material, with the distance to the end
// in plies, the winner hurrying and the loser delaying.
//
// # The method
//
// A position is a slice (what is on the board and in the hands) and a number in it, as
// package index has them. Every number has two bytes of state, a dtm.Value: the value once
// it is known, until then the count of moves that are not refuted yet.
//
//	seed      count the moves of every position; ends of the game have their value at once
//	round n   for every position of value n, for every predecessor:
//	              lost in n   the predecessor is won in n+1, unless it is won already
//	              won in n    one more of its moves is refuted; with the last of them it
//	                          is lost in n+1
//	end       what no round has reached is drawn
//
// A round settles exactly the positions of one more ply, in whatever order it takes them:
// a position with a move to a lost one never counts down to nothing. So the tables are the
// same, byte for byte, for any number of threads, any memory and any interruption.
// Source: chessprogramming wiki, Retrograde Analysis; Thompson (1986).
//
// # Order and memory
//
// Slices are nodes of a graph with the moves as edges. Its strongly connected components
// are taken in reverse topological order and joined to stages, as many as the memory holds
// at once. A stage has its own rounds; positions of stages before it take part as sources.
// The numbers are cut into shards; those that find no room lie on disk, and what reaches
// them in a round is kept until its end. A shard's input and output are so plain values
// that could as well travel to another machine.
//
// # Symmetry
//
// All images of a position share a number, and an edge between two numbers stands for as
// many moves as the images of the predecessor have, not those of the successor. Where one
// of the two is its own mirror image and the other is not, worker.tell corrects the count.
package retro

import (
	"context"
	"errors"
	"fmt"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/board"
	"tinyhouse/solver"
)

// Options are how to solve.
type Options struct {
	solver.Limits // where Checkpoint "" is the table's path with ".checkpoint"
	Progress      func(Progress)
}

// Progress is how far a solution is.
type Progress struct {
	Phase         string // "counting", "round" or "writing"
	Stage, Stages int    // from 1
	Round         int    // plies
	Solved        uint64 // numbers with a forced value so far
	Positions     uint64 // numbers in all
	Done          float64
}

// Solve computes the values of all positions that play can reach with some material and
// writes them as a table at out, in place of what is there, once it is whole. It goes on from a
// checkpoint of the same task, and refuses to start while another process works at the same
// checkpoint or table. When ctx ends it stops within seconds, keeps a checkpoint and returns
// an error that wraps ctx's. A checkpoint on the way that cannot be written, as on a full
// disk, is a warning, and is tried again later.
func Solve(ctx context.Context, g *board.Game, m solver.Material, out string, o Options) (result solver.Result, err error) {
	ctx, cancel := o.WithTimeout(ctx)
	defer cancel()
	if o.Checkpoint == "" {
		o.Checkpoint = out + ".checkpoint"
	}
	if err := atomicfile.Check(out); err != nil {
		return result, fmt.Errorf("retro: table %s cannot be written: %w", out, err)
	}
	let, err := holdAll(o.Checkpoint, out)
	if err != nil {
		return result, err
	}
	defer let()
	if err := atomicfile.RemoveTemporary(out); err != nil {
		return result, fmt.Errorf("retro: %w", err)
	}
	r, err := newRun(g, m, o)
	if err != nil {
		return result, err
	}
	if err := r.resume(); err != nil {
		return result, err
	}
	if result, err = r.solve(ctx, out); err != nil {
		return result, r.explain(err)
	}
	if err := r.store.remove(); err != nil {
		o.Warning(fmt.Errorf("retro: the table is whole, the checkpoint could not be removed: %w", err))
	}
	return result, nil
}

// solve does what is left to do. Whatever stops it, the last checkpoint remains, and nothing
// else.
func (r *run) solve(ctx context.Context, out string) (solver.Result, error) {
	for r.stage < len(r.stages) {
		if err := r.solveStage(ctx); err != nil {
			return solver.Result{}, errors.Join(err, r.store.sweepOut(r.store.named))
		}
	}
	result, err := r.finish(ctx, out)
	switch {
	case errors.Is(err, errOver):
		err = errors.Join(err, r.store.remove())
	case err != nil:
		r.save(true) // the states may be in memory alone
	}
	return result, err
}

// errOver is for material that has no position with a value, and so no table.
var errOver = errors.New("the game is over in every position of this material: there is nothing to solve")

// explain adds to an error what remains of the work.
func (r *run) explain(err error) error {
	err = fmt.Errorf("retro: %w", err)
	if errors.Is(err, errDamaged) {
		return fmt.Errorf("%w; remove %s to begin anew", err, r.store.dir)
	}
	return r.o.Stopped(err, r.store.failed, r.store.saved)
}
