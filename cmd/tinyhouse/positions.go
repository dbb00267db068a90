package main

// Input of the commands that read many positions. They report and count bad lines, and go on.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine/rules"
)

// atMostOneFile accepts one argument or none.
func atMostOneFile(c *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d files given, want at most one, see %s --help", len(args), c.CommandPath())}
}

// open opens a file, or standard input if the path is -, which Close leaves open.
func (a *app) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.in), nil
	}
	return input.Open(a.ctx, path)
}

// readText reads a file of variants, or standard input if the path is -.
func (a *app) readText(path string) (string, error) {
	in, err := a.open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(input.Interruptible(a.ctx, in), rules.MaxText+1))
	return string(text), err
}

// reportLine returns a function that prints an error or a warning about a line of a file.
func (a *app) reportLine(path string) func(int, error) {
	if path == "-" || path == "" {
		path = "standard input"
	}
	return func(line int, err error) { fmt.Fprintf(a.errOut, "%s:%d: %v\n", path, line, err) }
}

// badLines returns the error of a command that could not use some of its input.
func badLines(read, bad int) error {
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d positions or games could not be read or converted", bad, read)
}
