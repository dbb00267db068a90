package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// variant is the game that all problems are from.
const variant = "tinyhouse"

// levels are the classes of difficulty, by how long Fairy-Stockfish takes. The last is for
// what lies between medium and hard, and is not wanted.
var levels = []string{"easy", "medium", "hard", "between"}

// problem is a position that the side to move wins, or loses whatever it does.
type problem struct {
	id    string
	fen   string
	win   bool
	level string
	mate  int    // moves to the end that are known to do, 0: unknown
	best  string // a move that wins, "" where the side to move loses
}

// question is what is claimed, as the solver is asked: win or loss.
func (p *problem) question() string {
	if p.win {
		return "win"
	}
	return "loss"
}

// sign is 1 for a win and -1 for a loss.
func (p *problem) sign() int {
	if p.win {
		return 1
	}
	return -1
}

// String is the line of EPD: dm is negative where the side to move is mated, claim is an
// operation of our own.
func (p *problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s id %q; claim %s;", p.fen, p.id, p.question())
	if p.best != "" {
		fmt.Fprintf(&b, " bm %s;", p.best)
	}
	if p.mate > 0 {
		fmt.Fprintf(&b, " dm %d;", p.mate*p.sign())
	}
	fmt.Fprintf(&b, " c0 %q;", p.level)
	return b.String()
}

// parse reads a line of EPD.
func parse(g *board.Game, line string) (*problem, error) {
	fen, rest := notation.CutEPD(line)
	pos, err := notation.ParseFEN(g, fen)
	if err != nil {
		return nil, err
	}
	p := &problem{fen: notation.FEN(g, &pos)}
	claimed := ""
	for operation := range strings.SplitSeq(rest, ";") {
		code, value, _ := strings.Cut(strings.TrimSpace(operation), " ")
		value = strings.Trim(value, `"`)
		switch code {
		case "id":
			p.id = value
		case "claim":
			claimed = value
		case "bm":
			p.best = value
		case "c0":
			p.level = value
		case "dm":
			if p.mate, err = strconv.Atoi(value); err != nil {
				return nil, fmt.Errorf("dm %q: %w", value, err)
			}
		}
	}
	p.win = claimed == "win"
	if p.mate *= p.sign(); p.mate < 0 || claimed != p.question() || !slices.Contains(levels[:3], p.level) {
		return nil, fmt.Errorf("%q: want a claim, win or loss, a dm to match, and a level c0", line)
	}
	return p, nil
}

// load reads a file of problems. Empty lines and those that begin with # are passed over.
func load(g *board.Game, path string) ([]*problem, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var all []*problem
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if line := lines.Text(); line != "" && line[0] != '#' {
			p, err := parse(g, line)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			all = append(all, p)
		}
	}
	return all, lines.Err()
}

// same returns a text that a position shares with its mirror image, with itself after
// colours are exchanged, and with nothing else.
func same(fen string) string {
	fields := strings.Fields(fen)
	turned := slices.Clone(fields)
	placed, hands, _ := strings.Cut(fields[0], "[")
	ranks := strings.Split(placed, "/")
	slices.Reverse(ranks)
	other := invert(strings.Join(ranks, "/"))
	// Hands list White's men first.
	white := strings.IndexFunc(hands, func(r rune) bool { return r >= 'a' || r == ']' })
	turned[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	all := []string{}
	own, swapped := hands, invert(strings.TrimSuffix(hands[white:], "]"))+invert(hands[:white])+"]"
	for _, p := range []string{placed, mirror(placed)} {
		all = append(all, p+"["+own+" "+fields[1])
	}
	for _, p := range []string{other, mirror(other)} {
		all = append(all, p+"["+swapped+" "+turned[1])
	}
	return slices.Min(all)
}

// invert exchanges upper and lower case.
func invert(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r ^ ' '
		}
		return r
	}, text)
}

// mirror exchanges left and right of a placement; the mark ~ stays behind its man.
func mirror(placed string) string {
	ranks := strings.Split(placed, "/")
	for i, rank := range ranks {
		var men []string
		for _, r := range rank {
			if r == '~' {
				men[len(men)-1] += "~"
			} else {
				men = append(men, string(r))
			}
		}
		slices.Reverse(men)
		ranks[i] = strings.Join(men, "")
	}
	return strings.Join(ranks, "/")
}
