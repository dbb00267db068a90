package main

// What the commands that search share: limits and tables.

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"tinyhouse/engine"
)

// limitFlags are the flags that end a search, as UCI's go has them: whichever comes first ends it,
// and 0 is no limit.
type limitFlags struct {
	millis, depth int
	nodes         uint64
}

// add adds the flags; the words tell the default of the time.
func (l *limitFlags) add(flags *pflag.FlagSet, time string) {
	flags.IntVar(&l.millis, "movetime", 0, "search for `MS` milliseconds ("+time+")")
	flags.IntVar(&l.depth, "depth", 0, "search `PLIES` deep")
	flags.Uint64Var(&l.nodes, "nodes", 0, "search `N` nodes")
}

// limits returns the limits of a search, all of which hold together, or a default time.
func (l *limitFlags) limits(otherwise time.Duration) (engine.Limits, error) {
	if l.millis < 0 || l.depth < 0 {
		return engine.Limits{}, usageError{fmt.Errorf("--movetime %d, --depth %d: want at least 1", l.millis, l.depth)}
	}
	limits := engine.Limits{MoveTime: time.Duration(l.millis) * time.Millisecond, Depth: l.depth, Nodes: l.nodes}
	if *l == (limitFlags{}) {
		limits.MoveTime = otherwise
	}
	return limits, nil
}
