// Command cross checks our move generator against other programs, and times it beside
// them:
//
//	cross equal [flags] variant…   perft over random positions, move by move
//	cross speed [flags] work…      nodes per second of both, and the ratio
//
// The peers are programs that speak UCI (Fairy-Stockfish, Stockfish), the ffish library
// behind scripts/cross/ffish.js, or the Go library notnil/chess, called notnil. It is run by scripts/cross.sh and scripts/speed.sh.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// main leaves the work to run, which has an error to return.
func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cross:", err)
		os.Exit(1)
	}
}

// run reads the flags of one of the two and starts it.
func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want equal or speed")
	}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	peer := flags.String("peer", "fairy-stockfish", "the other program and its arguments")
	switch args[0] {
	case "equal":
		e := equality{}
		flags.IntVar(&e.positions, "positions", 1000, "random positions a variant")
		flags.IntVar(&e.depth, "depth", 3, "plies")
		flags.Uint64Var(&e.maxNodes, "max-nodes", 100_000_000, "positions with more leaves are counted a ply less deep")
		flags.Uint64Var(&e.seed, "seed", 1, "of the random games")
		flags.BoolVar(&e.own, "own", false, "use the peer's own definition of the variant, not ours")
		flags.Parse(args[1:])
		e.peer = strings.Fields(*peer)
		return e.run(flags.Args())
	case "speed":
		s := comparison{own: map[string]bool{}}
		flags.IntVar(&s.rounds, "rounds", 5, "measurements, of which the median counts")
		own := flags.String("own", "", "variants, separated by commas, that the peer takes from its own definition")
		flags.Parse(args[1:])
		for _, name := range strings.Split(*own, ",") {
			s.own[name] = true
		}
		s.peer = strings.Fields(*peer)
		return s.run(flags.Args())
	}
	return fmt.Errorf("%q: want equal or speed", args[0])
}
