// Package retro solves games strongly by retrograde analysis: it computes the exact value of
// every position that play can reach from some material, with the distance to the end of the
// game in plies, where the winner shortens the game and the loser prolongs it.
//
// # The method
//
// A position is a signature (material on the board and in the hands) and a number in its layout;
// see package index. Every number has a state of two bytes: its value once that is known, until
// then the number of its moves that are not refuted yet.
//
//	initialize  count the moves of every position; ends of the game get their value at once
//	round n     for every position with a value of n plies, for every predecessor:
//	                lost in n   the predecessor is won in n+1, unless it has a value
//	                won in n    one more of its moves is refuted; with the last one it is lost
//	                            in n+1
//	end         positions that no round has given a value are drawn
//
// A round assigns exactly the values of one more ply, in any order of work: a position with a
// move to a lost one never counts down to zero. So tables are the same, byte for byte, for any
// number of threads, any memory and any interruption.
// Sources: chessprogramming wiki, Retrograde Analysis; Thompson (1986).
//
// # Order and memory
//
// Signatures are the nodes of a graph whose edges are the moves. Its strongly connected
// components, in reverse topological order, are joined to stages as large as the memory allows.
// Each stage has its own rounds; positions of earlier stages take part in them as sources. The
// numbers are divided into shards. Shards without room in memory are on disk, and updates to
// them wait until the end of a round.
//
// # Symmetry
//
// All images of a position under the symmetries of the rules share a number. An edge between two
// numbers stands for as many moves as the images of the predecessor have, not those of the
// successor. Where one of the two is its own mirror image and the other is not,
// worker.propagateTo corrects the count.
package retro

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/base/filelock"
	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb/table"
)

// Options configure a solution. With Checkpoint "" the folder is the table's path with
// ".checkpoint".
type Options struct {
	solver.Limits
	Progress func(Progress) // called by one goroutine at a time; may be nil
}

// Progress reports how much of a solution is done.
type Progress struct {
	Phase         string // "counting", "round" or "writing"
	Stage, Stages int    // from 1
	Round         int    // plies
	Solved        uint64 // numbers with a win or loss so far
	Positions     uint64 // numbers in all
	Done          float64
}

// Solve computes the values of all positions that play can reach with the material m and writes
// them as a table to the file out. It continues from a checkpoint of the same task, and returns
// an error if another process uses the checkpoint or the table. If ctx ends, Solve writes a
// checkpoint and returns within seconds an error that wraps that of ctx. A checkpoint that
// cannot be written meanwhile, as on a full disk, is a warning, and Solve tries again later.
func Solve(ctx context.Context, g *board.Game, m solver.Material, out string, o Options) (result solver.Result, err error) {
	caller := ctx
	ctx, cancel := o.WithTimeout(ctx)
	defer cancel()
	if o.Checkpoint == "" {
		o.Checkpoint = out + ".checkpoint"
	}
	if err := checkWritable(g, &m, out); err != nil {
		return result, err
	}
	unlock, err := lock(o.Checkpoint, out)
	if err != nil {
		return result, err
	}
	defer unlock()
	if err := atomicfile.RemoveTemporary(out); err != nil {
		return result, fmt.Errorf("retro: %w", err)
	}
	r, err := newRun(caller, g, m, o) // the time limit is for solve, which stops with a checkpoint
	if err != nil && caller.Err() != nil {
		_, missing := os.Stat(filepath.Join(o.Checkpoint, manifestName))
		return result, o.Stopped(err, nil, missing == nil)
	}
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
		r.o.Warning(fmt.Errorf("retro: the table is complete, but the checkpoint could not be removed: %w", err))
	}
	return result, nil
}

// checkWritable returns an error, before long work, if no table of the material can be written at
// out.
func checkWritable(g *board.Game, m *solver.Material, out string) error {
	err := table.Check(g, m.Text(g))
	if err == nil {
		err = atomicfile.Check(out)
	}
	if err != nil {
		return fmt.Errorf("retro: table %s cannot be written: %w", out, err)
	}
	return nil
}

// lock creates and locks the folder of a checkpoint, and locks a table.
func lock(folder, out string) (unlock func(), err error) {
	unlockFolder, err := filelock.LockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("retro: checkpoint: %w", err)
	}
	unlockTable, err := filelock.Lock(out + ".lock")
	if err != nil {
		unlockFolder()
		return nil, fmt.Errorf("retro: table %s: %w", out, err)
	}
	return func() {
		unlockTable()
		unlockFolder()
	}, nil
}

// solve does what is left to do. After an error the last checkpoint remains.
func (r *run) solve(ctx context.Context, out string) (result solver.Result, err error) {
	defer recovered(&err)
	for r.stage < len(r.stages) {
		if err := r.solveStage(ctx); err != nil {
			return solver.Result{}, errors.Join(err, r.store.removeExcept(r.store.named))
		}
	}
	result, err = r.writeTable(ctx, out)
	switch {
	case errors.Is(err, errOver):
		err = errors.Join(err, r.store.remove())
	case errors.Is(err, errChanged): // the checkpoint before may be right
	case err != nil:
		r.save(true) // the states may be in memory only
	}
	return result, err
}

// errOver reports material of which every position is an end of the game.
var errOver = errors.New("the game is over in every position of this material: there is nothing to solve")

// explain adds to an error what remains of the work.
func (r *run) explain(err error) error {
	err = fmt.Errorf("retro: %w", err)
	if errors.Is(err, errDamaged) {
		return fmt.Errorf("%w; remove %s to begin anew", err, r.store.dir)
	}
	stopped := r.o.Stopped(err, r.store.failed, r.store.saved)
	if errors.Is(err, errChanged) && r.store.saved {
		return fmt.Errorf("%w; if it fails again, remove %s to begin anew", stopped, r.store.dir)
	}
	return stopped
}
