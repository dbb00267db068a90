// Package notation turns moves and positions into text and back: FEN in the dialects that
// engines and servers write, EPD, SFEN, the code of one-file games, moves in UCI form and in SAN,
// games in PGN. It is the only place that knows how any of these look.
//
// Reading is forgiving where the meaning is clear and refuses the rest with an Error that
// quotes the text. No input makes it panic or work for longer than its length deserves.
package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/setup"
)

// maxFEN is longer than any position can be written: 64 squares of three characters, 127
// pieces in hand and the fields.
const maxFEN = 1024

// Start returns the position from which games of g begin.
func Start(g *board.Game) (board.Position, error) { return ParseFEN(g, g.Variant().Start) }

// ParseFEN returns the position that a FEN describes. Beside the canonical form it reads
//
//	underscores for blanks; any fields after the board left out
//	hands  board[QRpp]  board[]  board[-]  board[2P]  board/QRpp  or none
//	shogi  board w - 1  and  board w 2Pp 1  (side, hand, move number)
//	EPD    board w KQkq -  and  board w 0 1  (without the middle fields)
//
// The error is an *Error.
func ParseFEN(g *board.Game, fen string) (board.Position, error) {
	s, err := readFEN(g, fen)
	return setUp(g, s, "fen", fen, err)
}

// setUp makes a position of what was read of a text of some kind, if that went well.
func setUp(g *board.Game, s setup.Spec, kind, text string, err error) (p board.Position, _ error) {
	if err == nil {
		p, err = setup.New(g, &s)
	}
	if err != nil {
		return board.Position{}, &Error{Kind: kind, Text: text, Err: err}
	}
	return p, nil
}

// reader is a set-up being read.
type reader struct {
	g      *board.Game
	s      setup.Spec
	handed bool // a hand has been read, even an empty one
}

// readFEN reads the fields into a set-up. A hand in brackets that a blank parts from the
// board is joined to it again.
func readFEN(g *board.Game, fen string) (setup.Spec, error) {
	if len(fen) > maxFEN {
		return setup.Spec{}, errLong
	}
	r := reader{g: g, s: setup.Spec{EnPassant: geom.NoSquare, Fullmove: 1}}
	fields := strings.Fields(strings.ReplaceAll(fen, "_", " "))
	if len(fields) > 1 && fields[1][0] == '[' {
		fields[1] = fields[0] + fields[1]
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return r.s, errors.New("empty")
	}
	if err := r.readBoard(fields[0]); err != nil {
		return r.s, err
	}
	if len(fields) > 1 {
		if err := r.readSide(fields[1]); err != nil {
			return r.s, err
		}
		return r.s, r.readFields(fields[2:])
	}
	return r.s, nil
}

// readSide reads the side to move, White's being the one that goes up the board also in
// games where others call it the first or Black.
func (r *reader) readSide(text string) error {
	switch text {
	case "w":
		r.s.Turn = board.White
	case "b":
		r.s.Turn = board.Black
	default:
		return fmt.Errorf("side to move %s: want w or b", quote(text))
	}
	return nil
}

// readFields reads what follows the side to move: words, then numbers. Which words are
// meant follows from their count alone, never from what they happen to contain. A single
// word before a lone number is that of shogi, where the number counts moves.
func (r *reader) readFields(fields []string) error {
	words, numbers := fields, []string(nil)
	for i, f := range fields {
		if '0' <= f[0] && f[0] <= '9' && isNumber(f) {
			words, numbers = fields[:i], fields[i:]
			break
		}
	}
	switch {
	case len(words) > 2:
		return fmt.Errorf("%s: want a number", quote(words[2]))
	case len(numbers) > 2:
		return fmt.Errorf("%s: one field too many", quote(numbers[2]))
	case len(words) == 1 && len(numbers) == 1:
		numbers = []string{"0", numbers[0]}
	}
	if len(words) > 0 {
		if err := r.readCastlingOrHand(words[0]); err != nil {
			return err
		}
	}
	if len(words) > 1 {
		if err := r.readEnPassant(words[1]); err != nil {
			return err
		}
	}
	return r.readCounters(numbers)
}

// castlingLetters are those of FEN, in the order of the bits of board.Rights.
const castlingLetters = "KQkq"

// readCastlingOrHand reads the field after the side to move: in games with drops it may
// hold the hands, if no hand stood beside the board.
func (r *reader) readCastlingOrHand(text string) error {
	rule := r.g.Variant().Castle
	if text == "-" {
		return nil
	}
	isCastling := strings.Trim(text, castlingLetters) == ""
	if r.g.HasDrops() && !r.handed && !(isCastling && rule.Allowed) {
		return r.readHands(text)
	}
	if isCastling && !rule.Allowed {
		return fmt.Errorf("castling %s: the game has none", quote(text))
	}
	for _, c := range []byte(text) {
		i := strings.IndexByte(castlingLetters, c)
		if i < 0 {
			i = rookFile(rule.RookFile, c)
		}
		if i < 0 || r.s.Castling>>i&1 != 0 {
			return fmt.Errorf("castling %s: want some of %s or -", quote(text), castlingLetters)
		}
		r.s.Castling |= 1 << i
	}
	return nil
}

// rookFile returns the castling that Shredder's FEN means by the file of a rook, White's
// in upper case, or -1.
func rookFile(files [2]int, c byte) int {
	for side, file := range files {
		switch int(c) {
		case 'A' + file:
			return side
		case 'a' + file:
			return 2 + side
		}
	}
	return -1
}

// readEnPassant reads the square passed over by a double step. The board judges whether
// there can have been one, and forgets it where no pawn can make use of it.
func (r *reader) readEnPassant(text string) error {
	if text == "-" {
		return nil
	}
	sq, err := r.g.Geometry().ParseSquare(text)
	if err != nil {
		return fmt.Errorf("en passant %s: want a square or -", quote(text))
	}
	r.s.EnPassant = sq
	return nil
}

// readCounters reads the halfmove clock and the number of the move, or as many of them as
// there are. The board judges their range.
func (r *reader) readCounters(numbers []string) (err error) {
	for i, into := range []*int{&r.s.Clock, &r.s.Fullmove} {
		if i < len(numbers) && err == nil {
			if *into, err = strconv.Atoi(numbers[i]); err != nil {
				err = fmt.Errorf("move counter %s is no number in range", quote(numbers[i]))
			}
		}
	}
	return err
}

// isNumber reports whether text consists of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// FEN returns the canonical FEN of p: the one Fairy-Stockfish writes, with hands in
// brackets in games with drops and only there.
func FEN(g *board.Game, p *board.Position) string {
	var b strings.Builder
	writeBoard(&b, g, p)
	if g.HasDrops() {
		writeHands(&b, g, p)
	}
	b.WriteString(" " + p.Turn().String() + " ")
	b.WriteString(castlingText(p.Castling()))
	b.WriteString(" " + g.Geometry().Name(p.EnPassant()))
	b.WriteString(" " + strconv.Itoa(p.Clock()) + " " + strconv.Itoa(p.Fullmove()))
	return b.String()
}

// castlingText returns the field of castling rights.
func castlingText(rights board.Rights) string {
	if rights == 0 {
		return "-"
	}
	var text []byte
	for i := range len(castlingLetters) {
		if rights>>i&1 != 0 {
			text = append(text, castlingLetters[i])
		}
	}
	return string(text)
}
