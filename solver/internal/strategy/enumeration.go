package strategy

import (
	"context"
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/enumerate"
)

// ExportWin exports a win of the side to move of the roots, whose values e knows, and returns its
// plies.
func ExportWin(ctx context.Context, e *enumerate.Enumeration, g *board.Game, roots []board.Position, emit Emit) (plies int, err error) {
	for i := range roots {
		_, v := e.Best(&roots[i])
		plies = max(plies, int(v.Plies))
	}
	choose := func(p *board.Position) (board.Move, score.Exact, error) {
		m, v := e.Best(p)
		switch {
		case m == board.NoMove || v.Outcome != score.Win:
			return m, v, errLost
		case v.Plies == math.MaxUint16:
			return m, v, errLong
		}
		return m, v, nil
	}
	return plies, export(ctx, g, roots, e.Visited().Add, choose, emit)
}

// ExportDraw exports a draw strategy of the side to move of the roots, whose values e knows. Of the
// moves that hold it prefers one that adds the fewest positions.
func ExportDraw(ctx context.Context, e *enumerate.Enumeration, g *board.Game, roots []board.Position, emit Emit) error {
	visited := e.Visited()
	var moves board.List
	choose := func(p *board.Position) (best board.Move, v score.Exact, err error) {
		fewest := math.MaxInt
		g.Moves(p, &moves)
		for _, m := range moves.All() {
			if fewest == 0 {
				break
			}
			if n, holds := countNew(e, visited, g, p, m, fewest); holds && n < fewest {
				best, fewest = m, n
			}
		}
		if best == board.NoMove {
			err = errLost
		}
		return best, v, err
	}
	return export(ctx, g, roots, visited.Add, choose, emit)
}

// countNew reports whether a move of p holds, and counts the positions after it and a reply that
// are not visited, up to most.
func countNew(e *enumerate.Enumeration, visited *enumerate.Visited, g *board.Game, p *board.Position, m board.Move, most int) (n int, holds bool) {
	var after, next board.Position
	g.Apply(&after, p, m)
	if v, ok := e.Value(&after); !ok || v.Outcome == score.Win {
		return 0, false
	}
	var replies board.List
	g.Moves(&after, &replies)
	for _, r := range replies.All() {
		g.Apply(&next, &after, r)
		if !visited.Has(&next) && !g.Ended(&next).Over() {
			if n++; n == most {
				break
			}
		}
	}
	return n, true
}
