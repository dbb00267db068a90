package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/progress"
	"tinyhouse/cmd/tinyhouse/internal/train"
)

func (a *app) trainCommand() *cobra.Command {
	var o train.Options
	var tables []string
	c := &cobra.Command{
		Use:   "train --out NET",
		Short: "Learn an evaluation by self-play, and write a net",
		Long:  train.Help,
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.runTrain(c.Context(), &o, tables) },
	}
	own := flag.NewFlagSet("train", flag.ContinueOnError)
	o.Add(own)
	flags := c.Flags()
	flags.AddGoFlagSet(own)
	flags.Lookup("time").DefValue = "2h" // for the help: Check sets it
	addThreads(flags, &o.Threads)
	addTables(flags, &tables)
	a.addVariant(flags)
	a.addJSON(flags)
	return c
}

// runTrain trains a net and prints where it is and how strong.
func (a *app) runTrain(ctx context.Context, o *train.Options, paths []string) (err error) {
	if err := o.Check(); err != nil {
		return usageError{err}
	}
	if err := checkThreads(o.Threads); err != nil {
		return err
	}
	if o.Game, err = a.game(); err != nil {
		return err
	}
	tables, err := a.openAllTables(paths, o.Game)
	if err != nil {
		return err
	}
	defer tables.Close()
	o.Prober, o.Tables = tables, tables.Digest(o.Game)
	bar, shown := &progress.Bar{}, ""
	o.Progress = func(phase, unit string, share float64, done uint64) {
		if phase != shown {
			bar.Stop()
			bar, shown = a.startProgress(phase, unit), phase
		}
		bar.Update(share, done, "")
	}
	r, err := train.Run(ctx, *o)
	bar.Stop()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped; the same command continues the work in %s", o.Folder)
	}
	if err != nil {
		return err
	}
	return a.print(r)
}
