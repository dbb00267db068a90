package train

import (
	"errors"
	"flag"
	"fmt"
	"runtime/debug"
	"time"
)

// Help describes the command.
const Help = `Learn an evaluation of a variant by self-play, and write it as a net, which the option EvalFile loads. Each
generation plays games against itself, first with the hand-made evaluation and then with its own nets, and fits
a new net to the scores and results. The last one plays a match against the hand-made evaluation.

An interrupted or killed training keeps its work in NET.train, from which the same command continues. With
--positions, the same seed gives the same net, whatever the number of threads is. The loss of all epochs is
drawn in NET.svg.`

// defaultTime is the time of a training if the flags limit nothing.
const defaultTime = 2 * time.Hour

// Add defines the flags but those that all commands share.
func (o *Options) Add(flags *flag.FlagSet) {
	flags.StringVar(&o.Out, "out", "", "write the net to `FILE`")
	flags.DurationVar(&o.Time, "time", 0, "train for about a `DURATION`, if --positions is not set")
	flags.IntVar(&o.Positions, "positions", 0, "train on `N` positions of self-play, instead of a time")
	flags.Uint64Var(&o.Seed, "seed", 1, "`SEED` of all random numbers")
	flags.IntVar(&o.Hidden, "hidden", 0, "hidden layer of `SIZE`, a multiple of 32 from 32 to 256; 64 if it is not set, on boards of more than 40 squares 128")
	flags.IntVar(&o.Generations, "generations", 3, "play and fit `N` times")
	flags.IntVar(&o.Epochs, "epochs", 20, "fit each net in `N` passes over its positions")
	flags.Uint64Var(&o.Nodes, "nodes", 1000, "search `N` nodes for a move of self-play, twice as many in the match")
	flags.IntVar(&o.Games, "games", 400, "play `N` games in the match")
}

// Check returns what is wrong with the flags, and completes them.
func (o *Options) Check() error {
	switch {
	case o.Out == "":
		return errors.New("--out is missing: want a file for the net")
	case o.Time < 0 || o.Positions < 0 || o.Time > 0 && o.Positions > 0:
		return fmt.Errorf("--time %v, --positions %d: want one of them, more than 0", o.Time, o.Positions)
	case o.Hidden != 0 && (o.Hidden < 32 || o.Hidden > 256 || o.Hidden%32 != 0):
		return fmt.Errorf("--hidden %d: want a multiple of 32 from 32 to 256", o.Hidden)
	case o.Generations < 1 || o.Generations > 100 || o.Epochs < 1 || o.Nodes < 1:
		return fmt.Errorf("--generations %d, --epochs %d, --nodes %d: want at least 1, and at most 100 generations", o.Generations, o.Epochs, o.Nodes)
	case o.Games < 2 || o.Games%2 != 0:
		return fmt.Errorf("--games %d: want an even number of at least 2", o.Games)
	}
	if o.Positions == 0 && o.Time == 0 {
		o.Time = defaultTime
	}
	o.Folder = o.Out + ".train"
	o.Commit = commit()
	return nil
}

// commit returns the commit of the program's sources, with a + if they were changed.
func commit() string {
	revision, changed := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = "+"
			}
		}
	}
	return revision + changed
}
