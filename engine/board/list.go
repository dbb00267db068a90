package board

// MaxMoves is the capacity of a List, which no position of any variant exceeds. With n men
// of its own on the board a side has at most 64-n squares to go to: twice for each man, who
// may promote on arrival or not (a pawn, who may become more, has four squares at most),
// and once for each of seven kinds in hand. (2n+7)(64-n) is largest for n = 30. Witness:
// TestMaxMoves has a position of 1184 moves; orthodox chess knows one of 218.
const MaxMoves = 2278

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
