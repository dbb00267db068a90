package board

// MaxMoves is the capacity of a List, which no position of any variant exceeds. A side with n
// pieces on the board has at most 64-n target squares: twice for each of these pieces, which may
// promote on arrival or not (a pawn has more promotions, but only four targets), and once for each
// of seven kinds in hand. (2n+7)(64-n) is largest for n = 30. The largest known counts are 1184,
// of the position in TestMaxMoves, and 218 in orthodox chess.
const MaxMoves = 2278

// List is a list of moves in an array that the caller owns, so that move generation allocates
// nothing. The zero value is empty.
type List struct {
	n     int
	moves [MaxMoves]Move
}

// Len returns the number of moves.
func (l *List) Len() int { return l.n }

// At returns move i, counted from 0.
func (l *List) At(i int) Move { return l.moves[i] }

// All returns the moves. The slice is valid until the list is filled again.
func (l *List) All() []Move { return l.moves[:l.n] }

// Clear empties the list.
func (l *List) Clear() { l.n = 0 }

func (l *List) add(m Move) {
	l.moves[l.n] = m
	l.n++
}
