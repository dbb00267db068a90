package protocol

import (
	"context"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/perft"
)

// maxPerft bounds the depth of a count; nobody lives to see the end of one as deep.
const maxPerft = 64

// emitPerft emits the lines of a divided count, the way all engines print them.
func emitPerft(ctx context.Context, g *board.Game, p board.Position, n Notation, depth int, emit func(event)) {
	total := uint64(0)
	if depth <= 0 {
		total = 1
	} else if err := perft.Divide(ctx, g, &p, min(depth, maxPerft), func(m board.Move, nodes uint64) {
		total += nodes
		emit(event{text: fmt.Sprintf("%s: %d", n.Move(g, &p, m), nodes)})
	}); err != nil {
		emit(event{note: "perft stopped before its end"})
		return
	}
	emit(event{})
	emit(event{text: fmt.Sprintf("Nodes searched: %d", total)})
	emit(event{})
}
