package main

import (
	"fmt"
	"strings"
	"time"
)

// comparison gives every problem to every program, turn by turn, so that whatever else the
// machine does hits all of them.
type comparison struct {
	programs []program
	limit    time.Duration
	rounds   int
	problems []*problem
	runs     [][]sample // by program and problem: the median of the rounds
}

// program is one that solves problems.
type program struct {
	name  string
	solve func(*problem) (sample, error)
}

// theirs gives a problem to the other program, started for it alone: a search for mate that
// may take the time limit, and ends with the first line that tells of one.
func (s *settings) theirs(x *problem) (sample, error) {
	p, err := startPeer(s.peer, s.game.Variant(), s.hash)
	if err != nil {
		return sample{}, err
	}
	defer p.close()
	moves := x.mate
	if moves == 0 {
		moves = unknownMate
	}
	a, err := p.search(x.fen, fmt.Sprint("mate ", moves), x.sign(), s.limit)
	return sample{solved: a.mate*x.sign() > 0, denied: a.mate*x.sign() < 0, seconds: a.seconds, nodes: a.nodes}, err
}

// unknownMate is how many moves to look for where nobody knows.
const unknownMate = 30

// run solves all problems and prints a line for each, then the sums. It is an error when a
// program claims another value than the file.
func (c *comparison) run() error {
	c.runs = make([][]sample, len(c.programs))
	fmt.Printf("%-12s %-8s %4s", "problem", "level", "dm")
	for _, p := range c.programs {
		fmt.Printf("  %22s", p.name)
	}
	fmt.Println()
	var denied []string
	for _, x := range c.problems {
		line := fmt.Sprintf("%-12s %-8s %4d", x.id, x.level, x.mate*x.sign())
		for i, p := range c.programs {
			var runs []sample
			for range c.rounds {
				s, err := p.solve(x)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", x.id, p.name, err)
				}
				runs = append(runs, s)
			}
			s := middle(runs)
			c.runs[i] = append(c.runs[i], s)
			line += "  " + s.String()
			if s.denied {
				denied = append(denied, fmt.Sprintf("%s by %s", x.id, p.name))
			}
		}
		fmt.Println(line)
	}
	c.report()
	if len(denied) > 0 {
		return fmt.Errorf("claims denied: %s", strings.Join(denied, ", "))
	}
	return nil
}

// String is a column of 22: time and thousands of nodes.
func (s sample) String() string {
	if !s.solved {
		return fmt.Sprintf("%8s s %10dk", "-", s.nodes/1000)
	}
	return fmt.Sprintf("%8.3f s %10dk", s.seconds, s.nodes/1000)
}

// report prints the sums of wins and losses, of each level and of all, and the ratios.
func (c *comparison) report() {
	fmt.Printf("\n%-12s %-8s", "", "")
	for _, p := range c.programs {
		fmt.Printf("  %34s", p.name)
	}
	fmt.Println()
	c.group("wins", func(p *problem) bool { return p.win })
	c.group("losses", func(p *problem) bool { return !p.win })
	for _, level := range levels[:3] {
		c.group(level, func(p *problem) bool { return p.level == level })
	}
	c.group("all", func(*problem) bool { return true })
	fmt.Println()
	c.ratios()
}

// group prints a line of sums.
func (c *comparison) group(name string, belongs func(*problem) bool) {
	line := ""
	for i := range c.programs {
		var runs []sample
		for j, p := range c.problems {
			if belongs(p) {
				runs = append(runs, c.runs[i][j])
			}
		}
		t := sum(runs, c.limit)
		if i == 0 {
			line = fmt.Sprintf("%-12s %-8d", name, len(runs))
		}
		line += fmt.Sprintf("  %2d solved, median %6.3f s, sum %5.1f s", t.solved, t.median, t.cost)
	}
	fmt.Println(line)
}

// ratios prints the lines that do not depend on the machine: the first program beside the
// second, and the third beside the second.
func (c *comparison) ratios() {
	peer, one, two := c.runs[0], c.runs[1], c.runs[2]
	a, b, t := sum(peer, c.limit), sum(one, c.limit), sum(two, c.limit)
	both, n := ratio(peer, one, c.limit, false)
	all, _ := ratio(peer, one, c.limit, true)
	names := [3]string{c.programs[0].name, c.programs[1].name, c.programs[2].name}
	fmt.Printf("solved of %d in %v: %s %d, %s %d, %s %d\n", len(peer), c.limit, names[1], b.solved, names[2], t.solved, names[0], a.solved)
	fmt.Printf("time: %s %.2f times as fast over the %d that both solve, %.2f times over all, unsolved ones at the limit (geometric means)\n", names[1], both, n, all)
	fmt.Printf("nodes per second: %s %.2f times as many (%.2f M and %.2f M)\n", names[1], b.speed()/a.speed(), b.speed()/1e6, a.speed()/1e6)
	threads, n := ratio(one, two, c.limit, false)
	fmt.Printf("threads: %s %.2f times as fast over the %d that both solve, %.2f times the nodes per second\n", names[2], threads, n, t.speed()/b.speed())
}
