// Package slow is a second implementation of the rules, for tests to compare with package board: a
// mailbox move generator that reads a rules.Variant directly, without tables. It does not use package
// board.
package slow

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Colour is White or Black, in the order of rules.Sides.
type Colour uint8

// The colours.
const (
	White Colour = iota
	Black
)

// forward is the direction of a colour's pawns, in ranks.
func (c Colour) forward() int { return 1 - 2*int(c) }

// Piece is the content of a square. The zero value is an empty square.
type Piece struct {
	Colour   Colour
	Letter   byte // lower case
	Promoted bool // "+x" shogi-style, or "x~" for what was a pawn in a game with hands
}

// Position is a position of a variant. It is immutable.
type Position struct {
	v         *rules.Variant
	board     [geom.MaxSquares]Piece
	hands     [2]['z' + 1]uint8 // by letter
	side      Colour            // to move
	castling  [2][2]bool        // by colour; king side first
	passed    geom.Square       // where an enemy pawn may be captured en passant, or NoSquare
	halfmoves int               // since the last capture, pawn move or drop
	fullmoves int               // number of the move, from 1
}

func (p *Position) empty(sq geom.Square) bool { return p.board[sq].Letter == 0 }

func (p *Position) owns(colour Colour, sq geom.Square) bool {
	return !p.empty(sq) && p.board[sq].Colour == colour
}

// squares returns the number of squares.
func (p *Position) squares() geom.Square { return geom.Square(p.v.Board.Squares()) }

// letterOf returns the letter of the only piece with a role, or 0.
func (p *Position) letterOf(role rules.Role) byte {
	for i := range p.v.Pieces {
		if p.v.Pieces[i].Role == role {
			return p.v.Pieces[i].Letter
		}
	}
	return 0
}

func (p *Position) isPawn(pc Piece) bool {
	return pc.Letter != 0 && pc.Letter == p.letterOf(rules.PawnRole)
}

// shogi reports whether pieces of a letter promote shogi-style.
func (p *Position) shogi(letter byte) bool { return p.v.Piece(letter).Promoted != 0 }

// movesAs returns the letter of the kind whose moves pc has.
func (p *Position) movesAs(pc Piece) byte {
	if pc.Promoted && p.shogi(pc.Letter) {
		return p.v.Piece(pc.Letter).Promoted
	}
	return pc.Letter
}

// demoted returns the letter of pc in a hand.
func (p *Position) demoted(pc Piece) byte {
	if pc.Promoted && !p.shogi(pc.Letter) {
		return p.letterOf(rules.PawnRole)
	}
	return pc.Letter
}
