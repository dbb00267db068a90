package protocol

import (
	"context"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/perft"
)

// maxPerft bounds the depth of a count; nobody lives to see the end of one as deep.
const maxPerft = 64

// atOnce is the depth that is counted without looking at the context: below a second in
// any game.
const atOnce = 3

// Divide is perft.Divide that ends early when ctx does; it reports whether it did not.
func Divide(ctx context.Context, g *board.Game, p *board.Position, depth int, yield func(board.Move, uint64)) bool {
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		nodes := count(ctx, g, &next, depth-1)
		if ctx.Err() != nil {
			return false
		}
		yield(m, nodes)
	}
	return true
}

// count is perft.Count that returns soon, and anything, once ctx is done.
func count(ctx context.Context, g *board.Game, p *board.Position, depth int) uint64 {
	if depth <= atOnce {
		return perft.Count(g, p, depth)
	}
	var l board.List
	g.Moves(p, &l)
	var nodes uint64
	for _, m := range l.All() {
		if ctx.Err() != nil {
			return 0
		}
		var next board.Position
		g.Apply(&next, p, m)
		nodes += count(ctx, g, &next, depth-1)
	}
	return nodes
}

// emitPerft emits the lines of a divided count, the way all engines print them.
func emitPerft(ctx context.Context, g *board.Game, p board.Position, depth int, emit func(event)) {
	total := uint64(0)
	if depth <= 0 {
		total = 1
	} else if !Divide(ctx, g, &p, min(depth, maxPerft), func(m board.Move, nodes uint64) {
		total += nodes
		emit(event{text: fmt.Sprintf("%s: %d", notation.Move(g, &p, m), nodes)})
	}) {
		emit(event{note: "perft stopped before its end"})
		return
	}
	emit(event{})
	emit(event{text: fmt.Sprintf("Nodes searched: %d", total)})
	emit(event{})
}
