package main

// What the commands on tables share.

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tinyhouse/engine"
)

// oneFile accepts the name of one file.
func oneFile(c *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d files given, want one, see %s --help", len(args), c.CommandPath())}
}

// addThreads adds the flag of commands that use several processors.
func addThreads(flags *pflag.FlagSet, threads *int) {
	flags.IntVar(threads, "threads", min(runtime.NumCPU(), engine.MaxThreads), "use `N` threads")
}

// checkThreads refuses what that flag cannot be: each thread takes memory of its own, whatever
// there is to do.
func checkThreads(n int) error {
	if n < engine.MinThreads || n > engine.MaxThreads {
		return usageError{fmt.Errorf("--threads %d: want %d to %d", n, engine.MinThreads, engine.MaxThreads)}
	}
	return nil
}

// print prints a result as the flags say.
func (a *app) print(result any, text func() string) error {
	if a.json {
		return a.printJSON(result)
	}
	_, err := fmt.Fprint(a.out, text())
	return err
}
