// Package notation reads and writes positions, moves and games as text: FEN in several dialects, EPD,
// SFEN, the code of one-file games, moves in UCI form, SAN and USI form, games in PGN.
//
// It reads variants of a notation whose meaning is clear and refuses the rest with an Error. Reading
// takes time in proportion to the text.
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

// maxFEN exceeds the length of any FEN: 64 squares of three characters, 127 pieces in hand, and the
// other fields.
const maxFEN = 1024

// Start returns the start position of g.
func Start(g *board.Game) (board.Position, error) { return ParseFEN(g, g.Variant().Start) }

// ParseFEN returns the position that a FEN describes. Apart from the canonical form it reads
//
//	underscores for blanks; any fields after the board may be missing
//	hands  board[QRpp]  board[]  board[-]  board[2P]  board/QRpp  or none
//	shogi  board w - 1  and  board w 2Pp 1  (side, hand, move number)
//	EPD    board w KQkq -  and  board w 0 1  (without the middle fields)
//
// The error is an *Error.
func ParseFEN(g *board.Game, fen string) (board.Position, error) {
	s, err := readFEN(g, fen)
	return setUp(g, s, "fen", fen, err)
}

// setUp returns the position that was read from a text, or its error as an *Error.
func setUp(g *board.Game, s setup.Spec, kind, text string, err error) (p board.Position, _ error) {
	if err == nil {
		p, err = setup.New(g, &s)
	}
	if err != nil {
		return board.Position{}, &Error{Kind: kind, Text: text, Err: err}
	}
	return p, nil
}

// reader is the state of reading a position.
type reader struct {
	g      *board.Game
	s      setup.Spec
	handed bool // the text has hands, if empty
}

// readFEN reads the fields of a FEN. A blank may separate a hand in brackets from the board.
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

// readSide reads the side to move. w is the side that moves up the board.
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

// readFields reads the words and then the numbers after the side to move. The number of words decides
// their meaning. One word and one number are the hands and the move number of shogi.
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

// readCastlingOrHand reads the field after the side to move. In games with drops it may be the hands,
// if there is none beside the board.
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

// rookFile returns the castling to the file of a rook, as Shredder-FEN writes it, or -1.
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

// readEnPassant reads the square passed over by a double step, which package setup checks.
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

// readCounters reads the halfmove clock and the move number, either of which may be missing. Package
// setup checks their ranges.
func (r *reader) readCounters(numbers []string) (err error) {
	for i, into := range []*int{&r.s.Clock, &r.s.Fullmove} {
		if i < len(numbers) && err == nil {
			if *into, err = strconv.Atoi(numbers[i]); err != nil {
				err = fmt.Errorf("move counter %s is out of range", quote(numbers[i]))
			}
		}
	}
	return err
}

// isNumber reports whether text consists of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// FEN returns the FEN of p as Fairy-Stockfish writes it. In games with drops it has hands in brackets.
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
