package notation

import (
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// readBoard reads the first field of a FEN: the ranks from the highest down, with numbers of empty
// squares that may have several digits, and the hands in one of several forms:
//
//	fuwk/3p/P3/KWUF    4 | f u w k
//	                   3 | . . . p
//	                   2 | P . . .
//	                   1 | K W U F
func (r *reader) readBoard(text string) error {
	text, hands, bracket := strings.Cut(text, "[")
	ranks := strings.Split(text, "/")
	height := r.g.Geometry().Height
	switch {
	case bracket:
		hand, closed := strings.CutSuffix(hands, "]")
		if !closed {
			return fmt.Errorf("hand %s: want ] at the end", quote("["+hands))
		}
		if err := r.readHands(hand); err != nil {
			return err
		}
	case len(ranks) == height+1 && r.g.HasDrops():
		if err := r.readHands(ranks[height]); err != nil {
			return err
		}
		ranks = ranks[:height]
	}
	if len(ranks) != height {
		return fmt.Errorf("want %d ranks, have %d", height, len(ranks))
	}
	for i, rank := range ranks {
		if err := r.readRank(height-1-i, rank); err != nil {
			return fmt.Errorf("rank %d %s: %w", height-i, quote(rank), err)
		}
	}
	return nil
}

// readRank reads one rank, counted from 0. It stops as soon as the rank is too long.
func (r *reader) readRank(rank int, text string) error {
	width, file := r.g.Geometry().Width, 0
	for text != "" && file <= width {
		var n int
		var err error
		if digits := len(text) - len(strings.TrimLeft(text, "0123456789")); digits > 0 {
			n, err = readGap(text[:digits])
			text = text[digits:]
		} else {
			n = 1
			text, err = r.readPiece(r.g.Geometry().At(file, rank), text)
		}
		if err != nil {
			return err
		}
		file += n
	}
	if file != width || text != "" {
		return fmt.Errorf("want %d squares, have %s", width, atLeast(file, text))
	}
	return nil
}

// readGap reads a number of empty squares.
func readGap(digits string) (int, error) {
	n, err := strconv.Atoi(digits)
	if err != nil || n == 0 || n > geom.MaxSide {
		return 0, fmt.Errorf("%s is not a number of empty squares", quote(digits))
	}
	return n, nil
}

// atLeast returns n as text, with "or more" if there is a rest.
func atLeast(n int, rest string) string {
	if rest != "" {
		return strconv.Itoa(n) + " or more"
	}
	return strconv.Itoa(n)
}

// readPiece places the first piece of text on sq, which may be off the board, and returns the rest of
// the text. A + precedes a piece that is promoted shogi-style, a ~ follows one that was a pawn.
func (r *reader) readPiece(sq geom.Square, text string) (string, error) {
	rest, plus := strings.CutPrefix(text, "+")
	if rest == "" {
		return "", fmt.Errorf("no piece after +")
	}
	piece, err := r.piece(rest[0])
	if err != nil {
		return "", err
	}
	letter := rest[:1]
	rest, tilde := strings.CutPrefix(rest[1:], "~")
	switch shogi := r.g.HasPromotedForm(piece.Kind); {
	case plus && (!shogi || tilde):
		return "", fmt.Errorf("%s has no promoted form", quote(letter))
	case tilde && shogi:
		return "", fmt.Errorf("%s is written +%s when promoted", quote(letter), letter)
	case plus:
		piece.Promoted = true
	case tilde:
		piece.Promoted = r.g.HasCaptures() || !pawnsBecome(r.g, letter)
	}
	if sq != geom.NoSquare {
		r.s.Put(sq, piece)
	}
	return rest, nil
}

// pawnsBecome reports whether pawns promote to the piece of a letter.
func pawnsBecome(g *board.Game, letter string) bool {
	return strings.Contains(string(g.Variant().Promote.To), strings.ToLower(letter))
}

// piece returns the piece of a letter, which is in upper case for White.
func (r *reader) piece(c byte) (board.Piece, error) {
	piece := board.Piece{Color: board.Black}
	lower := c | 0x20
	if c != lower {
		piece.Color = board.White
	}
	k, ok := r.g.KindOf(lower)
	if !ok {
		return piece, fmt.Errorf("%s is not a piece of this game", quote(string(rune(c))))
	}
	piece.Kind = k
	return piece, nil
}

// writeBoard writes the ranks from the highest down.
func writeBoard(b *strings.Builder, g *board.Game, p *board.Position) {
	geo := g.Geometry()
	for rank := geo.Height - 1; rank >= 0; rank-- {
		gap := 0
		for file := range geo.Width {
			piece, ok := p.At(geo.At(file, rank))
			if !ok {
				gap++
				continue
			}
			writeGap(b, gap)
			gap = 0
			b.WriteString(PieceText(g, piece))
		}
		writeGap(b, gap)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
}

// writeGap writes a number of empty squares, nothing for none.
func writeGap(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteString(strconv.Itoa(n))
	}
}

// PieceText returns a piece as FEN writes it: "W", "w~" for a former pawn, "+c" for a shogi-style
// promoted one.
func PieceText(g *board.Game, piece board.Piece) string {
	text := letterText(g, piece.Color, piece.Kind)
	switch {
	case !piece.Promoted:
		return text
	case g.HasPromotedForm(piece.Kind):
		return "+" + text
	}
	return text + "~"
}

// letterText returns the letter of a kind, in upper case for White.
func letterText(g *board.Game, c board.Color, k board.Kind) string {
	if c == board.White {
		return upper(g.Letter(k))
	}
	return string(rune(g.Letter(k)))
}
