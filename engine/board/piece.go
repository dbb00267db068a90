package board

import "tinyhouse/engine/internal/zobrist"

// Color is the side that owns a piece or has the move.
type Color uint8

// The colours. White's pawns move up the board.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "w" or "b", as in FEN.
func (c Color) String() string { return "wb"[c : c+1] }

// Kind numbers the kinds of pieces of one game. Kind 0 is the royal king, or unused in a game
// without one; the rest follow the order of the variant's pieces. A piece that is promoted
// shogi-style keeps its kind and is marked in Position.Promoted.
type Kind uint8

// King is the kind of the royal king in every game that has one.
const King Kind = 0

// MaxKinds limits the kinds of a game: a Move has three bits for them.
const MaxKinds = zobrist.Kinds

// MaxUnits limits the pieces of a position, on the board and in both hands.
const MaxUnits = zobrist.MaxCount

// Piece is a piece on the board.
type Piece struct {
	Color    Color
	Kind     Kind
	Promoted bool // see Position.Promoted
}
