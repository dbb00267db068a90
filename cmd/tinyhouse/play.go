package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tinyhouse/cmd/tinyhouse/internal/play"
	"tinyhouse/cmd/tinyhouse/internal/terminal"
	"tinyhouse/engine"
)

// playFlags are the flags of the command play.
type playFlags struct {
	limits limitFlags
	tables []string
	side   string
	bar    bool
	elo    int // 0: full strength
	engine.Options
}

func (a *app) playCommand() *cobra.Command {
	f := playFlags{Options: engine.DefaultOptions()}
	c := &cobra.Command{
		Use:   "play",
		Short: "Play a game in the terminal",
		Long:  play.Help,
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.runPlay(c.Context(), &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.side, "side", "white", "the `SIDE` that you play: white, black, both or none")
	flags.IntVar(&f.elo, "elo", 0, fmt.Sprintf("limit the engine to an Elo rating of `N`, %d to %d (default full strength)", engine.MinElo, engine.MaxElo))
	flags.BoolVar(&f.bar, "bar", true, "show who is better")
	flags.IntVar(&f.Hash, "hash", f.Hash, "hash table of `MIB`")
	flags.IntVar(&f.Threads, "threads", f.Threads, "search with `N` threads; with 1, and --depth or --nodes, every run plays the same moves")
	f.limits.add(flags, "1000 unless there is another limit")
	addTables(flags, &f.tables)
	a.addPosition(flags)
	return c
}

// runPlay plays a game. The environment variable NO_COLOR turns colours off.
func (a *app) runPlay(ctx context.Context, f *playFlags) (err error) {
	o := play.Options{Bar: f.bar, Now: time.Now}
	o.Color = isTerminal(a.out) && os.Getenv("NO_COLOR") == ""
	if o.People, err = play.ParseSide(f.side); err != nil {
		return usageError{fmt.Errorf("--side %.40q: %w", f.side, err)}
	}
	if o.Limits, err = f.limits.limits(time.Second); err != nil {
		return err
	}
	if f.elo != 0 {
		f.LimitStrength, f.Elo = true, f.elo
	}
	if most := maxHash(1); f.Hash > most {
		return usageError{fmt.Errorf("--hash %d: want %d to %d", f.Hash, engine.MinHash, most)}
	}
	if o.Game, err = a.game(); err != nil {
		return err
	}
	if o.Start, err = a.position(o.Game); err != nil {
		return err
	}
	if o.Engine, err = engine.New(o.Game, f.Options); err != nil {
		return usageError{err}
	}
	tables, err := a.openAllTables(f.tables, o.Game)
	if err != nil {
		return err
	}
	defer tables.Close()
	o.Prober = tables
	o.Engine.SetProber(tables)
	if in, ok := a.in.(*os.File); ok && isTerminal(a.in) && isTerminal(a.out) {
		o.ReadLine = terminal.New(in, a.out).ReadLine // play handles SIGINT then
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(context.WithoutCancel(ctx), syscall.SIGTERM)
		defer stop()
	}
	return play.Run(ctx, a.in, a.out, o)
}
