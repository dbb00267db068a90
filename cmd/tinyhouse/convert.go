package main

// The command convert: positions and games from one notation to another.

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/convert"
)

// convertCommand describes the command and its flags.
func (a *app) convertCommand() *cobra.Command {
	var from, to string
	var o convert.Options
	c := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Turn positions and games from one notation into another",
		Long: `Turn positions and games, one a line or in PGN, from one notation into another.

  fen      positions; hands and counters in any dialect, see lichess and sfen
  epd      positions with operations
  sfen     positions as shogi programs write them: b moves first, up the board
  thin     positions of one file: bk,br,bn,...:w, from the highest rank down
  lichess  fen with the hands behind a slash; only to be written
  uci, san moves from the start, or from --fen; or "fen FEN moves ..."
  pgn      games

Without a FILE, or with -, it reads standard input. A game that is written as a position is its
last one, or --all of them. What cannot be converted is told on standard error with its line; the
rest is converted, and the exit status is 1.`,
		Args: atMostOneFile,
		RunE: func(c *cobra.Command, args []string) (err error) {
			if o.From, err = convert.Parse(from, false); err != nil {
				return usageError{fmt.Errorf("--from %w", err)}
			}
			if o.To, err = convert.Parse(to, true); err != nil {
				return usageError{fmt.Errorf("--to %w", err)}
			}
			return a.runConvert(c.Context(), append(args, "-")[0], o)
		},
	}
	c.Flags().StringVar(&from, "from", "auto", "read `NOTATION`: "+convert.List(convert.Formats(false)))
	c.Flags().StringVar(&to, "to", "fen", "write `NOTATION`: "+convert.List(convert.Formats(true)))
	c.Flags().BoolVar(&o.All, "all", false, "write every position of a game, not only the last")
	a.addFEN(c.Flags())
	return c
}

// runConvert prints what it converts and, on stderr, what it cannot.
func (a *app) runConvert(ctx context.Context, path string, o convert.Options) (err error) {
	if o.Game, err = a.game(); err != nil {
		return err
	}
	if o.Start, err = a.position(o.Game); err != nil {
		return err
	}
	in, err := a.open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	o.Bad = a.badLine(path)
	read, bad, err := convert.Run(ctx, in, a.out, o)
	return firstError(err, badLines(read, bad))
}

// What commands that read many positions share.

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
	if path == "-" {
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

// firstError returns the first of the errors that is one.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
