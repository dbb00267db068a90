package matchflags

import (
	"context"
	"flag"
	"io"

	"tinyhouse/engine/board"
	"tinyhouse/protocol/match"
)

// Flags are the flags as typed. Match parses them.
type Flags struct {
	// Two engines, settings of both, and the limits of engines without their own.
	Engines []string
	Each    string
	TC, ST  string
	Nodes   uint64
	Depth   int

	// Openings: a file or random moves.
	Openings string
	Context  context.Context                          // ends the search for balanced ones
	Open     func(path string) (io.ReadCloser, error) // opens that file
	From     board.Position                           // start of random moves; zero: that of the game
	Plies    int
	Seed     uint64
	Balance  int // centipawns; 0: openings need not be balanced

	// The end of games beside the rules.
	Adjudicate bool // by tables
	Resign     string
	Draw       string
	MaxMoves   int

	SPRT     string
	Margin   int     // milliseconds
	Patience float64 // factor of the timeouts

	match.Config // for flags that need no parsing
}

// Add defines the flags.
func (f *Flags) Add(flags *flag.FlagSet) {
	flags.Func("engine", "`SETTINGS` of an engine; give it twice", func(text string) error {
		f.Engines = append(f.Engines, text)
		return nil
	})
	flags.StringVar(&f.Each, "each", "", "`SETTINGS` of both engines; their own replace them")
	flags.IntVar(&f.Games, "games", 100, "play `N` games, two of each opening")
	flags.IntVar(&f.Concurrency, "concurrency", 1, "play `C` games at a time")
	flags.StringVar(&f.SPRT, "sprt", "", "stop when a sequential test of two differences in Elo has decided: `elo0,elo1[,alpha,beta]`")

	// Limits.
	flags.StringVar(&f.TC, "tc", "", "`CLOCK` of both engines: moves/seconds+increment")
	flags.StringVar(&f.ST, "st", "", "`SECONDS` per move, instead of a clock")
	flags.Uint64Var(&f.Nodes, "nodes", 0, "limit both engines to `N` nodes per move")
	flags.IntVar(&f.Depth, "depth", 0, "limit both engines to a depth of `PLIES`")
	flags.IntVar(&f.Margin, "timemargin", 20, "tolerate an overrun clock for `MS` milliseconds")
	flags.Float64Var(&f.Patience, "tscale", 1, "multiply all timeouts by `X`")

	// Beginning and end of games.
	flags.StringVar(&f.Openings, "openings", "", "take openings from a `FILE` of EPD or PGN, or by settings")
	flags.IntVar(&f.Plies, "plies", 6, "limit random openings to `N` plies")
	flags.Uint64Var(&f.Seed, "seed", 1, "`SEED` of the openings")
	flags.IntVar(&f.Balance, "balance", 150, "limit the lead after a random opening to `CP` centipawns; 0: no limit")
	flags.BoolVar(&f.Adjudicate, "adjudicate", false, "end a game when a table knows its value")
	flags.StringVar(&f.Resign, "resign", "", "adjudicate a loss by an engine's own scores: `movecount=N,score=CP`")
	flags.StringVar(&f.Draw, "draw", "", "adjudicate a draw by the scores of both engines: `movenumber=N,movecount=N,score=CP`")
	flags.IntVar(&f.MaxMoves, "max-moves", 0, "adjudicate a draw after `N` moves; 0: never")

	// Files and output.
	flags.StringVar(&f.PGN, "pgn", "", "append the games to `FILE`")
	flags.StringVar(&f.Checkpoint, "checkpoint", "", "keep finished games in `FILE` to resume the match (default that of --pgn with .checkpoint)")
	flags.StringVar(&f.Event, "event", "", "`NAME` of the match, for PGN")
	flags.IntVar(&f.Interval, "ratinginterval", 0, "print the difference in Elo every `N` games; 0: at the end only")
	flags.BoolVar(&f.Strict, "strict", false, "warn of every irregular line of an engine, and exit with 1 if there is any fault")
}
