// Package rules describes variants as defaults data: what an author writes, without tables
// and without speed. Variants are read from the ini language of Fairy-Stockfish, built in
// ones from builtin.ini and a user's from a file, by the same reader. This package is the
// only place of the project that knows a variant by name.
package rules

import "tinyhouse/engine/geom"

// Variant is the rules of one game. It is immutable once Validate has accepted it.
type Variant struct {
	Name      string
	Template  string // variantTemplate: what a GUI builds the game on, "fairy" unless told
	CharTable string // pieceToCharTable of XBoard, empty unless told
	Pocket    int    // pocketSize as announced to GUIs; 0 means as many as there are piece types
	Start     string // start position, FEN

	Board   geom.Geometry
	Pieces  []Piece // in the order of their definition, letters unique; the king, where there is one, first
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

// Kept returns how many kinds of pieces a hand can hold, as GUIs are told: 0 in games without
// drops.
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

// Pawn says how pieces of PawnRole move beyond their steps.
type Pawn struct {
	DoubleStep bool
	DoubleFrom Sides // where a double step may start
	EnPassant  bool  // a double step may be captured on the square passed over
}

// Promotion says where and into what pieces promote.
type Promotion struct {
	Zone           Sides
	To             Letters // what a pawn may become; empty: pawns do not promote
	PawnMandatory  bool    // a pawn that moves into the zone must promote
	PieceMandatory bool    // so must a piece that has a Promoted form (shogi-style)
}

// Drop says whether pieces return from the hand, and where.
type Drop struct {
	Allowed        bool  // a move may place a piece of the hand on an empty square
	Captures       bool  // captured pieces go to the captor's hand, promoted ones demoted
	Zone           Sides // where pieces of any kind may be dropped
	PawnZone       Sides // where pawns may be dropped, within Zone: ranks already applied
	NoDoubled      byte  // letter of the kind dropped at most once a file; 0: none
	NoDoubledCount int   // how many of that kind a file may hold after the drop, 1 unless told
	MobileOnly     bool  // immobilityIllegal: no drop or move to a square where the piece could never move again
}

// Castling says which castlings exist. Rights come with the position (FEN); the squares
// are fixed here. Files count from 0, ranks from 0 on White's side.
type Castling struct {
	Allowed  bool
	KingFile int    // the king's file before castling
	Rank     [2]int // the rank of king and rooks, White's and Black's
	KingTo   [2]int // the king's file after castling, king side first
	RookFile [2]int // the rook's file before castling, king side first: the board's edge unless told
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

// Ending says how games end. Results are for the side to move, except Extinct, which is
// for the side whose pieces are gone.
type Ending struct {
	Checkmate Result // no legal move, in check
	Stalemate Result // no legal move, not in check
	NFold     int    // a position occurring for the NFold-th time ends the game; 0: never
	NFoldIs   Result
	NMove     int // full moves without capture, pawn move or drop that draw the game; 0: never

	Flag     byte  // letter of the piece that wins by standing in FlagZone; 0: none
	FlagZone Sides // by the colour of the flag piece
	FlagSafe bool  // it wins only where the opponent cannot capture it; else the game goes on

	Extinct      Letters // pieces of which a side may run out; each alone ends the game
	ExtinctCount int     // running out means having at most this many on the board and in hand
	ExtinctIs    Result
}
