// Command attack tries to make the program give a false answer, crash, hang or lose work: it
// changes checkpoints, tables and certificates, kills runs, and feeds hostile files and input. It
// prints a table of counts, and fails if an answer was false, a run lost, a process hung, crashed
// or took too much memory. scripts/attack.sh builds the program and calls it.
//
//	go run ./scripts/attack -binary FILE [-size small|full] [-seed N] [-jobs N] [-only NAME,...]
//
// Run it in the root of the repository. Full takes up to 15 minutes on two cores, small some seconds
// for each attack. The seed chooses what is changed and when runs are killed.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// attack is one way to attack the program.
type attack struct {
	name string
	run  func(*tally) error // the error is one of the attack itself
}

// attacks are in the order in which they run.
var attacks = []attack{
	{"checkpoints", attackCheckpoints},
	{"killed runs", attackRuns},
	{"tables and certificates", attackFiles},
	{"files by command", attackCommands},
	{"foreign rules", attackRules},
	{"live tables", attackLive},
	{"sizes", attackSizes},
	{"input", attackInput},
	{"tests", attackTests},
}

// harness is what all attacks share.
type harness struct {
	binary string // the program
	folder string // for temporary files
	small  bool
	seed   uint64
	jobs   int // processes at a time
	log    io.Writer
}

func main() {
	h := &harness{log: os.Stderr}
	flag.StringVar(&h.binary, "binary", "", "the program")
	size := flag.String("size", "full", "small or full")
	flag.Uint64Var(&h.seed, "seed", 1, "seed of all random choices")
	flag.IntVar(&h.jobs, "jobs", 2, "processes at a time")
	only := flag.String("only", "", "names of attacks, separated by commas; all by default")
	flag.Parse()
	h.small = *size == "small"
	var err error
	switch {
	case *size != "small" && *size != "full":
		err = fmt.Errorf("-size %q: want small or full", *size)
	case h.binary == "":
		err = fmt.Errorf("-binary is missing: want the path of the program")
	default:
		err = h.main(*only, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(1)
	}
}

// main runs the attacks that only names and prints the counts.
func (h *harness) main(only string, out io.Writer) (err error) {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	if h.binary, err = filepath.Abs(h.binary); err != nil {
		return err
	}
	if h.folder, err = os.MkdirTemp("", "attack"); err != nil {
		return err
	}
	defer os.RemoveAll(h.folder)
	var all []*tally
	for _, a := range chosen {
		t := &tally{harness: h, name: a.name, begin: time.Now()}
		if err := os.MkdirAll(t.path(), 0o777); err != nil {
			return err
		}
		if err := a.run(t); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		t.took = time.Since(t.begin)
		fmt.Fprintln(h.log, t.row())
		all = append(all, t)
		if err := os.RemoveAll(t.path()); err != nil {
			return err
		}
	}
	return report(out, all)
}

// choose returns the attacks of a list of names.
func choose(only string) (chosen []attack, err error) {
	if only == "" {
		return attacks, nil
	}
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(attacks, func(a attack) bool { return a.name == name })
		if i < 0 {
			return nil, fmt.Errorf("-only %q: want names of %s", name, names())
		}
		chosen = append(chosen, attacks[i])
	}
	return chosen, nil
}

// names returns the names of all attacks.
func names() string {
	var all []string
	for _, a := range attacks {
		all = append(all, fmt.Sprintf("%q", a.name))
	}
	return strings.Join(all, ", ")
}

// many returns one of two numbers, by the size.
func (h *harness) many(small, full int) int {
	if h.small {
		return small
	}
	return full
}

// rng returns random numbers that depend on the seed, the attack and n.
func (t *tally) rng(n int) *rand.Rand {
	x := t.seed
	for _, c := range []byte(t.name) {
		x = x*1099511628211 + uint64(c)
	}
	return rand.New(rand.NewPCG(x, uint64(n)))
}

// path returns a path in the folder of the attack.
func (t *tally) path(names ...string) string {
	return filepath.Join(append([]string{t.folder, strings.ReplaceAll(t.name, " ", "-")}, names...)...)
}
