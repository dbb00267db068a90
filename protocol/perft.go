package protocol

import (
	"context"
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/perft"
)

// maxPerft limits the depth of a count, beyond any that ends.
const maxPerft = 64

// emitPerft emits the number of leaves below each move and the total, in the form of Stockfish.
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
