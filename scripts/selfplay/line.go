package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// info is an info line of a search, read more strictly than any GUI does.
type info struct {
	text   string
	scored bool
	mate   bool // the score counts moves to the end, not centipawns
	score  int
	bound  bool // at least or at most the score
	rank   int  // among the lines of MultiPV, 1 the best
	pv     []string
}

// exact reports whether the line promises a value and a way to it.
func (i *info) exact() bool { return i.scored && !i.bound && len(i.pv) > 0 }

// numbers are the words of an info line that a whole number follows.
var numbers = []string{"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "currmovenumber", "cpuload"}

// parseInfo reads a line that begins with "info". A word it does not know is an error, as
// is a number that is none. Prose, after "string", is not looked at.
func parseInfo(text string) (*info, error) {
	i := &info{text: text, rank: 1}
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "info" {
		return nil, fmt.Errorf("no info line")
	}
	for words = words[1:]; len(words) > 0; {
		used, err := i.word(words)
		if err != nil {
			return nil, err
		}
		words = words[used:]
	}
	return i, nil
}

// word reads the first item of words and returns how many words it takes.
func (i *info) word(words []string) (used int, err error) {
	switch name := words[0]; {
	case name == "string":
		return len(words), nil
	case name == "pv":
		if i.pv = words[1:]; len(i.pv) == 0 {
			return 0, fmt.Errorf("pv without moves")
		}
		return len(words), nil
	case name == "lowerbound" || name == "upperbound":
		i.bound = true
		return 1, nil
	case name == "currmove" && len(words) > 1:
		return 2, nil
	case name == "wdl":
		return 4, i.chances(words[1:])
	case name == "score":
		return 3, i.value(words[1:])
	case slices.Contains(numbers, name):
		n, err := number(words, 1)
		if name == "multipv" {
			i.rank = n
		}
		if err == nil && (n < 0 || name == "hashfull" && n > 1000) {
			err = fmt.Errorf("%s %d is out of range", name, n)
		}
		return 2, err
	default:
		return 0, fmt.Errorf("unknown word %q", name)
	}
}

// value reads "cp 12" or "mate -3".
func (i *info) value(words []string) (err error) {
	if len(words) == 0 || words[0] != "cp" && words[0] != "mate" {
		return fmt.Errorf("score is neither cp nor mate")
	}
	i.scored, i.mate = true, words[0] == "mate"
	i.score, err = number(words, 1)
	return err
}

// chances reads three numbers that must add up to 1000.
func (i *info) chances(words []string) error {
	sum := 0
	for at := range 3 {
		n, err := number(words, at)
		if err != nil {
			return err
		}
		sum += n
	}
	if sum != 1000 {
		return fmt.Errorf("wdl adds up to %d", sum)
	}
	return nil
}

// number returns the whole number that is the word at an index.
func number(words []string, at int) (int, error) {
	if at >= len(words) {
		return 0, fmt.Errorf("a number is missing")
	}
	n, err := strconv.Atoi(words[at])
	if err != nil {
		return 0, fmt.Errorf("%q is no number", words[at])
	}
	return n, nil
}
