package board

// MaxMoves is the capacity of a List. Witness: seven kinds in hand on an 8x8 board with
// one king can drop on 63 squares each, 441 moves; the most board moves known of an
// orthodox army are 218. TestMaxMoves plays such positions.
const MaxMoves = 1024

// List is a list of moves in an array owned by the caller, so that generating allocates
// nothing. The zero value is empty.
type List struct {
	n     int
	moves [MaxMoves]Move
}

// Len returns the number of moves.
func (l *List) Len() int { return l.n }

// At returns move i, counted from 0.
func (l *List) At(i int) Move { return l.moves[i] }

// All returns the moves; the slice is good until the list is filled again.
func (l *List) All() []Move { return l.moves[:l.n] }

// Clear empties the list.
func (l *List) Clear() { l.n = 0 }

func (l *List) add(m Move) {
	l.moves[l.n] = m
	l.n++
}
