// Package rules reads variants from the ini language of Fairy-Stockfish and describes them as plain
// data. The built-in ones are in builtin.ini; no other package knows a variant by name.
package rules

import "tinyhouse/engine/geom"

// Variant is the rules of one game. It is immutable once Validate has accepted it.
type Variant struct {
	Name      string
	Template  string // variantTemplate, for GUIs; default "fairy"
	CharTable string // pieceToCharTable of XBoard, or empty
	Pocket    int    // pocketSize, for GUIs; 0: the number of piece types
	Start     string // start position, FEN

	Board   geom.Geometry
	Pieces  []Piece // with unique letters, in the order of definition; a king comes first
	Pawn    Pawn
	Promote Promotion
	Drop    Drop
	Castle  Castling
	End     Ending
}

// Piece returns the piece written with the lower-case letter, or nil.
func (v *Variant) Piece(letter byte) *Piece {
	for i := range v.Pieces {
		if v.Pieces[i].Letter == letter {
			return &v.Pieces[i]
		}
	}
	return nil
}

// PocketSize returns the number of kinds that a hand can hold, for GUIs: 0 in games without drops.
func (v *Variant) PocketSize() int {
	switch {
	case !v.Drop.Allowed:
		return 0
	case v.Pocket > 0:
		return v.Pocket
	}
	return len(v.Pieces)
}

// Sides holds a set of squares for each colour: White's at 0, Black's at 1.
type Sides [2]geom.Set

// Letters is a list of pieces by their lower-case letters, in the order given.
type Letters string

// Pawn is the rules for pieces of PawnRole beyond their atoms.
type Pawn struct {
	DoubleStep bool
	DoubleFrom Sides // where a double step may start
	EnPassant  bool  // a double step may be captured on the square passed over
}

// Promotion is the rules of promotion.
type Promotion struct {
	Zone           Sides
	To             Letters // what a pawn may become; empty: pawns do not promote
	PawnMandatory  bool    // a pawn that moves into the zone must promote
	PieceMandatory bool    // a piece with a promoted form must promote, too (shogi-style)
}

// Drop is the rules of drops.
type Drop struct {
	Allowed        bool  // a move may place a piece from the hand on an empty square
	Captures       bool  // captured pieces go to the captor's hand, promoted ones demoted
	Zone           Sides // where pieces of any kind may be dropped
	PawnZone       Sides // where pawns may be dropped; within Zone
	NoDoubled      byte  // letter of the kind that a file holds a limited number of; 0: none
	NoDoubledCount int   // that limit, after a drop; default 1
	MobileOnly     bool  // immobilityIllegal: no drop or move to a square from which the piece could never move
}

// Castling is the squares of castling; the position has the rights. Files count from 0, ranks from 0
// on White's side.
type Castling struct {
	Allowed  bool
	KingFile int    // the king's file before castling
	Rank     [2]int // the rank of king and rooks, White's and Black's
	KingTo   [2]int // the king's file after castling, king side first
	RookFile [2]int // the rook's file before castling, king side first; default: the board's edges
	Rook     byte   // letter of the piece the king castles with
}

// Result is a value for the side to move.
type Result int8

// The three results.
const (
	Loss Result = -1
	Draw Result = 0
	Win  Result = +1
)

// Ending is the rules by which games end. Results are those of the side to move, ExtinctIs that of
// the side whose pieces are gone.
type Ending struct {
	Checkmate Result // no legal move, in check
	Stalemate Result // no legal move, not in check
	NFold     int    // the occurrence of a position that ends the game; 0: none
	NFoldIs   Result
	NMove     int // full moves without capture, pawn move or drop that draw the game; 0: never

	Flag     byte  // letter of the piece that wins in FlagZone; 0: none
	FlagZone Sides // by the colour of the flag piece
	FlagSafe bool  // it wins only on a square that the opponent does not attack

	Extinct      Letters // kinds of which a side may run out; each ends the game
	ExtinctCount int     // a side runs out with at most this many on the board and in hand
	ExtinctIs    Result
}
