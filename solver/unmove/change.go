package unmove

import "tinyhouse/engine/board"

// Change says how the men of a predecessor differ from those of the position it leads to:
// what the move between them captured, dropped or promoted. Equal differences are equal
// numbers, below Changes, in all games. In eight bits:
//
//	7         6..4      3         2..0
//	promoted  captured  turns     promotion     a board move; 0 for none of it
//	0         kind      1         0             a drop: the king, kind 0, cannot turn over
type Change uint8

// Changes is the number of values that a Change can have.
const Changes = 256

const (
	dropped Change = 1 << 3
	turns   Change = 1 << 3
	marked  Change = 1 << 7
)

func dropOf(k board.Kind) Change      { return Change(k)<<4 | dropped }
func promotionTo(k board.Kind) Change { return Change(k) }
func turningOf(k board.Kind) Change   { return Change(k) | turns }

func captureOf(k board.Kind, promoted bool) Change {
	c := Change(k) << 4
	if promoted {
		c |= marked
	}
	return c
}

// Dropped returns the kind of the man that the move dropped; ok is false for any other move.
func (c Change) Dropped() (k board.Kind, ok bool) {
	return board.Kind(c >> 4 & 7), c&15 == dropped
}

// Captured returns the man that the move captured as it stood on the board: its kind, and
// whether it was marked as promoted; ok is false if the move did not capture. A pawn captured
// en passant is one like any other.
func (c Change) Captured() (k board.Kind, promoted, ok bool) {
	k = board.Kind(c >> 4 & 7)
	return k, c&marked != 0, k != 0 && c&15 != dropped
}

// Promoted returns the kind that a pawn became by the move; ok is false if none did. In games
// where captured men change sides the new man is marked as promoted, in others not.
func (c Change) Promoted() (k board.Kind, ok bool) {
	return board.Kind(c & 7), c&7 != 0 && c&turns == 0
}

// Turned returns the kind of the man that the move turned over, shogi-style, so that it is
// marked as promoted now; ok is false if it did not.
func (c Change) Turned() (k board.Kind, ok bool) {
	return board.Kind(c & 7), c&7 != 0 && c&turns != 0
}

// Possible returns every change that the rules of the game allow, in rising order. It may
// hold some that no position of the game has.
func (u *Unmover) Possible() []Change {
	var possible [Changes]bool
	for s := range u.sides {
		side := &u.sides[s]
		promotions := []Change{0}
		for i := range side.men {
			m := &side.men[i]
			if m.drops != 0 {
				possible[dropOf(m.kind)] = true
			}
			if m.born != 0 {
				promotions = append(promotions, promotionTo(m.kind))
			}
			if m.turning != nil && side.zone != 0 {
				promotions = append(promotions, turningOf(m.kind))
			}
		}
		for _, promotion := range promotions {
			possible[promotion] = true
			for i := range side.victims {
				possible[side.victims[i].by|promotion] = true
			}
		}
	}
	var all []Change
	for c, is := range possible {
		if is {
			all = append(all, Change(c))
		}
	}
	return all
}
