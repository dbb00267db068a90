package rules

import (
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/geom"
)

// start checks the syntax of the start position, a FEN whose later fields may be missing:
//
//	kr2/p3/3P/2RK[Rp] w - - 0 1
//
// A + precedes a piece in its promoted form, a ~ follows one that was a pawn; the hand in brackets
// may be empty, - or absent. start also checks that each side has one king, and that castling rights
// have king and rook, but not whether the position is legal.
func (c *checker) start() {
	if err := c.fen(c.v.Start); err != nil {
		c.fail("startFen", "%.200q: %v", c.v.Start, err)
	}
}

// fen returns the first mistake in a position.
func (c *checker) fen(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 6 {
		return fmt.Errorf("%d fields, want 2 to 6", len(fields))
	}
	placement, hand, hasHand := strings.Cut(fields[0], "[")
	if hasHand && !strings.HasSuffix(hand, "]") {
		return fmt.Errorf("the hand has no end ]")
	}
	if err := c.hand(strings.TrimSuffix(hand, "]")); err != nil {
		return err
	}
	squares, err := c.placement(placement)
	if err != nil {
		return err
	}
	if err := c.kings(squares); err != nil {
		return err
	}
	if fields[1] != "w" && fields[1] != "b" {
		return fmt.Errorf("side to move %.10q: want w or b", fields[1])
	}
	return c.rest(fields[2:], squares)
}

// StartSquares returns the squares of the pieces with the lower-case letter in the start position, or
// none if it cannot be read.
func (v *Variant) StartSquares(letter byte) Sides {
	c := checker{v: v, board: v.Board}
	placement, _, _ := strings.Cut(v.Start, " ")
	placement, _, _ = strings.Cut(placement, "[")
	squares, err := c.placement(placement)
	var s Sides
	for sq, found := range squares {
		if err == nil && found|0x20 == letter {
			s[found>>5&1] = s[found>>5&1].With(geom.Square(sq))
		}
	}
	return s
}

// hand checks the letters between the brackets.
func (c *checker) hand(text string) error {
	if text == "" || text == "-" {
		return nil
	}
	if !c.v.Drop.Allowed {
		return fmt.Errorf("pieces in hand in a game without drops")
	}
	for i := range len(text) {
		if p := c.v.Piece(text[i] | 0x20); !isLetter(text[i]) || p == nil || p.Role == RoyalKing {
			return fmt.Errorf("%q in hand", text[i])
		}
	}
	return nil
}

// placement reads the board and returns the letter of the piece on every square.
func (c *checker) placement(text string) (squares [geom.MaxSquares]byte, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != c.board.Height {
		return squares, fmt.Errorf("%d ranks, want %d", len(rows), c.board.Height)
	}
	for i, row := range rows {
		if err := c.row(row, squares[(c.board.Height-1-i)*c.board.Width:][:c.board.Width]); err != nil {
			return squares, err
		}
	}
	return squares, nil
}

// row reads one rank into squares.
func (c *checker) row(text string, squares []byte) error {
	file, rest := 0, text
	for rest != "" && file <= len(squares) {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(rest[:min(digits, 3)])
			if err != nil || n == 0 {
				return fmt.Errorf("rank %.40q: %.10q empty squares", text, rest[:digits])
			}
			file += n
			rest = rest[digits:]
			continue
		}
		letter, size, err := c.occupant(rest)
		if err != nil {
			return fmt.Errorf("rank %.40q: %w", text, err)
		}
		if file < len(squares) {
			squares[file] = letter
		}
		file++
		rest = rest[size:]
	}
	if file != len(squares) || rest != "" {
		return fmt.Errorf("rank %.40q: want %d squares", text, len(squares))
	}
	return nil
}

// occupant reads one piece with its + or ~.
func (c *checker) occupant(text string) (letter byte, size int, err error) {
	bare := strings.TrimPrefix(text, "+")
	if bare == "" || !isLetter(bare[0]) {
		return 0, 0, fmt.Errorf("%.10q is not a piece", text)
	}
	p := c.v.Piece(bare[0] | 0x20)
	size = len(text) - len(bare) + 1
	formerPawn := size < len(text) && text[size] == '~'
	if formerPawn {
		size++
	}
	switch {
	case p == nil:
		err = fmt.Errorf("no piece has the letter %q", bare[0])
	case bare != text && p.Promoted == 0, formerPawn && strings.IndexByte(string(c.v.Promote.To), p.Letter) < 0:
		err = fmt.Errorf("%.10q cannot come from a promotion", text[:size])
	}
	return bare[0], size, err
}

// kings checks that each side has one king, if the variant has kings.
func (c *checker) kings(squares [geom.MaxSquares]byte) error {
	for _, p := range c.v.Pieces {
		white := strings.Count(string(squares[:]), string(p.Letter-0x20))
		black := strings.Count(string(squares[:]), string(p.Letter))
		if p.Role == RoyalKing && (white != 1 || black != 1) {
			return fmt.Errorf("%d white and %d black kings, want one each", white, black)
		}
	}
	return nil
}

// rest checks castling rights, en passant square and counters. Each may be missing.
func (c *checker) rest(fields []string, squares [geom.MaxSquares]byte) error {
	for i, field := range fields {
		// A number may stand for any field: shogi programs write "w - 1" or "w 0 1".
		_, err := strconv.ParseUint(field, 10, 16)
		switch {
		case err == nil || field == "-":
		case i == 0:
			if err := c.rights(field, squares); err != nil {
				return err
			}
		case i == 1:
			if _, err := c.board.ParseSquare(field); err != nil {
				return fmt.Errorf("en passant square %.10q", field)
			}
		default:
			return fmt.Errorf("counter %.10q", field)
		}
	}
	return nil
}

// rights checks that each of K, Q, k and q has its king and rook.
func (c *checker) rights(text string, squares [geom.MaxSquares]byte) error {
	if k := c.v.Castle; !k.Allowed || !k.fits(c.board) {
		return fmt.Errorf("castling rights %.10q in a game without castling on this board", text)
	}
	for i := range len(text) {
		// White's rights come first and the king side's before the queen side's.
		which := strings.IndexByte("KQkq", text[i])
		if which < 0 {
			return fmt.Errorf("castling rights %.10q: want letters of KQkq", text)
		}
		side, wing := which/2, which%2
		upper := byte(0x20 * (1 - side))
		king := c.board.At(c.v.Castle.KingFile, c.v.Castle.Rank[side])
		rook := c.board.At(c.v.Castle.RookFile[wing], c.v.Castle.Rank[side])
		if squares[king] != c.v.Pieces[0].Letter-upper || squares[rook] != c.v.Castle.Rook-upper {
			return fmt.Errorf("castling right %q: no king on %s or no rook on %s", text[i], c.board.Name(king), c.board.Name(rook))
		}
	}
	return nil
}
