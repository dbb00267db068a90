package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tinyhouse/engine/geom"
)

// MaxPieces limits the kinds of pieces beside the king: a kind has three bits, and kind 0 is reserved
// for the king.
const MaxPieces = 7

// Validate returns an error that joins an *Error for every mistake in v, or nil. Parse accepts valid
// variants only.
func Validate(v *Variant) error {
	var all []error
	for _, e := range check(v) {
		all = append(all, e)
	}
	return errors.Join(all...)
}

// check returns the mistakes in v.
func check(v *Variant) []*Error {
	c := checker{v: v}
	if g, err := geom.NewGeometry(v.Board.Width, v.Board.Height); err != nil {
		c.fail("maxRank", "%s", strings.TrimPrefix(err.Error(), "geom: "))
		return c.errors // the other checks need a board
	} else if !isName(v.Name) {
		c.fail("", "name: want letters, digits, - and _, at most %d, and no word of UCI", maxName)
	} else {
		c.board = g
	}
	c.word("variantTemplate", v.Template)
	c.word("pieceToCharTable", v.CharTable)
	c.pieces()
	c.promotion()
	c.pawn()
	c.drop()
	c.castling()
	c.ending()
	c.start()
	return c.errors
}

// checker collects the mistakes of a variant.
type checker struct {
	v      *Variant
	board  geom.Geometry
	errors []*Error
}

// fail adds a mistake in the value of a key.
func (c *checker) fail(key, format string, args ...any) {
	reason := fmt.Sprintf(format, args...)
	if key != "" {
		reason = key + ": " + reason
	}
	c.errors = append(c.errors, &Error{Name: c.v.Name, Key: key, Reason: reason})
}

// word checks that a hint for GUIs is one word, such as protocols transmit.
func (c *checker) word(key, hint string) {
	if strings.Contains(hint, " ") {
		c.fail(key, "%.40q: want one word", hint)
	}
}

// piece checks that the variant has a piece of this letter other than a king or, unless pawns is set,
// a pawn.
func (c *checker) piece(key string, letter byte, pawns bool) bool {
	switch p := c.v.Piece(letter); {
	case p == nil:
		c.fail(key, "no piece has the letter %q", letter)
	case p.Role == RoyalKing:
		c.fail(key, "%q is the king", letter)
	case p.Role == PawnRole && !pawns:
		c.fail(key, "%q is the pawn", letter)
	default:
		return true
	}
	return false
}

// pieces checks that letters are unique, that there is at most one king, which comes first, and at
// most one pawn, and that there are at most MaxPieces others.
func (c *checker) pieces() {
	var seen Letters
	var roles [PawnRole + 1]int
	for i, p := range c.v.Pieces {
		if p.Letter < 'a' || p.Letter > 'z' {
			c.fail(p.Name, "letter %q: want a to z", p.Letter)
		}
		if strings.IndexByte(string(seen), p.Letter) >= 0 {
			c.fail(p.Name, "letter %q belongs to another piece", p.Letter)
		}
		seen += Letters(p.Letter)
		if p.Role > PawnRole {
			c.fail(p.Name, "role %d does not exist", p.Role)
			continue
		}
		if roles[p.Role]++; p.Role != Ordinary && roles[p.Role] > 1 {
			c.fail(p.Name, "a second king or pawn")
		}
		if p.Role == RoyalKing && i > 0 {
			c.fail(p.Name, "the king is not the first of the pieces")
		}
		c.moves(p)
	}
	others := len(c.v.Pieces) - roles[RoyalKing]
	if others > MaxPieces {
		c.fail(c.v.Pieces[len(c.v.Pieces)-1].Name, "%d kinds of pieces beside the king, want at most %d", others, MaxPieces)
	}
	if len(c.v.Pieces) == 0 {
		c.fail("", "no pieces: a section without a parent starts with none")
	}
}

// moves checks that atoms have a step of at most three squares, and that a pawn has the moves that
// package board hard-codes.
func (c *checker) moves(p Piece) {
	for _, a := range p.Atoms {
		switch {
		case a.File == 0 && a.Rank == 0 || max(abs(a.File), abs(a.Rank)) > 3:
			c.fail(p.Name, "a step of %d files and %d ranks", a.File, a.Rank)
		case a.Limit < 0 || a.Lame && a.Limit != 1:
			c.fail(p.Name, "a limit of %d", a.Limit)
		case !a.Quiet && !a.Capture:
			c.fail(p.Name, "a move that neither moves nor captures")
		}
	}
	if pawn, _ := ParseBetza(predefined["pawn"]); p.Role == PawnRole && !slices.Equal(p.Atoms, pawn) {
		c.fail(p.Name, "moves %.40q: want those of a pawn", p.Betza)
	}
}

// promotion checks that the targets of promotions exist and are neither kings nor pawns.
func (c *checker) promotion() {
	p := c.v.Promote
	for i := range len(p.To) {
		c.piece("promotionPieceTypes", p.To[i], false)
		if strings.IndexByte(string(p.To[:i]), p.To[i]) >= 0 {
			c.fail("promotionPieceTypes", "%q twice", p.To[i])
		}
	}
	if p.PawnMandatory && p.To == "" && p.Zone != (Sides{}) {
		c.fail("promotionPieceTypes", "pawns must promote, but to no piece: "+
			"want letters, or mandatoryPawnPromotion = false")
	}
	for _, from := range c.v.Pieces {
		if from.Promoted == 0 || !c.piece("promotedPieceType", from.Promoted, false) {
			continue
		}
		if from.Role != Ordinary || from.Promoted == from.Letter {
			c.fail("promotedPieceType", "%q cannot promote to %q", from.Letter, from.Promoted)
		}
		if c.v.Drop.Captures && strings.IndexByte(string(p.To), from.Letter) >= 0 {
			c.fail("promotionPieceTypes", "%q is the target of pawns and has a promoted form: the two could not be told apart", from.Letter)
		}
	}
	c.sides("promotionRegion", p.Zone)
}

// sides checks that squares are on the board, which those read from text are.
func (c *checker) sides(key string, s Sides) {
	if !(s[0] | s[1]).SubsetOf(c.board.Board()) {
		c.fail(key, "squares off the board")
	}
}

// pawn checks that a double step ends on the board and short of the promotion zone.
func (c *checker) pawn() {
	p := c.v.Pawn
	c.sides("doubleStepRegion", p.DoubleFrom)
	forward := [2]int{1, -1}
	names := [2]string{"doubleStepRegionWhite", "doubleStepRegionBlack"}
	for side, from := range p.DoubleFrom {
		for sq := range (from & c.board.Board()).All() {
			to := c.board.Offset(sq, 0, 2*forward[side])
			if to == geom.NoSquare || c.v.Promote.To != "" && c.v.Promote.Zone[side].Has(to) {
				c.fail(names[side], "a double step from %s ends off the board or in the promotion zone", c.board.Name(sq))
				break
			}
		}
	}
}

// drop checks that the zone of pawns is within that of other pieces, and that captured pieces can be
// dropped.
func (c *checker) drop() {
	d := c.v.Drop
	c.sides("whiteDropRegion", d.Zone)
	if d.Captures && !d.Allowed {
		c.fail("capturesToHand", "pieces in hand could never be dropped: want pieceDrops = true, too")
	}
	if !d.PawnZone[0].SubsetOf(d.Zone[0]) || !d.PawnZone[1].SubsetOf(d.Zone[1]) {
		c.fail("firstRankPawnDrops", "pawns drop outside the drop region")
	}
	if d.NoDoubled != 0 {
		c.piece("dropNoDoubled", d.NoDoubled, true)
		if d.NoDoubledCount < 1 {
			c.fail("dropNoDoubledCount", "%d: want at least 1", d.NoDoubledCount)
		}
	}
}

// castling checks that king and rooks have distinct squares in the right order before and after
// castling, on both sides.
func (c *checker) castling() {
	k := c.v.Castle
	if !k.Allowed {
		return
	}
	c.piece("castlingRookPieces", k.Rook, false)
	switch {
	case !k.fits(c.board) || k.Rank[0] == k.Rank[1]:
		c.fail("castling", "a king or rook has no square")
	case k.RookFile[1] >= k.KingFile || k.KingFile >= k.RookFile[0]:
		c.fail("castling", "the king does not start between its rooks")
	case k.KingTo[0] < 1 || k.KingTo[1] >= c.board.Width-1:
		c.fail("castling", "the rook would end off the board")
	case k.KingTo[0] == k.KingTo[1]:
		c.fail("castling", "the king would end on the same square on both sides")
	}
}

// ending checks that goals exist and that the game does not end at once.
func (c *checker) ending() {
	e := c.v.End
	for _, r := range []Result{e.Checkmate, e.Stalemate, e.NFoldIs, e.ExtinctIs} {
		if r < Loss || r > Win {
			c.fail("", "result %d does not exist", r)
		}
	}
	if e.NFold < 0 || e.NFold == 1 || e.NMove < 0 {
		c.fail("nFoldRule", "%d-fold repetition or %d moves: the game would end at once", e.NFold, e.NMove)
	}
	c.sides("flagRegion", e.FlagZone)
	if e.Flag != 0 && c.v.Piece(e.Flag) == nil {
		c.fail("flagPiece", "no piece has the letter %q", e.Flag)
	}
	if e.Flag != 0 && e.FlagZone == (Sides{}) {
		c.fail("flagPiece", "no region to reach: want flagRegionWhite or flagRegionBlack")
	}
	for i := range len(e.Extinct) {
		c.piece("extinctionPieceTypes", e.Extinct[i], true)
	}
	if e.ExtinctCount < 0 {
		c.fail("extinctionPieceCount", "%d: want at least 0", e.ExtinctCount)
	}
}
