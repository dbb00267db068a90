package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// info is an info line of a search.
type info struct {
	text   string
	depth  int
	scored bool
	mate   bool // the score counts moves to the end, not centipawns
	score  int
	bound  bool // the score is a bound
	rank   int  // among the lines of MultiPV, 1 the best
	pv     []string
}

func (i *info) exact() bool { return i.scored && !i.bound && len(i.pv) > 0 }

// numbers are the words of an info line that are followed by a whole number.
var numbers = []string{"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "currmovenumber", "cpuload"}

// parseInfo parses an info line as far as possible. The error is the first violation of UCI, such as an
// unknown word. Text after "string" is free.
func parseInfo(text string) (i *info, err error) {
	i = &info{text: text, rank: 1}
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "info" {
		return i, fmt.Errorf("no info line")
	}
	for words = words[1:]; len(words) > 0; {
		used, wrong := i.word(words)
		if wrong != nil && err == nil {
			err = wrong
		}
		words = words[min(max(used, 1), len(words)):]
	}
	return i, err
}

// word parses the first item of words and returns its number of words.
func (i *info) word(words []string) (used int, err error) {
	switch name := words[0]; {
	case name == "string":
		return len(words), nil
	case name == "pv":
		if i.pv = words[1:]; len(i.pv) == 0 {
			return 1, fmt.Errorf("pv without moves")
		}
		return len(words), nil
	case name == "lowerbound" || name == "upperbound":
		i.bound = true
		return 1, nil
	case name == "currmove" && len(words) > 1:
		return 2, nil
	case name == "wdl":
		return 4, i.parseWDL(words[1:])
	case name == "score":
		return 3, i.parseScore(words[1:])
	case slices.Contains(numbers, name):
		n, err := number(words, 1)
		switch {
		case err != nil:
		case n < 0 || name == "hashfull" && n > 1000:
			err = fmt.Errorf("%s %d is out of range", name, n)
		case name == "multipv":
			i.rank = n
		case name == "depth":
			i.depth = n
		}
		return 2, err
	default:
		return 1, fmt.Errorf("unknown word %.40q", name)
	}
}

// parseScore parses "cp 12" or "mate -3".
func (i *info) parseScore(words []string) error {
	if len(words) == 0 || words[0] != "cp" && words[0] != "mate" {
		return fmt.Errorf("score is neither cp nor mate")
	}
	n, err := number(words, 1)
	if err == nil && max(n, -n) <= maxScore {
		i.scored, i.mate, i.score = true, words[0] == "mate", n
	}
	return err
}

// maxScore is larger than any score of an engine.
const maxScore = 1 << 24

// parseWDL parses three numbers that must add up to 1000.
func (i *info) parseWDL(words []string) error {
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

// number parses the word at an index.
func number(words []string, at int) (int, error) {
	if at >= len(words) {
		return 0, fmt.Errorf("a number is missing")
	}
	n, err := strconv.Atoi(words[at])
	if err != nil {
		return 0, fmt.Errorf("%.40q is no number", words[at])
	}
	return n, nil
}

// mateScore is the score of a mate in 0, in centipawns.
const mateScore = 100_000

// centipawns returns the score in centipawns. Mates exceed all other scores.
func (i *info) centipawns() int {
	switch {
	case !i.mate:
		return i.score
	case i.score > 0:
		return mateScore - i.score
	}
	return -mateScore - i.score
}

// String returns score and depth for a comment in PGN, such as "+0.35/16", or "-M6/20" with the plies to
// the mate. Without a score it is empty.
func (i *info) String() string {
	if i == nil || !i.scored {
		return ""
	}
	score := fmt.Sprintf("%+.2f", float64(i.score)/100)
	switch {
	case !i.mate && i.score == 0:
		score = "0.00"
	case i.mate && i.score > 0:
		score = fmt.Sprintf("+M%d", 2*i.score-1)
	case i.mate:
		score = fmt.Sprintf("-M%d", -2*i.score)
	}
	return fmt.Sprintf("%s/%d", score, i.depth)
}
