package contest

import (
	"flag"

	"tinyhouse/engine/board"
	"tinyhouse/protocol/match"
)

// Flags are what the command is told, as typed. Match reads them.
type Flags struct {
	// Two engines, what is said of both, and the time of those that do not say theirs.
	Engines []string
	Each    string
	TC, ST  string
	Nodes   uint64
	Depth   int

	// Where games begin: a file, or random moves.
	Openings string
	From     board.Position // of random ones, if not the start of the game
	Plies    int
	Seed     uint64
	Balance  int // centipawns; 0: openings need not be balanced

	// When they end, beside the rules.
	Adjudicate bool // when a table knows how
	Resign     string
	Draw       string
	MaxMoves   int

	SPRT     string
	Margin   int     // milliseconds
	Patience float64 // by which timeouts are multiplied

	match.Config // what needs no reading
}

// Add defines the flags.
func (f *Flags) Add(flags *flag.FlagSet) {
	// Who plays, and how much.
	flags.Func("engine", "`SETTINGS` of an engine; to be given twice", func(text string) error {
		f.Engines = append(f.Engines, text)
		return nil
	})
	flags.StringVar(&f.Each, "each", "", "`SETTINGS` of both engines, before their own")
	flags.IntVar(&f.Games, "games", 100, "play `N` games, two of each opening")
	flags.IntVar(&f.Concurrency, "concurrency", 1, "play `C` games at a time")
	flags.StringVar(&f.SPRT, "sprt", "", "stop when a test between two differences in Elo has decided: `elo0,elo1[,alpha,beta]`")

	// How long they may think.
	flags.StringVar(&f.TC, "tc", "", "`CLOCK` of both: moves/seconds+increment")
	flags.StringVar(&f.ST, "st", "", "`SECONDS` for each move, instead of a clock")
	flags.Uint64Var(&f.Nodes, "nodes", 0, "let both search `N` nodes at most")
	flags.IntVar(&f.Depth, "depth", 0, "let both search `PLIES` deep at most")
	flags.IntVar(&f.Margin, "timemargin", 20, "let clocks be overrun by `MS` milliseconds")
	flags.Float64Var(&f.Patience, "tscale", 1, "multiply all timeouts by `X`")
	flags.BoolVar(&f.Excuse, "excuse", false, "do not count time for which an engine waited for a processor (Linux)")

	// Where games begin and end.
	flags.StringVar(&f.Openings, "openings", "", "begin games from a `FILE` of EPD or PGN, or as settings say")
	flags.IntVar(&f.Plies, "plies", 6, "random openings have `N` plies at most")
	flags.Uint64Var(&f.Seed, "seed", 1, "`SEED` of the openings")
	flags.IntVar(&f.Balance, "balance", 150, "neither side is ahead by more than `CP` after a random opening; 0: it may be")
	flags.BoolVar(&f.Adjudicate, "adjudicate", false, "end a game when a table knows its value")
	flags.StringVar(&f.Resign, "resign", "", "a player loses who says so for some moves: `movecount=N,score=CP`")
	flags.StringVar(&f.Draw, "draw", "", "a game is drawn when both say so for some moves: `movenumber=N,movecount=N,score=CP`")
	flags.IntVar(&f.MaxMoves, "max-moves", 0, "a game of `N` moves is drawn; 0: it goes on")

	// What is kept and told.
	flags.StringVar(&f.PGN, "pgn", "", "append the games to `FILE`")
	flags.StringVar(&f.Journal, "journal", "", "keep the state of the match in `FILE` (default that of --pgn with .journal)")
	flags.StringVar(&f.Event, "event", "", "`NAME` of the match, for PGN")
	flags.IntVar(&f.Interval, "ratinginterval", 0, "print the difference in Elo every `N` games; 0: at the end")
	flags.BoolVar(&f.CuteChess, "cutechess", false, "speak to the engines as CuteChess does, and end games where it does")
	flags.BoolVar(&f.Strict, "strict", false, "complain of all that is odd in what engines say, and fail if anything is")
}
