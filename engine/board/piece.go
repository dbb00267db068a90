package board

// Color is the side that owns a piece or has the move.
type Color uint8

// The colours. White moves up the board.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "w" or "b", as in FEN.
func (c Color) String() string { return "wb"[c : c+1] }

// Kind numbers the kinds of pieces of one game. Kind 0 is the royal king, or unused in a
// game without one; the rest follow the order of the variant's pieces. A promoted piece
// of a shogi-style game keeps its kind and is told apart by Position.Promoted.
type Kind uint8

// King is the kind of the royal king in every game that has one.
const King Kind = 0

// MaxKinds is the number of kinds a game can have: three bits of a Move.
const MaxKinds = 8

// Piece is a man on the board.
type Piece struct {
	Color    Color
	Kind     Kind
	Promoted bool // stands there by promotion, and matters: see Position.Promoted
}
