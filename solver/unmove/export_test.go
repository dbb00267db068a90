package unmove

import "tinyhouse/engine/board"

// Dropped returns the kind that the move dropped; ok is false for other moves.
func (c Change) Dropped() (k board.Kind, ok bool) {
	return board.Kind(c >> 4 & 7), c&15 == dropped
}

// Captured returns the kind that the move captured, and whether it was promoted; ok is false for
// other moves.
func (c Change) Captured() (k board.Kind, promoted, ok bool) {
	k = board.Kind(c >> 4 & 7)
	return k, c&marked != 0, k != 0 && c&15 != dropped
}

// Promoted returns the kind to which a pawn promoted; ok is false for other moves.
func (c Change) Promoted() (k board.Kind, ok bool) {
	return board.Kind(c & 7), c&7 != 0 && c&formBit == 0
}

// FormPromoted returns the kind of a piece that promoted shogi-style; ok is false for other moves.
func (c Change) FormPromoted() (k board.Kind, ok bool) {
	return board.Kind(c & 7), c&7 != 0 && c&formBit != 0
}
