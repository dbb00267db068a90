package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// victim is work that is killed and continued.
type victim struct {
	name    string
	command func(folder string, rng *rand.Rand) []string // a run, with settings that do not change its result
	result  func(folder string) ([]byte, error)          // what has to be the same in the end
	partial func(folder string, want []byte) error       // checks what a killed run leaves; may be nil
	leaves  string                                       // the only file left in the end; "" does not matter

	want []byte
	took time.Duration
}

// attackRuns kills runs at random moments and continues them. In the end the result must be that of a
// run without a break.
func attackRuns(t *tally) error {
	var all []*victim
	for _, k := range tasks {
		all = append(all, t.solution(k))
	}
	all = append(all, t.match(), t.analysis())
	if t.small {
		all = []*victim{all[0], all[len(all)-2], all[len(all)-1]}
	}
	for i, v := range all {
		if err := t.undisturbed(v, i); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	rounds := t.many(1, 8)
	return t.each(len(all)*rounds, func(i int) error {
		v := all[i%len(all)]
		folder := t.path(fmt.Sprint("round", i))
		defer os.RemoveAll(folder)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		return t.disturb(v, folder, t.rng(i))
	})
}

// undisturbed runs the work once to its end.
func (t *tally) undisturbed(v *victim, i int) error {
	folder := t.path(fmt.Sprint("whole", i))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	o, err := t.runIn(folder, v.command(folder, t.rng(i)), 0)
	if err != nil {
		return err
	}
	if v.took = o.took; o.status != 0 {
		return fmt.Errorf("status %d: %s", o.status, o.err)
	}
	v.want, err = v.result(folder)
	return err
}

// runIn runs a command whose standard output is the file "output" in a folder, and kills it after a
// while unless that is 0.
func (t *tally) runIn(folder string, args []string, after time.Duration) (outcome, error) {
	f, err := os.Create(filepath.Join(folder, "output"))
	if err != nil {
		return outcome{}, err
	}
	defer f.Close()
	c := command{args: args, output: f, limit: 5 * time.Minute}
	if after > 0 {
		c.signal, c.after = os.Kill, after
	}
	return t.run(c)
}

// disturb kills the work some times and lets it run to its end then.
func (t *tally) disturb(v *victim, folder string, rng *rand.Rand) error {
	kills := t.many(2, 8)
	for range kills {
		after := time.Duration(1 + rng.Float64()*float64(v.took)/2)
		o, err := t.runIn(folder, v.command(folder, rng), after)
		switch {
		case err != nil:
			return err
		case o.status == 0:
			return t.compare(v, folder) // it had ended before
		case !t.ends(&o, "%s", v.name):
			return nil
		case !o.killed:
			t.fault(lost, "%s: not resumed: %s", v.name, o.err)
			return nil
		}
		t.add(killed, 1)
		if v.partial != nil {
			if err := v.partial(folder, v.want); err != nil {
				t.fault(lost, "%s: a killed run left: %v", v.name, err)
			}
		}
	}
	o, err := t.runIn(folder, v.command(folder, rng), 0)
	if err != nil || !t.ends(&o, "%s after %d kills", v.name, kills) {
		return err
	}
	if o.status != 0 {
		t.fault(lost, "%s: not resumed after %d kills: %s", v.name, kills, o.err)
		return nil
	}
	return t.compare(v, folder)
}

// compare compares the result in a folder, and looks for files that should not be there.
func (t *tally) compare(v *victim, folder string) error {
	t.add(tried, 1)
	got, err := v.result(folder)
	if err != nil || !bytes.Equal(got, v.want) {
		t.fault(lost, "%s: another result after kills: %d bytes, want %d, %v", v.name, len(got), len(v.want), err)
		return nil
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	for _, path := range left {
		if name := filepath.Base(path); v.leaves != "" && name != v.leaves && name != "output" {
			t.fault(lost, "%s: left behind: %s", v.name, name)
		}
	}
	t.add(accepted, 1)
	return nil
}

// memories are limits for strong solutions: all states in memory, some on disk, all on disk.
var memories = []string{"1G", "8M", "1K"}

// solution returns a task as a victim.
func (t *tally) solution(k task) *victim {
	return &victim{
		name:   k.name,
		leaves: "t.tht",
		command: func(folder string, rng *rand.Rand) []string {
			more := []string{"--checkpoint-every", "20ms"}
			if !k.weak {
				more = append(more, "--threads", strconv.Itoa(1+rng.IntN(3)), "--memory", memories[rng.IntN(len(memories))])
			}
			return k.command(filepath.Join(folder, "t.tht"), more...)
		},
		result: func(folder string) ([]byte, error) { return t.result(&k, filepath.Join(folder, "t.tht")) },
	}
}

// match is a match that is continued from its checkpoint: each game must be in the PGN file once.
func (t *tally) match() *victim {
	return &victim{
		name:   "match",
		leaves: "g.pgn",
		command: func(folder string, rng *rand.Rand) []string {
			return []string{"match", "--variant", "tinyhouse", "--games", "20", "--nodes", "2000", "--seed", "5", "--max-moves", "40",
				"--engine", "name=A", "--engine", "name=B", "--pgn", filepath.Join(folder, "g.pgn"),
				"--concurrency", strconv.Itoa(1 + rng.IntN(2)), "--log-level", "error"}
		},
		result: func(folder string) ([]byte, error) {
			text, err := os.ReadFile(filepath.Join(folder, "g.pgn"))
			return timeless(text), err
		},
	}
}

// timed matches what times add to a PGN file.
var timed = regexp.MustCompile(`\[(Date|GameStartTime|GameEndTime|GameDuration) "[^"]*"\]| [0-9.]+s\b`)

// timeless returns the games of a PGN file in their order, without times and line breaks.
func timeless(text []byte) []byte {
	games := strings.Split(string(text), "[Event ")
	for i, game := range games {
		games[i] = timed.ReplaceAllString(strings.Join(strings.Fields(game), " "), "")
	}
	slices.Sort(games)
	return []byte(strings.Join(games, "\n"))
}

// analysis is an analysis of many positions. It cannot be continued, but what a killed run has printed
// must be whole results.
func (t *tally) analysis() *victim {
	return &victim{
		name: "analyze",
		command: func(folder string, _ *rand.Rand) []string {
			path := filepath.Join(folder, "positions.epd")
			_ = os.WriteFile(path, bytes.Repeat([]byte("startpos\nstartpos moves a2a3\nstartpos moves a2a3 d3d2\n"), 40), 0o666)
			return []string{"analyze", "--nodes", "20000", "--epd", path, "--log-level", "error"}
		},
		result: func(folder string) ([]byte, error) { return os.ReadFile(filepath.Join(folder, "output")) },
		partial: func(folder string, want []byte) error {
			got, err := os.ReadFile(filepath.Join(folder, "output"))
			if err == nil && (!bytes.HasPrefix(want, got) || len(got) > 0 && got[len(got)-1] != '\n') {
				return fmt.Errorf("%d bytes that do not begin the whole output: %.80q", len(got), got[max(0, len(got)-80):])
			}
			return err
		},
	}
}
