package rules

// Role is what a piece has beside its atoms.
type Role uint8

// The roles. A variant has at most one RoyalKing and one PawnRole.
const (
	Ordinary  Role = iota
	RoyalKing      // a move that leaves it attacked is illegal; each side has one
	PawnRole       // promotes by the Promotion rule, may step twice and capture en passant
)

// Piece is one kind of piece.
type Piece struct {
	Letter   byte   // lower case, 'a' to 'z'
	Name     string // its key in the ini language: "wazir", "customPiece1", "king"
	Role     Role
	Betza    string // its moves in Betza notation
	Atoms    []Atom // the same, one for each direction, seen from White's side
	Promoted byte   // letter of the piece whose moves the promoted form has (shogi-style, written "+x"); 0: none
}

// Atom is one direction in which a piece moves, seen from White's side. For Black, the signs of File
// and Rank are opposite.
type Atom struct {
	File, Rank int8 // one step
	Limit      int8 // the largest number of steps, all but the last to empty squares; 1: a leaper, 0: no limit
	Lame       bool // every square of the path must be empty; only for leapers (Limit 1)
	Quiet      bool // may move to an empty square
	Capture    bool // may capture, and so attacks
}

// Path returns the squares that must be empty for a lame leap, as offsets from the start: first
// straight along the longer side until the rest is diagonal, then diagonally. For the horse's (2,1)
// it is (1,0). This is Fairy-Stockfish's convention for Betza's n.
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
