// Command solving times and repeats strong solutions. It builds the program with
// scripts/build.sh and removes what it writes.
//
//	go run ./scripts/solving time [-rounds N] [WORK...]
//	go run ./scripts/solving tables [-folder DIR] [-threads N] [GROUP or WORK...]
//	go run ./scripts/solving list [-folder DIR] [GROUP or WORK...]
//
// A work is VARIANT:MATERIAL, VARIANT: is the whole start.
//
//   - time solves each work with one thread and with two, in turns, and prints medians. The
//     default takes half an hour.
//   - tables solves the games of docs/results.md, verifies every value and prints a row of the
//     results for each. It keeps the tables in DIR and does not solve them again. All groups
//     take hours.
//   - list writes the list of published values for the web app, from the tables in DIR, those
//     that come with the program, and the certificates of tb/proofs and DIR.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "solving:", err)
		os.Exit(1)
	}
}

// tools is what the subcommands share.
type tools struct {
	binary  string // the program
	folder  string // of tables
	threads string
	repeats int // rounds
}

// run builds the program and starts a subcommand.
func run(args []string) error {
	if len(args) == 0 {
		return errors.New("want time, tables or list")
	}
	t := &tools{}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	command, defaults := t.measure, []string{"thinchess:", "dobutsu:", "tinyhouse:W1U1F1", "chess:KQvKR"}
	switch args[0] {
	case "time":
		flags.IntVar(&t.repeats, "rounds", 3, "runs of each work; the median counts")
	case "tables":
		command, defaults = t.tables, []string{"tinyhouse", "firstrank", "chess", "small", "dobutsu"}
		flags.StringVar(&t.folder, "folder", "tables", "where tables are kept")
		flags.StringVar(&t.threads, "threads", "2", "threads of the solver")
	case "list":
		command, defaults = t.list, []string{"small", "dobutsu", "chess", "tinyhouse", "firstrank", "large"}
		flags.StringVar(&t.folder, "folder", "tables", "where tables are kept")
	default:
		return fmt.Errorf("%q: want time, tables or list", args[0])
	}
	flags.Parse(args[1:])
	if flags.NArg() > 0 {
		defaults = flags.Args()
	}
	works, err := parseWorks(defaults)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "solving")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	t.binary = filepath.Join(temp, "tinyhouse")
	if out, err := exec.Command("bash", "scripts/build.sh", t.binary).CombinedOutput(); err != nil {
		return fmt.Errorf("scripts/build.sh: %w: %s", err, out)
	}
	return command(works)
}

// work is a game to solve: a variant and its material, empty for the start's.
type work struct{ variant, material string }

func (w work) String() string { return w.variant + ":" + w.material }

// solve returns the arguments that solve w into the file path.
func (w work) solve(path string, flags ...string) []string {
	args := append([]string{"solve", "--variant", w.variant, "--out", path, "--log-level", "warn"}, flags...)
	switch {
	case strings.Contains(w.material, "v"):
		args = append(args, "--material", w.material)
	case w.material != "":
		args = append(args, "--units", w.material)
	}
	return args
}

// summary is what solve and stats print with --json.
type summary struct {
	Positions, Wins, Losses, Draws uint64
	All                            *struct{ Positions, Wins, Losses, Draws uint64 } // of stats
	Longest                        *struct {
		FEN, Value string
		Plies      int
	}
	Start *struct {
		Value string
		Plies int
	}
}

// summarize runs the program with --json and returns the summary that it prints.
func (t *tools) summarize(args ...string) (s summary, err error) {
	out, err := t.output(append(args, "--json")...)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(out, &s); err != nil {
		return s, fmt.Errorf("%w in %.200q", err, out)
	}
	if s.All != nil {
		s.Positions, s.Wins, s.Losses, s.Draws = s.All.Positions, s.All.Wins, s.All.Losses, s.All.Draws
	}
	return s, nil
}

// output runs the program and returns what it prints; its log goes to stderr.
func (t *tools) output(args ...string) ([]byte, error) {
	cmd := exec.Command(t.binary, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %w: %.500s", strings.Join(args, " "), err, out)
	}
	return out, nil
}
