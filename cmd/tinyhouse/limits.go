package main

// What the commands that search share: limits and tables.

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"tinyhouse/engine"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
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

// addTables adds the flag that names tables, which is the same everywhere. What plays, analyses
// or judges asks the tables that come with the program beside those (openAllTables); what
// proves asks only those.
func addTables(flags *pflag.FlagSet, paths *[]string) {
	flags.StringArrayVar(paths, "tb", nil, "`FILES` with tables and certificates, or folders of them, separated as paths are; may be repeated")
}

// openAllTables opens tables as openTables does, and those that come with the program where
// they are asked for.
func (a *app) openAllTables(lists []string) (*tb.Set, error) {
	set, err := a.openTables(lists)
	if err == nil {
		set.More = embedded.Open
	}
	return set, err
}

// openTables opens the tables and certificates of lists of paths. Damage that is found later
// is logged.
func (a *app) openTables(lists []string) (*tb.Set, error) {
	set := tb.NewSet(tableCache)
	set.OnError = func(err error) { a.log.Warn().Err(err).Msg("table") }
	var problems []error
	for _, list := range lists {
		for _, path := range filepath.SplitList(list) {
			problems = append(problems, set.Open(path))
		}
	}
	if err := errors.Join(problems...); err != nil {
		set.Close()
		return nil, err
	}
	return set, nil
}
