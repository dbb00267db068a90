// Command cross compares this program with other engines.
//
//	cross equal [flags] VARIANT...   perft over random positions, move by move
//	cross speed [flags] WORK...      perft nodes per second; a work is VARIANT:DEPTH[:hands]
//	cross mates [flags] BINARY       proof search of BINARY beside a peer's "go mate"
//
// The peer is a UCI engine (Fairy-Stockfish, Stockfish), scripts/cross/ffish.js, or "notnil",
// the Go library notnil/chess. scripts/cross.sh, speed.sh and mates.sh run it.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cross:", err)
		os.Exit(1)
	}
}

// run reads the flags of a comparison and starts it. It is long because it lists the flags of
// each of the three.
func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want equal, speed or mates")
	}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	peer := flags.String("peer", "fairy-stockfish", "command of the other engine")
	rounds := flags.Int("rounds", 1, "measurements of speed or mates; the median counts")
	switch args[0] {
	case "equal":
		e := equality{}
		flags.IntVar(&e.positions, "positions", 1000, "random positions a variant")
		flags.IntVar(&e.depth, "depth", 3, "plies")
		flags.Uint64Var(&e.maxNodes, "max-nodes", 100_000_000, "largest count: larger ones are done a ply less deep")
		flags.Uint64Var(&e.seed, "seed", 1, "of the random games")
		flags.BoolVar(&e.own, "own", false, "use the peer's own definition of the variant, not ours")
		flags.Parse(args[1:])
		e.peer = strings.Fields(*peer)
		return e.run(flags.Args())
	case "speed":
		s := comparison{own: map[string]bool{}}
		own := flags.String("own", "", "variants, separated by commas, for which the peer uses its own definition")
		flags.Parse(args[1:])
		for _, name := range strings.Split(*own, ",") {
			s.own[name] = true
		}
		s.peer, s.rounds = strings.Fields(*peer), *rounds
		return s.run(flags.Args())
	case "mates":
		m := mates{}
		flags.DurationVar(&m.limit, "limit", 10*time.Second, "time for a problem")
		flags.IntVar(&m.hash, "hash", 256, "MiB for each program")
		flags.StringVar(&m.file, "file", "scripts/cross/mates.epd", "problems")
		variant := flags.String("variant", "tinyhouse", "variant of the problems")
		flags.Parse(args[1:])
		if flags.NArg() != 1 {
			return fmt.Errorf("want our program after the flags, have %q", flags.Args())
		}
		m.binary, m.peer, m.rounds = flags.Arg(0), strings.Fields(*peer), *rounds
		return m.run(*variant)
	}
	return fmt.Errorf("%q: want equal, speed or mates", args[0])
}
