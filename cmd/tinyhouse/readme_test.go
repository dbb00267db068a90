package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// example is a command of the README and what it printed.
type example struct {
	command string
	output  []string
}

// examples returns the commands of the ```console blocks of a text.
func examples(text string) []example {
	var all []example
	inside := false
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "```console":
			inside = true
		case line == "```":
			inside = false
		case !inside:
		case strings.HasPrefix(line, "$ "):
			all = append(all, example{command: line[2:]})
		default:
			last := &all[len(all)-1]
			last.output = append(last.output, line)
		}
	}
	return all
}

// volatile finds what differs from run to run, with the strength of the engine, or with how
// tables are numbered and packed.
var volatile = regexp.MustCompile(`\.tht \d+$|\d+ numbers, \d+ bytes$|\b(seldepth|nodes|nps|hashfull|time|Nodes searched|Nodes/second):? \d+|depth [1-9]\d*|^\d+ nodes \d+ nps$`)

// stable returns what must be the same in every run. Counts of perft are: only what the
// search counts is left out.
func stable(command, line string) string {
	if strings.Contains(command, "perft") {
		return regexp.MustCompile(`"(time_ms|nps)":\d+`).ReplaceAllString(line, "$1")
	}
	return volatile.ReplaceAllString(line, "*")
}

// TestREADME runs the commands of the README and compares what they print. A line "..."
// stands for any lines.
func TestREADME(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a shell")
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, work := t.TempDir(), t.TempDir() // of the program, and where its files go
	script := "#!/bin/sh\n" + beProgram + "=1 exec '" + self + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "tinyhouse"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	tb, err := filepath.Abs("../../tb")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(tb, filepath.Join(work, "tb")); err != nil {
		t.Fatal(err)
	}
	all := examples(string(text))
	if len(all) < 5 {
		t.Fatalf("%d examples", len(all))
	}
	for _, e := range all {
		if testing.Short() && strings.Contains(e.command, "bench") {
			continue
		}
		c := exec.Command("sh", "-c", strings.ReplaceAll(e.command, "go run ./cmd/tinyhouse", "tinyhouse"))
		c.Dir = work
		c.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := c.Output()
		if err != nil {
			t.Errorf("%s: %v", e.command, err)
		}
		compare(t, e, strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"))
	}
}

// compare says where the output differs from the example's.
func compare(t *testing.T, e example, got []string) {
	skip := false
	for _, want := range e.output {
		if want == "..." {
			skip = true
			continue
		}
		for skip && len(got) > 0 && stable(e.command, got[0]) != stable(e.command, want) {
			got = got[1:]
		}
		skip = false
		if len(got) == 0 || stable(e.command, got[0]) != stable(e.command, want) {
			t.Errorf("%s\nprinted %q, README has %q", e.command, got, want)
			return
		}
		got = got[1:]
	}
	if len(got) > 0 {
		t.Errorf("%s\nprinted more than README has: %q", e.command, got)
	}
}
