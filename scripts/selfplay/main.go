// Command selfplay plays our engine against itself, over real pipes and at a clock so short
// that nothing may go wrong, and is the referee. It reads every line of both engines: moves
// must be legal and in time, lines must be playable and must not go on after the game, and
// a mate must be there in as many moves as announced. It is run by scripts/selfplay.sh.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
)

func main() {
	clean, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "selfplay:", err)
	}
	if err != nil || !clean {
		os.Exit(1)
	}
}

// match is what the flags say.
type match struct {
	control
	engine      string
	games       int
	variants    []*board.Game
	seed        uint64
	concurrency int
	show        int  // faults to print a variant
	notes       bool // print notes as well
}

// run plays the match that the arguments ask for and reports whether nothing was wrong.
func run(args []string) (clean bool, err error) {
	m := match{}
	flags := flag.NewFlagSet("selfplay", flag.ExitOnError)
	flags.StringVar(&m.engine, "engine", "", "program to test (default: built from cmd/tinyhouse)")
	flags.IntVar(&m.games, "games", 1000, "number of games, over all variants")
	tc := flags.String("tc", "50+1", "clock of each side, base+increment in milliseconds")
	names := flags.String("variants", "", "names with commas between (default: all built in)")
	flags.Uint64Var(&m.seed, "seed", 1, "of the openings")
	flags.IntVar(&m.concurrency, "concurrency", 1, "games at a time")
	flags.DurationVar(&m.margin, "margin", 50*time.Millisecond, "by which a clock may be overrun")
	flags.BoolVar(&m.excuse, "excuse", false, "do not count time for which the engine waited for a processor (Linux)")
	flags.IntVar(&m.show, "show", 5, "faults to quote of each variant")
	flags.BoolVar(&m.cute, "cutechess", false, "speak to the engines as CuteChess does, and end games where it does")
	flags.BoolVar(&m.notes, "notes", false, "quote notes too: scores that are odd but may be right")
	flags.Parse(args)
	if err := m.control.parse(*tc); err != nil {
		return false, err
	}
	if m.variants, err = compile(*names); err != nil {
		return false, err
	}
	if m.engine == "" {
		dir, err := os.MkdirTemp("", "selfplay")
		if err != nil {
			return false, err
		}
		defer os.RemoveAll(dir)
		if m.engine, err = build(dir); err != nil {
			return false, err
		}
	}
	return m.play()
}

// parse reads a time control like 50+1.
func (c *control) parse(text string) error {
	var base, inc int
	if n, err := fmt.Sscanf(text, "%d+%d", &base, &inc); n != 2 || err != nil || base <= 0 || inc < 0 {
		return fmt.Errorf("-tc %q: want base+increment in milliseconds", text)
	}
	c.base, c.inc = time.Duration(base)*time.Millisecond, time.Duration(inc)*time.Millisecond
	return nil
}

// compile returns the games of the named variants, or of all.
func compile(names string) ([]*board.Game, error) {
	variants := rules.Builtin().Variants()
	if names != "" {
		variants = nil
		for name := range strings.SplitSeq(names, ",") {
			v, err := rules.Builtin().Get(name)
			if err != nil {
				return nil, err
			}
			variants = append(variants, v)
		}
	}
	var games []*board.Game
	for _, v := range variants {
		g, err := board.Compile(v)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// build builds the engine in a folder.
func build(dir string) (string, error) {
	path := filepath.Join(dir, "tinyhouse.exe") // the ending does no harm where it means nothing
	out, err := exec.Command("go", "build", "-o", path, "tinyhouse/cmd/tinyhouse").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// play plays all games and prints what happened.
func (m *match) play() (clean bool, err error) {
	fmt.Printf("selfplay: %d games of %d variants at %v+%v, margin %v, seed %d\n",
		m.games, len(m.variants), m.base, m.inc, m.margin, m.seed)
	jobs, done := make(chan int), make(chan *game)
	var seats sync.WaitGroup
	for range max(m.concurrency, 1) {
		seats.Go(func() { m.seat(jobs, done) })
	}
	go func() {
		for n := range m.games {
			jobs <- n
		}
		close(jobs)
		seats.Wait()
		close(done)
	}()
	return m.report(done), nil
}

// report prints faults as they come, then a line for each variant and the sum.
func (m *match) report(done <-chan *game) (clean bool) {
	tallies, shown := make([]tally, len(m.variants)), make([]int, len(m.variants))
	var sum tally
	for x := range done {
		at := x.number % len(m.variants)
		tallies[at].add(&x.tally)
		sum.add(&x.tally)
		for _, f := range x.faults {
			if (f.kind != note || m.notes) && shown[at] < m.show {
				shown[at]++
				fmt.Println(f)
			}
		}
	}
	for i := range tallies {
		fmt.Printf("%s: %v\n", m.variants[i].Variant().Name, &tallies[i])
	}
	fmt.Printf("all: %v\n", &sum)
	fmt.Printf("selfplay: %d games, %d illegal, %d late, %d crashes, %d stalls, %d bad PVs\n",
		sum.games, sum.counts[illegal], sum.counts[late], sum.counts[crash], sum.counts[stalled], sum.counts[badPV])
	return sum.clean() && sum.games == m.games
}
