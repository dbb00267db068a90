// Command solved solves games, verifies every value of every table, and prints a line of a
// Markdown table for each.
//
//	solved BINARY FOLDER THREADS GROUP...
//
// The tables stay in the folder; those that are there already are verified and counted
// anew only. Groups are those of groups.go, or single works VARIANT:MATERIAL.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "solved:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("want BINARY FOLDER THREADS GROUP..., have %q", args)
	}
	works, err := worksOf(args[3:])
	if err != nil {
		return err
	}
	fmt.Println("| variant | men | positions | won | lost | drawn | longest | start | bytes a position | seconds | verified |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, w := range works {
		if err := w.do(args[0], args[1], args[2]); err != nil {
			return fmt.Errorf("%s %s: %w", w.variant, w.material, err)
		}
	}
	return nil
}

// work is a game to be solved.
type work struct{ variant, material string }

// summary is what solve and stats print.
type summary struct {
	Positions, Wins, Losses, Draws uint64
	Longest                        *struct{ Plies int }
	Start                          *struct {
		Value string
		Plies int
	}
}

// do solves, verifies and prints.
func (w work) do(binary, folder, threads string) error {
	path := filepath.Join(folder, strings.TrimSuffix(w.variant+"-"+w.material, "-")+".tht")
	args := []string{"--variant", w.variant, "--out", path, "--threads", threads, "--json", "--log-level", "warn"}
	switch {
	case strings.Contains(w.material, "v"):
		args = append(args, "--material", w.material)
	case w.material != "":
		args = append(args, "--units", w.material)
	}
	begin := time.Now()
	command, seconds := append([]string{"solve"}, args...), "-"
	_, err := os.Stat(path)
	known := err == nil
	if known {
		command = []string{"stats", path, "--json", "--log-level", "warn"}
	}
	out, err := output(binary, command...)
	if err != nil {
		return err
	}
	if !known {
		seconds = fmt.Sprintf("%.1f", time.Since(begin).Seconds())
	}
	var s summary
	if err := json.Unmarshal(out, &s); err != nil {
		return fmt.Errorf("%w in %.200q", err, out)
	}
	if _, err := output(binary, "verify", path, "--threads", threads, "--log-level", "warn"); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.print(w, info.Size(), seconds)
	return nil
}

// print prints the line of a work.
func (s *summary) print(w work, bytes int64, seconds string) {
	longest, start := "-", "-"
	if s.Longest != nil {
		longest = fmt.Sprint(s.Longest.Plies)
	}
	if s.Start != nil {
		start = s.Start.Value
		if start != "draw" {
			start = fmt.Sprint(start, " ", s.Start.Plies)
		}
	}
	all := float64(s.Positions)
	fmt.Printf("| %s | %s | %d | %d | %d | %.1f %% | %s | %s | %.3f | %s | yes |\n", w.variant, w.material,
		s.Positions, s.Wins, s.Losses, 100*float64(s.Draws)/all, longest, start, float64(bytes)/all, seconds)
}

// output runs the program and returns what it prints; its log goes to ours.
func output(binary string, args ...string) ([]byte, error) {
	cmd := exec.Command(binary, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return out, fmt.Errorf("%s: %w: %.500s", strings.Join(args, " "), err, out)
	}
	return out, err
}
