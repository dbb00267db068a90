package main

// What the commands that read many positions share. Bad lines are no reason to stop: they are told as
// they come, and counted.

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// atMostOneFile accepts the name of a file, or none.
func atMostOneFile(c *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d files given, want at most one, see %s --help", len(args), c.CommandPath())}
}

// open opens a file, or standard input where the path is -. Closing that does nothing.
func (a *app) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.in), nil
	}
	return os.Open(path)
}

// badLine returns a function that tells what is wrong with a line of a file.
func (a *app) badLine(path string) func(int, error) {
	if path == "-" || path == "" {
		path = "standard input"
	}
	return func(line int, err error) { fmt.Fprintf(a.errOut, "%s:%d: %v\n", path, line, err) }
}

// badLines is the error of a command that could not read or use some of its input.
func badLines(read, bad int) error {
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d positions or games were left out", bad, read)
}
