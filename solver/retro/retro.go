// Package retro solves games strongly, by retrograde analysis: it computes the exact value
// of every position that play can reach from some material, with the distance to the end
// in plies, the winner hurrying and the loser delaying.
//
// # The method
//
// A position is a slice (what is on the board and in the hands) and a number in it, as
// package index has them. Every number has two bytes of state, a tb.Value: the value once
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
	"os"
	"path/filepath"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb"
)

// Options are how to solve.
type Options struct {
	Threads    int           // at least 1
	Memory     int64         // bytes for states and what is on the way to them
	Checkpoint string        // folder; "": the table's path with ".checkpoint"
	Time       time.Duration // when to stop as if interrupted; 0: never
	Interval   time.Duration // least time between checkpoints; 0: a minute. They take 5 % of the time at most
	Progress   func(Progress)
	Warn       func(error) // told what went wrong but does not end the work; nil: nobody
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
	if o.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, o.Time)
		defer cancel()
		ctx = limited
	}
	if o.Checkpoint == "" {
		o.Checkpoint = out + ".checkpoint"
	}
	if err := writable(out); err != nil {
		return result, err
	}
	let, err := holdAll(o.Checkpoint, out)
	if err != nil {
		return result, err
	}
	defer let()
	if err := tb.RemoveDrafts(out); err != nil {
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
		r.warn(fmt.Errorf("retro: the table is whole, the checkpoint could not be removed: %w", err))
	}
	return result, nil
}

// warn tells whoever wants to know.
func (r *run) warn(err error) {
	if r.o.Warn != nil {
		r.o.Warn(err)
	}
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
		// The states may be in memory alone; rounds are not to be played again for a table.
		err = errors.Join(err, r.save(true))
	}
	return result, err
}

// errOver is for material that has no position with a value, and so no table.
var errOver = errors.New("the game is over in every position of this material: there is nothing to solve")

// writable reports, before hours of work, why no table can be written at a path.
func writable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("retro: %s is a folder or device, want a file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("retro: nothing can be written at %s: %w", path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// ErrNotSaved is the reason why what was done since the last checkpoint is lost.
var ErrNotSaved = errors.New("the checkpoint could not be written")

// explain adds to an error that a checkpoint is there, if it is, and that it is not the last
// that was due, if so: that was a warning, and the work has been stopped since.
func (r *run) explain(err error) error {
	if failed := r.store.failed; failed != nil && !errors.Is(err, ErrNotSaved) {
		err = errors.Join(err, failed)
	}
	f := failure{err, "retro: " + strings.ReplaceAll(err.Error(), "\n", "; ")}
	switch {
	case errors.Is(err, errDamaged):
		f.text += fmt.Sprintf("; remove %s to begin anew", r.store.dir)
	case r.store.saved:
		f.text += fmt.Sprintf("; the last checkpoint in %s is kept, the same command goes on from there", r.store.dir)
	}
	return f
}

// failure is an error, or several, in one line.
type failure struct {
	error
	text string
}

func (f failure) Error() string { return f.text }

func (f failure) Unwrap() error { return f.error }
