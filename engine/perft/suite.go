package perft

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Case is a position of a suite with the counts known for it.
type Case struct {
	ID     string
	FEN    string
	Source string // where the counts come from
	Counts []Known
	Line   int // of the file, where the case begins
}

// Known is the number of leaves at a depth.
type Known struct {
	Depth int
	Nodes uint64
}

// maxDepth bounds the depths of a suite.
const maxDepth = 64

// ReadSuite reads the positions of one variant in a format like that of shakmaty's suites:
//
//	# a comment
//	source counted by hand
//	id lone-kings
//	epd 4k3/8/8/8/8/8/8/4K3 w - - 0 1
//	perft 1 5
//
// Every id begins a case; a source holds until the next one. An error names the file, the
// line and its text.
func ReadSuite(file string, r io.Reader) ([]Case, error) {
	var s suite
	in := bufio.NewScanner(r)
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if err := s.read(line, text); err != nil {
			return nil, fmt.Errorf("perft: %s:%d: %.80q: %w", file, line, text, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("perft: %s: %w", file, err)
	}
	return s.cases, nil
}

// suite is a suite being read.
type suite struct {
	cases  []Case
	source string
}

func (s *suite) read(line int, text string) error {
	key, value, _ := strings.Cut(text, " ")
	value = strings.TrimSpace(value)
	switch key {
	case "source":
		s.source = value
		return nil
	case "id":
		s.cases = append(s.cases, Case{ID: value, Source: s.source, Line: line})
		return nil
	}
	if len(s.cases) == 0 {
		return errors.New("want an id first")
	}
	c := &s.cases[len(s.cases)-1]
	switch key {
	case "epd":
		c.FEN = value
	case "perft":
		known, err := readKnown(value)
		if err != nil {
			return err
		}
		c.Counts = append(c.Counts, known)
	default:
		return errors.New("want id, epd, perft or source")
	}
	return nil
}

func readKnown(text string) (k Known, err error) {
	if fields := strings.Fields(text); len(fields) == 2 {
		k.Depth, err = strconv.Atoi(fields[0])
		if err == nil && 1 <= k.Depth && k.Depth <= maxDepth {
			if k.Nodes, err = strconv.ParseUint(fields[1], 10, 64); err == nil {
				return k, nil
			}
		}
	}
	return k, errors.New("want a depth and a count")
}
