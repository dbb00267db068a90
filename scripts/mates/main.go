// Command mates asks our solver and Fairy-Stockfish for the same mates in Tinyhouse, and how
// long it takes them:
//
//	mates run [flags] BINARY     solves the problems of a file with both, and compares
//	mates draw [flags] BINARY    draws new problems from games, and prints them
//	mates rate [flags] BINARY    prints the problems of a file with their levels found anew
//
// BINARY is our program. It is run by scripts/mates.sh.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mates:", err)
		os.Exit(1)
	}
}

// settings are what the flags say.
type settings struct {
	game     *board.Game
	binary   string
	peer     string
	limit    time.Duration
	hash     int
	rounds   int
	file     string
	problems int
	seed     uint64
}

// run reads the flags and starts what is asked for.
func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want run or draw")
	}
	s := settings{}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	flags.StringVar(&s.peer, "peer", "fairy-stockfish", "the other program")
	flags.DurationVar(&s.limit, "limit", 10*time.Second, "time for a problem")
	flags.IntVar(&s.hash, "hash", 256, "MiB of hash table for either")
	flags.IntVar(&s.rounds, "rounds", 1, "measurements, of which the median counts")
	flags.StringVar(&s.file, "file", "scripts/mates/tinyhouse.epd", "problems to solve")
	flags.IntVar(&s.problems, "problems", 50, "to draw")
	flags.Uint64Var(&s.seed, "seed", 1, "of the games")
	flags.Parse(args[1:])
	if flags.NArg() != 1 {
		return fmt.Errorf("want our program after the flags, have %q", flags.Args())
	}
	s.binary = flags.Arg(0)
	v, err := rules.Builtin().Get(variant)
	if err != nil {
		return err
	}
	if s.game, err = board.Compile(v); err != nil {
		return err
	}
	switch args[0] {
	case "run":
		return s.compare()
	case "draw":
		return s.draw()
	case "rate":
		return s.rateAll()
	}
	return fmt.Errorf("%q: want run, draw or rate", args[0])
}

// compare gives the problems of the file to both programs.
func (s *settings) compare() error {
	problems, err := load(s.game, s.file)
	if err != nil {
		return err
	}
	c := comparison{limit: s.limit, rounds: s.rounds, problems: problems}
	c.programs = append(c.programs, program{"Fairy-Stockfish", s.theirs})
	for threads := 1; threads <= 2; threads++ {
		o := ours{s.binary, threads, s.hash, s.limit}
		c.programs = append(c.programs, program{fmt.Sprintf("ours, threads %d", threads), o.solve})
	}
	return c.run()
}

// draw draws problems.
func (s *settings) draw() error {
	engine, err := startPeer(s.binary, s.game.Variant(), s.hash)
	if err != nil {
		return err
	}
	defer engine.close()
	a := newArtist(s, s.problems)
	a.ours = engine
	return a.draw()
}
