package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// comparison times perft here and in a peer, in turns, one thread each, so that other load on
// the machine slows both. The median of the ratios is the result; the counts must agree.
type comparison struct {
	rounds int
	peer   []string
	own    map[string]bool // variants in the peer's own definition
}

// fullHands are crazyhouse positions in which both sides hold every kind of piece.
var fullHands = []string{
	"r1bqk2r/ppp2ppp/2n5/3p4/3P4/2N5/PPP2PPP/R1BQK2R[QRBNPqrbnp] w KQkq - 0 10",
	"2kr3r/ppp2ppp/8/8/8/8/PPP2PPP/2KR3R[QRBBNNPPqrbbnnpp] b - - 0 20",
	"r4rk1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1[QRBNPPqrbnpp] w - - 0 18",
	"4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4K3[QQRRBBNNPqqrrbbnnp] w - - 0 25",
}

// run measures works of the form variant:depth or variant:depth:hands.
func (c *comparison) run(works []string) error {
	for _, work := range works {
		fields := strings.Split(work, ":")
		if len(fields) < 2 {
			return fmt.Errorf("%q: want variant:depth", work)
		}
		depth, err := strconv.Atoi(fields[1])
		if err != nil {
			return fmt.Errorf("%q: %w", work, err)
		}
		if err := c.work(fields[0], depth, len(fields) > 2); err != nil {
			return fmt.Errorf("%s: %w", work, err)
		}
	}
	return nil
}

// work measures one variant and prints one line. A built-in definition of the peer can be
// faster than one from a file.
func (c *comparison) work(name string, depth int, hands bool) error {
	v, err := rules.Builtin().Get(name)
	if err != nil {
		return err
	}
	g, err := board.Compile(v)
	if err != nil {
		return err
	}
	given, theirs, fens := v, "timed-"+name, []string{v.Start}
	if c.own[v.Name] {
		given, theirs = nil, v.Name
	}
	if hands {
		fens = fullHands
	}
	p, err := startPeer(c.peer, given, theirs)
	if err != nil {
		return err
	}
	defer p.close()
	var ours, others, ratios []float64
	for range c.rounds {
		mine, other, err := round(g, p, fens, depth)
		if err != nil {
			return err
		}
		ours, others, ratios = append(ours, mine), append(others, other), append(ratios, mine/other)
	}
	label := fmt.Sprintf("%s perft %d", v.Name, depth)
	if hands {
		label += " with full hands"
	}
	fmt.Printf("%-36s ours %7.1f M/s   %s %7.1f M/s   ratio %.2f (%.2f to %.2f)\n", label, median(ours)/1e6,
		strings.Join(c.peer, " "), median(others)/1e6, median(ratios), slices.Min(ratios), slices.Max(ratios))
	return nil
}

// round counts all positions in both programs and returns their nodes per second.
func round(g *board.Game, p *peer, fens []string, depth int) (ours, theirs float64, err error) {
	var nodes uint64
	var here, there time.Duration
	for _, fen := range fens {
		pos, err := notation.ParseFEN(g, fen)
		if err != nil {
			return 0, 0, err
		}
		start := time.Now()
		n := perft.Count(g, &pos, depth)
		here += time.Since(start)
		m, took, err := p.perft(fen, depth)
		if err != nil {
			return 0, 0, err
		}
		if n != m {
			return 0, 0, fmt.Errorf("%s: ours %d leaves, theirs %d", fen, n, m)
		}
		there += took
		nodes += n
	}
	return float64(nodes) / here.Seconds(), float64(nodes) / there.Seconds(), nil
}

// median returns the middle value, the upper one of two.
func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return s[len(s)/2]
}
