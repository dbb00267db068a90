package rules

// What a variant must satisfy before anybody may build tables from it: a method for each
// part of Variant. Text that Parse accepts has passed here, and so must a variant made by
// hand, which can be wrong in ways that no text can.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tinyhouse/engine/geom"
)

// MaxPieces is the largest number of kinds of pieces beside the king that a variant can
// have: a kind takes three bits, and the first is the king's even where there is none.
const MaxPieces = 7

// Validate returns nil when v can be played, or all reasons why not, each an *Error that
// names the key of the ini language at fault.
func Validate(v *Variant) error {
	var all []error
	for _, e := range check(v) {
		all = append(all, e)
	}
	return errors.Join(all...)
}

// check returns what is wrong with v.
func check(v *Variant) []*Error {
	c := checker{v: v}
	if g, err := geom.NewGeometry(v.Board.Width, v.Board.Height); err != nil {
		c.fail("maxRank", "%s", strings.TrimPrefix(err.Error(), "geom: "))
		return c.errors // no square can be relied on
	} else if !isName(v.Name) {
		c.fail("", "name: want letters, digits, - and _, at most %d, and no word of UCI", maxName)
	} else {
		c.board = g
	}
	c.pieces()
	c.promotion()
	c.pawn()
	c.drop()
	c.castling()
	c.ending()
	c.start()
	return c.errors
}

// checker collects what is wrong with a variant.
type checker struct {
	v      *Variant
	board  geom.Geometry
	errors []*Error
}

// fail notes a mistake in the value of a key.
func (c *checker) fail(key, format string, args ...any) {
	reason := fmt.Sprintf(format, args...)
	if key != "" {
		reason = key + ": " + reason
	}
	c.errors = append(c.errors, &Error{Name: c.v.Name, Key: key, Reason: reason})
}

// piece reports whether the variant has a piece of this letter other than a king or, where
// pawns are not welcome either, a pawn; it notes a mistake in key where not.
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

// pieces demands distinct letters, at most one king, which comes first, at most one pawn,
// and no more kinds than three bits can tell apart.
func (c *checker) pieces() {
	var seen Letters
	var roles [PawnRole + 1]int
	for i, p := range c.v.Pieces {
		if p.Letter < 'a' || p.Letter > 'z' {
			c.fail(p.Name, "letter %q: want a to z", p.Letter)
		}
		if strings.IndexByte(string(seen), p.Letter) >= 0 {
			c.fail(p.Name, "letter %q is another piece's", p.Letter)
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

// moves demands atoms that go somewhere, no farther than three squares a step, and that a
// pawn moves as one: its moves are shifts, not tables.
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

// promotion demands that what a pawn or piece becomes exists and stays itself: no king,
// since there is one a side, and no pawn, which would promote again.
func (c *checker) promotion() {
	p := c.v.Promote
	for i := range len(p.To) {
		c.piece("promotionPieceTypes", p.To[i], false)
		if strings.IndexByte(string(p.To[:i]), p.To[i]) >= 0 {
			c.fail("promotionPieceTypes", "%q twice", p.To[i])
		}
	}
	if p.PawnMandatory && p.To == "" && p.Zone != (Sides{}) {
		c.fail("promotionPieceTypes", "pawns must promote and have nothing to become: "+
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
			c.fail("promotionPieceTypes", "%q could not tell a pawn it was from its own promoted form", from.Letter)
		}
	}
	c.sides("promotionRegion", p.Zone)
}

// sides notes squares off the board, which only a variant not read from text can have.
func (c *checker) sides(key string, s Sides) {
	if !(s[0] | s[1]).SubsetOf(c.board.Board()) {
		c.fail(key, "squares off the board")
	}
}

// pawn demands that a double step ends on the board and short of the promotion zone.
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

// drop demands that pawns have no more room than other pieces, and that what is captured
// can return.
func (c *checker) drop() {
	d := c.v.Drop
	c.sides("whiteDropRegion", d.Zone)
	if d.Captures && !d.Allowed {
		c.fail("capturesToHand", "pieces in hand could never return: want pieceDrops = true too")
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

// castling demands that king and rooks have their squares in order, distinct ones after
// castling, and that the king's square after castling tells the wing.
func (c *checker) castling() {
	k := c.v.Castle
	if !k.Allowed {
		return
	}
	c.piece("castlingRookPieces", k.Rook, false)
	switch {
	case !k.fits(c.board) || k.Rank[0] == k.Rank[1]:
		c.fail("castling", "a king or rook without its square")
	case k.RookFile[1] >= k.KingFile || k.KingFile >= k.RookFile[0]:
		c.fail("castling", "the king does not start between its rooks")
	case k.KingTo[0] < 1 || k.KingTo[1] >= c.board.Width-1:
		c.fail("castling", "the rook would end off the board")
	case k.KingTo[0] == k.KingTo[1]:
		c.fail("castling", "the king would end on the same square on both sides")
	}
}

// ending demands that goals can be reached and that the game can begin.
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
		c.fail("flagPiece", "nowhere to go: want flagRegionWhite or flagRegionBlack")
	}
	for i := range len(e.Extinct) {
		c.piece("extinctionPieceTypes", e.Extinct[i], true)
	}
	if e.ExtinctCount < 0 {
		c.fail("extinctionPieceCount", "%d: want at least 0", e.ExtinctCount)
	}
}
