package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/embedded"
	"tinyhouse/tb/table"
)

// oneFile accepts the name of one file.
func oneFile(c *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d files given, want one, see %s --help", len(args), c.CommandPath())}
}

// tableCache is the cache of open tables, in bytes.
const tableCache = 64 << 20

// withFile opens a table or a certificate, and calls the function for it. Certificates get a cache
// of certificateCache bytes. If --variant is given, the file must have the rules of that variant.
func (a *app) withFile(path string, certificateCache int64, useTable func(*table.File, inspect.Rules) error, useCertificate func(*certificate.File, inspect.Rules) error) error {
	t, f, err := tb.OpenFile(path, container.NewCache(tableCache), container.NewCache(certificateCache))
	if err != nil {
		return err
	}
	if f != nil {
		defer f.Close()
		rules, err := a.rulesOf(f.File)
		if err != nil {
			return err
		}
		return useCertificate(f, rules)
	}
	defer t.Close()
	rules, err := a.rulesOf(t.File)
	if err != nil {
		return err
	}
	return useTable(t, rules)
}

// addTables adds the flag that names tables.
func addTables(flags *pflag.FlagSet, paths *[]string) {
	flags.StringArrayVar(paths, "tb", nil, "`FILES` with tables and certificates, or folders of them, separated as paths are; may be repeated")
}

// openAllTables opens the tables and certificates of lists of paths, and the embedded tables when
// they are needed.
func (a *app) openAllTables(lists []string, g *board.Game) (*tb.Set, error) {
	set, err := a.openTables(lists, g)
	if err == nil {
		set.More = embedded.Open
	}
	return set, err
}

// openTables opens the tables and certificates of lists of paths. It logs which of them are not
// used in g, and later damage. Proofs use it, since they rest only on files that the user names.
func (a *app) openTables(lists []string, g *board.Game) (*tb.Set, error) {
	set, err := a.openFiles(lists)
	if err != nil {
		return nil, err
	}
	for _, note := range set.Unused(g) {
		a.log.Warn().Msg(note)
	}
	return set, nil
}

// openFiles opens the tables and certificates of lists of paths, of any games.
func (a *app) openFiles(lists []string) (*tb.Set, error) {
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

// addThreads adds the flag of commands that use several processors.
func addThreads(flags *pflag.FlagSet, threads *int) {
	flags.IntVar(threads, "threads", min(runtime.NumCPU(), engine.MaxThreads), "use `N` threads")
}

// checkThreads refuses other numbers of threads than the engine allows, since each takes memory.
func checkThreads(n int) error {
	if n < engine.MinThreads || n > engine.MaxThreads {
		return usageError{fmt.Errorf("--threads %d: want %d to %d", n, engine.MinThreads, engine.MaxThreads)}
	}
	return nil
}
