package main

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"tinyhouse/cmd/tinyhouse/internal/memory"
	"tinyhouse/engine"
)

// maxMillis is the longest time of a search, which is longer than anyone waits.
const maxMillis = 1 << 40

// limitFlags are the flags that limit a search as UCI's go does. The search ends at the first
// limit; 0 is no limit.
type limitFlags struct {
	millis, depth int
	nodes         uint64
}

// add adds the flags; time describes the default of --movetime.
func (l *limitFlags) add(flags *pflag.FlagSet, time string) {
	flags.IntVar(&l.millis, "movetime", 0, "search for `MS` milliseconds ("+time+")")
	flags.IntVar(&l.depth, "depth", 0, "search `PLIES` deep")
	flags.Uint64Var(&l.nodes, "nodes", 0, "search `N` nodes")
}

// maxHash returns the largest of tables hash tables of one size, in MiB: together they need no more than
// three quarters of the memory.
func maxHash(tables int) int {
	most := engine.MaxHash
	if n := memory.MiB() / 4 * 3; n > 0 {
		most = min(most, n)
	}
	return max(most/max(tables, 1), engine.DefaultOptions().Hash)
}

// limits returns the limits of the flags, or a default time if there are none.
func (l *limitFlags) limits(otherwise time.Duration) (engine.Limits, error) {
	if l.millis < 0 || l.depth < 0 {
		return engine.Limits{}, usageError{fmt.Errorf("--movetime %d, --depth %d: want at least 1", l.millis, l.depth)}
	}
	if int64(l.millis) > maxMillis {
		return engine.Limits{}, usageError{fmt.Errorf("--movetime %d: want at most %d", l.millis, int64(maxMillis))}
	}
	limits := engine.Limits{MoveTime: time.Duration(l.millis) * time.Millisecond, Depth: l.depth, Nodes: l.nodes}
	if *l == (limitFlags{}) {
		limits.MoveTime = otherwise
	}
	return limits, nil
}
