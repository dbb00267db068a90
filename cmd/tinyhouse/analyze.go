package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/analyze"
	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
)

// analyzeFlags are the flags of the command analyze.
type analyzeFlags struct {
	limits limitFlags
	tables []string
	path   string // "": --fen, or standard input
	analyze.Options
}

func (a *app) analyzeCommand() *cobra.Command {
	var f analyzeFlags
	c := &cobra.Command{
		Use:   "analyze [--epd FILE]",
		Short: "Search many positions and print a line for each",
		Long:  analyze.Help,
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if f.Limits, err = f.limits.limits(time.Second); err != nil {
				return err
			}
			return a.runAnalyze(c.Context(), &f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.path, "epd", "", "read positions or games from `FILE`, - for standard input")
	flags.BoolVar(&f.Final, "final", false, "search only the last position of each game in PGN")
	flags.IntVar(&f.MultiPV, "multipv", 1, "search the `K` best moves of each position")
	flags.IntVar(&f.Hash, "hash", 0, "hash table of `MIB` for each thread (default what --nodes needs, at most 16)")
	addThreads(flags, &f.Threads)
	f.limits.add(flags, "1000 unless there is another limit")
	addTables(flags, &f.tables)
	a.addPosition(flags)
	a.addJSON(flags)
	return c
}

// runAnalyze checks the flags, opens the input and the tables, and searches.
func (a *app) runAnalyze(ctx context.Context, f *analyzeFlags) (err error) {
	o := &f.Options
	if err := checkThreads(o.Threads); err != nil {
		return err
	}
	switch {
	case o.MultiPV < engine.MinMultiPV || o.MultiPV > engine.MaxMultiPV:
		return usageError{fmt.Errorf("--multipv %d: want %d to %d", o.MultiPV, engine.MinMultiPV, engine.MaxMultiPV)}
	case o.Hash < 0 || o.Hash > maxHash(o.Threads):
		return usageError{fmt.Errorf("--hash %d: want %d to %d with --threads %d", o.Hash, engine.MinHash, maxHash(o.Threads), o.Threads)}
	}
	if o.Game, err = a.game(); err != nil {
		return err
	}
	if o.Start, err = a.position(o.Game); err != nil {
		return err
	}
	in, err := a.positions(f.path)
	if err != nil {
		return err
	}
	defer in.Close()
	tables, err := a.openAllTables(f.tables, o.Game)
	if err != nil {
		return err
	}
	defer tables.Close()
	o.Prober = tables
	return a.printAnalysis(ctx, in, f)
}

// positions opens the input: a file, the position of --fen, or standard input.
func (a *app) positions(path string) (io.ReadCloser, error) {
	if path == "" && a.fen != "" {
		return io.NopCloser(strings.NewReader("fen " + a.fen)), nil
	}
	if path == "" && isTerminal(a.in) {
		fmt.Fprintln(a.errOut, "type positions, one per line, and end with Ctrl-D; see tinyhouse analyze --help")
	}
	return a.open(cmp.Or(path, "-"))
}

// printAnalysis searches the positions of in, prints the results, and logs the totals.
func (a *app) printAnalysis(ctx context.Context, in io.Reader, f *analyzeFlags) error {
	begin, bar := time.Now(), a.startProgress("analyze", "nodes")
	defer bar.Stop()
	var sum analyze.Sum
	out := analyze.Printer{Game: f.Game, Out: a.out, JSON: a.json, Report: a.reportLine(f.path)}
	err := analyze.Run(ctx, in, f.Options, func(r *analyze.Result) error {
		sum.Add(r)
		bar.Update(input.Share(in), sum.Nodes, fmt.Sprintf("%d positions", sum.Read))
		return out.Print(r)
	})
	bar.Stop()
	elapsed := max(time.Since(begin), time.Microsecond)
	event := a.log.Info().Int("positions", sum.Read).Uint64("nodes", sum.Nodes).Dur("ms", elapsed).
		Float64("positions/s", math.Round(10*float64(sum.Read)/elapsed.Seconds())/10)
	if sum.Problems > 0 {
		event = event.Str("solved", fmt.Sprintf("%d of %d", sum.Solved, sum.Problems))
	}
	event.Msg("analyze")
	return cmp.Or(err, badLines(sum.Read, sum.Failed))
}
