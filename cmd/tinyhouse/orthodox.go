package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/notnil/chess"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
	"tinyhouse/engine/rules"
)

// Orthodox chess, checked against an implementation that shares no line with ours.

// orthodoxTests are positions from the perft page of the chessprogramming wiki, with
// depths at which the other program is done in a second or two.
var orthodoxTests = []perftCheck{
	{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Depth: 4},
	{FEN: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Depth: 3},
	{FEN: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", Depth: 4},
	{FEN: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", Depth: 3},
	{FEN: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", Depth: 3},
	{FEN: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", Depth: 3},
}

// perftCheck is a count on which both programs agree.
type perftCheck struct {
	FEN   string `json:"fen"`
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
}

// verifyOrthodox returns the counts of the tests, or an error that names the first move
// below which the programs differ.
func verifyOrthodox(ctx context.Context) ([]perftCheck, error) {
	g, err := orthodoxGame()
	if err != nil {
		return nil, err
	}
	checks := slices.Clone(orthodoxTests)
	for i := range checks {
		if err := checks[i].run(ctx, g); err != nil {
			return nil, err
		}
	}
	return checks, nil
}

// orthodoxGame finds orthodox chess among the built-in variants by its start position.
func orthodoxGame() (*board.Game, error) {
	start := chess.StartingPosition().String()
	for _, v := range rules.Builtin().Variants() {
		if v.Start == start {
			return board.Compile(v)
		}
	}
	return nil, fmt.Errorf("no variant starts with %q", start)
}

// run counts on both sides and compares move by move, so that a difference says where to
// look.
func (c *perftCheck) run(ctx context.Context, g *board.Game) error {
	pos, err := notation.ParseFEN(g, c.FEN)
	if err != nil {
		return err
	}
	ours := map[string]uint64{}
	err = perft.Divide(ctx, g, &pos, c.Depth, func(m board.Move, nodes uint64) {
		ours[notation.Move(g, &pos, m)] = nodes
		c.Nodes += nodes
	})
	if err != nil {
		return err
	}
	setUp, err := chess.FEN(c.FEN)
	if err != nil {
		return err
	}
	theirs := map[string]uint64{}
	their := chess.NewGame(setUp).Position()
	for _, m := range their.ValidMoves() {
		theirs[m.String()] = countTheirs(ctx, their.Update(m), c.Depth-1)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, move := range slices.Sorted(maps.Keys(merged(ours, theirs))) {
		if ours[move] != theirs[move] {
			return fmt.Errorf("perft %d of %q: %s: we count %d, notnil/chess %d", c.Depth, c.FEN, move, ours[move], theirs[move])
		}
	}
	return nil
}

// merged returns a map with the keys of both.
func merged(a, b map[string]uint64) map[string]uint64 {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// countTheirs is perft as the other program does it. Once ctx is done the result means
// nothing.
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
