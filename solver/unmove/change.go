package unmove

import "tinyhouse/engine/board"

// Change encodes how the material of a predecessor differs from that of the position: what the
// move between them captured, dropped or promoted. Equal differences are equal numbers, below
// Changes, in all games. In eight bits:
//
//	7         6..4      3         2..0
//	promoted  captured  form      promotion     a board move; 0 for none of it
//	0         kind      1         0             a drop; the king, kind 0, has no promoted form
//
// The form bit tells a shogi-style promotion from that of a pawn.
type Change uint8

// Changes is the number of values that a Change can have.
const Changes = 256

const (
	dropped Change = 1 << 3
	formBit Change = 1 << 3
	marked  Change = 1 << 7
)

func dropOf(k board.Kind) Change      { return Change(k)<<4 | dropped }
func promotionTo(k board.Kind) Change { return Change(k) }
func promotionOf(k board.Kind) Change { return Change(k) | formBit }

func captureOf(k board.Kind, promoted bool) Change {
	c := Change(k) << 4
	if promoted {
		c |= marked
	}
	return c
}
