package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// results is docs/results.md beside the list of published values.
type results struct {
	t    *testing.T
	text string
	list []solved
	used []bool // entries that the text has
}

// TestSolvedDocs compares the list with docs/results.md: neither has a value that the other has not.
func TestSolvedDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	r := &results{t: t, text: string(text), list: publishedList(t)}
	r.used = make([]bool, len(r.list))
	r.compareGames()
	r.compareUnits()
	r.compareOpenings()
	r.comparePeasants()
	r.compareDobutsu()
	for i, s := range r.list {
		if !r.used[i] {
			t.Errorf("docs/results.md does not have %+v", s)
		}
	}
}

// find returns the entry for a kind of file, nil if there is none.
func (r *results) find(variant, material, kind string) *solved {
	i := slices.IndexFunc(r.list, func(s solved) bool {
		return s.Variant == variant && s.Material == material && s.Kind == kind && s.Moves == ""
	})
	if i < 0 {
		return nil
	}
	r.used[i] = true
	return &r.list[i]
}

// rows returns the cells of the table whose head begins with some words.
func (r *results) rows(head string) (rows [][]string) {
	_, rest, ok := strings.Cut(r.text, "\n| "+head)
	if !ok {
		r.t.Fatalf("docs/results.md has no table %q", head)
	}
	for _, line := range strings.Split(rest, "\n")[2:] {
		if !strings.HasPrefix(line, "|") {
			return rows
		}
		var cells []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		rows = append(rows, cells)
	}
	return rows
}

// compare compares the cells of a row.
func (r *results) compare(s *solved, what string, got, want []string) {
	r.t.Helper()
	switch {
	case s == nil:
		r.t.Errorf("the list does not have %s", what)
	case !slices.Equal(got, want):
		r.t.Errorf("docs/results.md has for %s\n%q, the list\n%q", what, got, want)
	}
}

// figures returns positions, shares and the longest distance as the text has them.
func (s *solved) figures() []string {
	if s == nil {
		return nil
	}
	share := func(n uint64) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(s.Positions)) }
	if s.Wins+s.Losses+s.Draws == 0 { // a table that was not made again
		return []string{thousands(s.Positions)}
	}
	return []string{thousands(s.Positions), share(s.Wins), share(s.Losses), share(s.Draws), s.plies("longest")}
}

// plies returns the number of plies of a position, "-" if there is none.
func (s *solved) plies(what string) string {
	for _, at := range s.Shown {
		if _, plies, ok := strings.Cut(at.Value, " "); ok && at.What == what {
			return plies
		}
	}
	return "-"
}

// thousands writes a number with commas.
func thousands(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// size writes a number of bytes as the text has it.
func (s *solved) size() string {
	if s == nil || s.Bytes >= 100_000 {
		return fmt.Sprintf("%.1f MB", float64(s.Bytes)/1e6)
	}
	return fmt.Sprintf("%.0f kB", float64(s.Bytes)/1e3)
}

func (r *results) compareGames() {
	for _, row := range r.rows("game | pieces") {
		variant, material := row[0], row[1]
		if material == "the start" {
			material = ""
		}
		s := r.find(variant, material, "table")
		if s == nil {
			r.compare(nil, variant+" "+material, nil, nil)
			continue
		}
		start := "-"
		for _, at := range s.Shown {
			if at.What == "start" {
				start = at.Value
			}
		}
		r.compare(s, variant+" "+material, row[2:], append(s.figures(), start, s.size()))
	}
}

func (r *results) compareUnits() {
	for _, row := range r.rows("units | positions | won") {
		units := row[0]
		s := r.find("tinyhouse", units, "table")
		if s == nil {
			r.compare(nil, units, nil, nil)
			continue
		}
		if figures := s.figures(); len(figures) == 1 {
			r.compare(s, units, []string{row[1], row[6]}, append(figures, s.size()))
		} else {
			r.compare(s, units, row[1:7], append(figures, s.size()))
		}
		want := []string{"-", "-", "-"}
		if first := r.find("tinyhouse-firstrank", units, "table"); first != nil {
			figures := first.figures()
			want = []string{figures[0], figures[3], figures[4]}
		}
		r.compare(s, units+" with pawn drops on the first rank", row[7:], want)
	}
}

func (r *results) compareOpenings() {
	table := map[string]string{} // plies by the moves
	var first string
	for _, row := range r.rows("first move") {
		_, first, _ = strings.Cut(strings.Trim(row[0], "`"), "`")
		for _, m := range regexp.MustCompile("`(\\w+)` (\\d+)").FindAllStringSubmatch(row[1], -1) {
			table[first+" "+m[1]] = m[2]
		}
		if m := regexp.MustCompile(`Black, to move, wins in (\d+) plies`).FindStringSubmatch(row[1]); m != nil {
			table[first] = m[1]
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^tb/proofs/(.*): proved: (.*)$`).FindAllStringSubmatch(r.text, -1) {
		i := slices.IndexFunc(r.list, func(s solved) bool { return s.File == m[1] })
		if i < 0 {
			r.t.Errorf("the list does not have %s", m[1])
			continue
		}
		s := &r.list[i]
		r.used[i] = true
		r.compare(s, m[1], []string{m[2], "win " + table[s.Moves]}, []string{s.Shown[0].Value, s.Shown[0].Value})
		delete(table, s.Moves)
	}
	if len(table) > 0 {
		r.t.Errorf("no certificate for %v", table)
	}
	m := regexp.MustCompile(`verify tb/proofs/(.*)\n(?:.*\n)*?verified: (\d+) positions`).FindStringSubmatch(r.text)
	i := slices.IndexFunc(r.list, func(s solved) bool { return m != nil && s.File == m[1] })
	if i < 0 || fmt.Sprint(r.list[i].Positions) != m[2] {
		r.t.Errorf("verified: %q", m)
	}
}

func (r *results) comparePeasants() {
	for _, row := range r.rows("files | value") {
		variant := "peasants" + row[0]
		switch {
		case row[1] == "open":
			if s := r.find(variant, "", "search"); s != nil {
				r.t.Errorf("%s is open", variant)
			}
		case row[3] == "not made":
			if s := r.find(variant, "", "search"); s == nil || s.Shown[0].Value != row[1] {
				r.t.Errorf("%s: %+v", variant, s)
			}
		default:
			s := r.find(variant, "", "certificate")
			if s == nil {
				r.compare(nil, variant, nil, nil)
				continue
			}
			size := ""
			if s.Bytes >= 100_000 {
				size = ", " + s.size()
			}
			r.compare(s, variant, []string{row[1], row[3]}, []string{s.Shown[0].Value, thousands(s.Positions) + " positions" + size + ", verified"})
		}
	}
	for _, sentence := range []string{"**Thin Chess is a draw**, on twelve ranks and on eight.", "**Peasants' Chess is a draw** on one to five files."} {
		if !strings.Contains(r.text, sentence) {
			r.t.Errorf("docs/results.md lacks %q", sentence)
		}
	}
}

func (r *results) compareDobutsu() {
	s, proof := r.find("dobutsu", "", "table"), r.find("dobutsu", "", "certificate")
	if s == nil || proof == nil {
		r.t.Fatal("the list lacks dobutsu")
	}
	flat := strings.Join(strings.Fields(r.text), " ")
	for _, want := range []string{
		"**Dobutsu shogi is won by the second player in " + s.plies("start") + " plies**",
		"has " + thousands(proof.Positions) + " positions, verified, and wins in " + proof.plies("root") + " plies.",
	} {
		if !strings.Contains(flat, want) {
			r.t.Errorf("docs/results.md lacks %q", want)
		}
	}
}
