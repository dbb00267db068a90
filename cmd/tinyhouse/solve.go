package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/memory"
	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/solver/proof"
	"tinyhouse/solver/retro"
)

// solveFlags are the flags of the command.
type solveFlags struct {
	solver.Limits
	out, units, material string // as typed; at most one of units and material
	mode, memory         string
	weak                 weakFlags
}

func (a *app) solveCommand() *cobra.Command {
	var f solveFlags
	c := &cobra.Command{
		Use:   "solve --out FILE",
		Short: "Compute the exact value of every position, and write a table",
		Long: `Compute the exact value of every position that play can reach, with the distance to the
end of the game, and write them to a table. The material is that of the variant's start
position, or fewer pieces: --units in games where captured pieces change sides, --material
in others. When it is interrupted, killed or out of --time, solve leaves a checkpoint, from
which the same command continues. It replaces an existing file only by a complete table.

With --mode weak, solve proves the value of one position, --fen or the start, by search.
With --out it writes a certificate of the value, which the command verify checks. A value that rests
on hashes of positions, and has no certificate, is marked as unverified.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(a); err != nil {
				return err
			}
			if f.mode == "weak" {
				return a.runWeak(c.Context(), &f)
			}
			return a.runSolve(c.Context(), &f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.out, "out", "", "write the table or certificate to `FILE`")
	flags.StringVar(&f.units, "units", "", "the `UNITS` in play without the kings, such as W1U1F0P1")
	flags.StringVar(&f.material, "material", "", "the `PIECES` of both sides, such as KQvK")
	flags.StringVar(&f.mode, "mode", "strong", "`MODE`: strong, all positions; or weak, one position")
	flags.StringVar(&f.memory, "memory", "", "use `SIZE` of memory, such as 512M, 8G or bytes (default half of the machine's)")
	flags.StringVar(&f.Checkpoint, "checkpoint", "", "keep unfinished work in `FOLDER` (default FILE.checkpoint)")
	flags.DurationVar(&f.Interval, "checkpoint-every", time.Minute, "write a checkpoint after a `DURATION`, or less often where writing takes long")
	flags.DurationVar(&f.Time, "time", 0, "stop after a `DURATION` such as 1h, keeping the checkpoint")
	addThreads(flags, &f.Threads)
	a.addJSON(flags)
	a.addPosition(flags)
	f.weak.add(flags)
	return c
}

// overhead is the memory of the program beyond that of a solution, in bytes.
const overhead = 128 << 20

// runSolve writes a table and prints its summary.
func (a *app) runSolve(ctx context.Context, f *solveFlags) error {
	g, err := a.game()
	if err != nil {
		return err
	}
	if err := solver.Solvable(g); err != nil {
		return err
	}
	m, err := f.chosen(g)
	if err != nil {
		return usageError{err}
	}
	if err := a.announce(g, &m, f.Memory); err != nil {
		return err
	}
	// States fill nearly all of the heap and stay there: collect the rest early.
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(f.Memory + overhead))
	bar := a.startProgress("solve", "positions")
	defer bar.Stop()
	o := retro.Options{Limits: f.limits(a), Progress: func(p retro.Progress) { bar.Update(p.Done, p.Solved, solveText(p)) }}
	r, err := retro.Solve(ctx, g, m, f.out, o)
	bar.Stop()
	if err != nil {
		return explain(err)
	}
	info, err := os.Stat(f.out)
	if err != nil {
		return err
	}
	r.Table, r.Bytes = f.out, info.Size()
	return a.print(&r)
}

// explain adds to the error of a solver what a user can do. It hides context.Canceled, for which run
// would print "interrupted" alone, and keeps the text, which names the checkpoint.
func explain(err error) error {
	switch {
	case errors.Is(err, solver.ErrMemory):
		return fmt.Errorf("%w; --memory gives more", err)
	case errors.Is(err, context.Canceled):
		return errors.New(err.Error())
	}
	return err
}

func (f *solveFlags) limits(a *app) solver.Limits {
	l := f.Limits
	if l.Checkpoint == "" && f.out != "" {
		l.Checkpoint = f.out + ".checkpoint"
	}
	l.Warn = func(err error) { a.log.Warn().Err(err).Msg("solve") }
	return l
}

// check returns an error if the flags are wrong, and sets the memory.
func (f *solveFlags) check(a *app) error {
	switch {
	case f.mode != "strong" && f.mode != "weak":
		return usageError{fmt.Errorf("--mode %.40q: want strong or weak", f.mode)}
	case f.mode == "strong" && (a.fen != "" || f.weak.isSet()):
		return usageError{errors.New("--fen, --question, --nodes and --tb go with --mode weak only")}
	case f.mode == "weak" && f.units+f.material != "":
		return usageError{errors.New("--units and --material go with --mode strong only: want --fen")}
	case f.mode == "strong" && f.out == "":
		return usageError{errors.New("--out is missing: want a file for the table")}
	case f.units != "" && f.material != "":
		return usageError{errors.New("--units and --material: want one of them")}
	case f.Interval <= 0:
		return usageError{fmt.Errorf("--checkpoint-every %v: want a positive time", f.Interval)}
	case f.Time < 0:
		return usageError{fmt.Errorf("--time %v: want a positive time", f.Time)}
	}
	if _, err := proof.ParseQuestion(f.weak.question); err != nil {
		return usageError{fmt.Errorf("--question %w", err)}
	}
	if err := checkThreads(f.Threads); err != nil {
		return err
	}
	f.Memory = memory.Half()
	if f.memory == "" {
		return nil
	}
	bytes, err := memory.Parse(f.memory)
	if err != nil {
		return usageError{fmt.Errorf("--memory %w", err)}
	}
	f.Memory = bytes
	return nil
}

// chosen returns the material that the flags choose. It refuses material that the game cannot
// reach from its start position, unless that has no pieces.
func (f *solveFlags) chosen(g *board.Game) (m solver.Material, err error) {
	whole, err := solver.Start(g)
	if err != nil {
		return m, err
	}
	text := f.units + f.material
	switch {
	case f.units != "":
		m, err = solver.ParseUnits(g, text)
	case f.material != "":
		m, err = solver.ParseMaterial(g, text)
	default:
		return whole, nil
	}
	if err == nil && whole.Len() > 0 && !m.Within(g, &whole) {
		err = fmt.Errorf("%.80q: the game cannot reach that, it starts with %s", text, whole.Text(g))
	}
	return m, err
}

// solveText describes what the solver is doing.
func solveText(p retro.Progress) string {
	text := p.Phase
	if p.Phase == "round" {
		text = fmt.Sprint("round ", p.Round)
	}
	if p.Stages > 1 {
		text += fmt.Sprintf(" of stage %d/%d", p.Stage, p.Stages)
	}
	return fmt.Sprintf("%s, %d of %d", text, p.Solved, p.Positions)
}
