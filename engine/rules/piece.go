package rules

// Role sets a piece apart from those that only move as their atoms say.
type Role uint8

// The roles. A variant has at most one RoyalKing and one PawnRole.
const (
	Ordinary  Role = iota
	RoyalKing      // royal: a move that leaves it attacked is illegal; one a side
	PawnRole       // promotes by the Promotion rule, may step twice and capture en passant
)

// Piece is one kind of piece: how it is written and how it moves.
type Piece struct {
	Letter   byte   // lower case, 'a' to 'z'
	Name     string // its key in the ini language: "wazir", "customPiece1", "king"
	Role     Role
	Betza    string // its moves in Betza notation, as given or predefined
	Atoms    []Atom // the same, compiled: one entry a direction, seen from White's side
	Promoted byte   // letter of the piece whose moves its promoted form has (shogi-style, written "+x"); 0: none
}

// Atom is one direction in which a piece moves, seen from White's side: Black's is the
// same turned by half a circle, with the signs of both File and Rank changed.
type Atom struct {
	File, Rank int8 // one step
	Limit      int8 // how many steps in a row, each to or past an empty square: 1 is a leaper, 0 as many as the board has
	Lame       bool // every square of the path must be empty; only for leapers (Limit 1)
	Quiet      bool // may move to an empty square
	Capture    bool // may capture, and so attacks
}

// Path appends to path the steps, as offsets from the start, of the squares that must be
// empty for a lame leap: first straight, along the longer side, until the rest is
// diagonal, then diagonally. For the horse's (2,1) it is (1,0). This is Fairy-Stockfish's
// convention for Betza's n.
func (a Atom) Path() [][2]int8 {
	if !a.Lame {
		return nil
	}
	var path [][2]int8
	at := [2]int8{}
	for {
		left := [2]int8{a.File - at[0], a.Rank - at[1]}
		if abs(left[0]) >= abs(left[1]) {
			at[0] += sign(left[0])
		}
		if abs(left[1]) >= abs(left[0]) {
			at[1] += sign(left[1])
		}
		if at == [2]int8{a.File, a.Rank} {
			return path
		}
		path = append(path, at)
	}
}

func abs(n int8) int8 { return max(n, -n) }

func sign(n int8) int8 {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
