package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/convert"
)

// convertCommand describes the command and its flags.
func (a *app) convertCommand() *cobra.Command {
	var from, to string
	var o convert.Options
	c := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Convert positions and games between notations",
		Long:  convert.Help,
		Args:  atMostOneFile,
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
	a.addPosition(c.Flags())
	return c
}

// runConvert prints the converted items, and errors and warnings on stderr.
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
	o.Bad = a.reportLine(path)
	o.Warn = func(line int, err error) { o.Bad(line, fmt.Errorf("warning: %w", err)) }
	read, bad, err := convert.Run(ctx, in, a.out, o)
	return cmp.Or(err, badLines(read, bad))
}
