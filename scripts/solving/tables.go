package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// groups are the games of docs/results.md.
var groups = map[string][]string{
	"tinyhouse": append(choices("tinyhouse", 3), "tinyhouse:W1U1F1P1"),
	"firstrank": append(choices("tinyhouse-firstrank", 3), "tinyhouse-firstrank:W1U1F1P1"),
	"chess":     strings.Fields("chess:KQvK chess:KRvK chess:KBvK chess:KNvK chess:KPvK chess:KQvKR chess:KBNvK chess:KBBvK chess:KRvKP"),
	"small": strings.Fields(`thinchess8: thinchess: peasants1: peasants2: peasants3:
		losalamos:KQvK losalamos:KPvK losalamos:KRvKN losalamos:KQvKR losalamos:KRvKP losalamos:KPvKP
		gardner:KPvK gardner:KQvKR gardner:KBNvK gardner:KPvKP
		crazyhouse:Q1 crazyhouse:R1 crazyhouse:B1 crazyhouse:N1 crazyhouse:P1 crazyhouse:R1N1`),
	"dobutsu": {"dobutsu:"},
	"large":   {"tinyhouse:W2U2", "tinyhouse:W2U2F1", "tinyhouse:W2U1F1P1"},
}

// choices returns every choice of 1 to most units of a variant in which each side starts with
// one wazir, horse, ferz and pawn.
func choices(variant string, most int) []string {
	var works []string
	for total := 1; total <= most; total++ {
		for w := min(total, 2); w >= 0; w-- {
			for u := min(total-w, 2); u >= 0; u-- {
				for f := min(total-w-u, 2); f >= 0; f-- {
					if p := total - w - u - f; p <= 2 {
						works = append(works, fmt.Sprintf("%s:W%dU%dF%dP%d", variant, w, u, f, p))
					}
				}
			}
		}
	}
	return works
}

// parseWorks returns the works of groups and of single names VARIANT:MATERIAL.
func parseWorks(names []string) ([]work, error) {
	var works []work
	for _, name := range names {
		variant, material, single := strings.Cut(name, ":")
		group, ok := groups[name]
		switch {
		case single:
			works = append(works, work{variant, material})
		case !ok:
			return nil, fmt.Errorf("%q: want VARIANT:MATERIAL or a group", name)
		}
		for _, name := range group {
			variant, material, _ := strings.Cut(name, ":")
			works = append(works, work{variant, material})
		}
	}
	return works, nil
}

// tables solves, verifies and prints works.
func (t *tools) tables(works []work) error {
	if err := os.MkdirAll(t.folder, 0o777); err != nil {
		return err
	}
	fmt.Println("| game | pieces | positions | won | lost | drawn | longest | start | seconds | table |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, w := range works {
		if err := t.table(w); err != nil {
			return fmt.Errorf("%v: %w", w, err)
		}
	}
	return nil
}

// table solves a work unless its table is there, verifies the table and prints a row.
func (t *tools) table(w work) error {
	path := filepath.Join(t.folder, strings.TrimSuffix(w.variant+"-"+w.material, "-")+".tht")
	args, seconds := []string{"stats", path, "--log-level", "warn"}, "-"
	_, err := os.Stat(path)
	missing := err != nil
	if missing {
		args = w.solve(path, "--threads", t.threads)
	}
	begin := time.Now()
	s, err := t.summarize(args...)
	if err != nil {
		return err
	}
	if missing {
		seconds = fmt.Sprintf("%.1f", time.Since(begin).Seconds())
	}
	if _, err := t.output("verify", path, "--threads", t.threads, "--log-level", "warn"); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.print(w, info.Size(), seconds)
	return nil
}

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
	percent := func(n uint64) float64 { return 100 * float64(n) / float64(s.Positions) }
	fmt.Printf("| %s | %s | %d | %.1f %% | %.1f %% | %.1f %% | %s | %s | %s | %.1f kB |\n", w.variant, w.material,
		s.Positions, percent(s.Wins), percent(s.Losses), percent(s.Draws), longest, start, seconds, float64(bytes)/1000)
}
