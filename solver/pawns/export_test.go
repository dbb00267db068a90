package pawns

import (
	"math/bits"

	"tinyhouse/engine/board"
)

// Board is the representation of a position.
type Board = pawnBoard

// Board converts a position.
func (a *Analysis) Board(p *board.Position) Board { return a.board(p) }

// Next returns the boards after all legal moves.
func (b Board) Next() (next []Board) {
	if _, over := b.over(); over {
		return nil
	}
	high, low, once, twice := b.targets()
	for _, moves := range []struct {
		to uint64
		by int
	}{{high, 9}, {low, -7}, {once, 1}, {twice, 2}} {
		for to := moves.to; to != 0; to &= to - 1 {
			at := to & -to
			next = append(next, b.after(bits.RotateLeft64(at, -moves.by), at))
		}
	}
	return next
}

// With returns an analysis with some features only.
func (a *Analysis) With(f Features) *Analysis {
	with := *a
	with.features = f & All
	return &with
}
