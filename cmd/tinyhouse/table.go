package main

// What the commands on tables share.

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	flags.IntVar(threads, "threads", runtime.NumCPU(), "use `N` threads")
}

// print prints a result as the flags say.
func (a *app) print(result any, text func() string) error {
	if a.json {
		return a.printJSON(result)
	}
	_, err := fmt.Fprint(a.out, text())
	return err
}
