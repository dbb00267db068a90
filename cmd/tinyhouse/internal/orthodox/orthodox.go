// Package orthodox compares perft counts of orthodox chess with those of the library notnil/chess,
// which shares no code with ours.
package orthodox

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/notnil/chess"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// tests are the positions of the chessprogramming wiki's page "Perft Results", at depths
// that notnil/chess counts in a second or two.
var tests = []Check{
	{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Depth: 4},
	{FEN: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Depth: 3},
	{FEN: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", Depth: 4},
	{FEN: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", Depth: 3},
	{FEN: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", Depth: 3},
	{FEN: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", Depth: 3},
}

// Check is a count on which both programs agree.
type Check struct {
	FEN   string `json:"fen"`
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
}

// Verify compares all positions. Its error names the first difference.
func Verify(ctx context.Context) ([]Check, error) {
	g, err := game()
	if err != nil {
		return nil, err
	}
	checks := slices.Clone(tests)
	for i := range checks {
		if err := checks[i].run(ctx, g); err != nil {
			return nil, err
		}
	}
	return checks, nil
}

// game returns the built-in variant with the start position of orthodox chess.
func game() (*board.Game, error) {
	start := chess.StartingPosition().String()
	for _, v := range rules.Builtin().Variants() {
		if v.Start == start {
			return board.Compile(v)
		}
	}
	return nil, fmt.Errorf("no variant starts with %q", start)
}

// run counts with both programs. Its error names a move below which the counts differ.
func (c *Check) run(ctx context.Context, g *board.Game) error {
	pos, err := notation.ParseFEN(g, c.FEN)
	if err != nil {
		return err
	}
	setUp, err := chess.FEN(c.FEN)
	if err != nil {
		return err
	}
	ours, theirs := map[string]uint64{}, map[string]uint64{}
	err = perft.Divide(ctx, g, &pos, c.Depth, func(m board.Move, nodes uint64) {
		ours[notation.Move(g, &pos, m)] = nodes
		c.Nodes += nodes
	})
	root := chess.NewGame(setUp).Position()
	for _, m := range root.ValidMoves() {
		theirs[m.String()] = countTheirs(ctx, root.Update(m), c.Depth-1)
		ours[m.String()] += 0 // a move that only they find
	}
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	for move, n := range ours {
		if theirs[move] != n {
			return fmt.Errorf("perft %d of %q: %s: we count %d, notnil/chess %d", c.Depth, c.FEN, move, n, theirs[move])
		}
	}
	return nil
}

// countTheirs is perft with notnil/chess. The count is meaningless once ctx is cancelled.
func countTheirs(ctx context.Context, p *chess.Position, depth int) uint64 {
	if depth == 0 || ctx.Err() != nil {
		return 1
	}
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	for _, m := range moves {
		nodes += countTheirs(ctx, p.Update(m), depth-1)
	}
	return nodes
}
