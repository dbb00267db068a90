package notation

import (
	"errors"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/setup"
)

// The code of one-file games lists the squares from the highest rank down, each with the
// colour and the letter of its piece or an x where it is empty, then the side to move:
//
//	bk,br,bn,br,bn,x,x,wn,wr,wn,wr,wk:w
//
// It tells neither counters nor hands, castling rights or promoted pieces. This file also
// holds the front doors for text that may be in more than one form.

// ParsePosition returns the position that text describes: "startpos", a code where there
// is a comma in it, a FEN otherwise.
func ParsePosition(g *board.Game, text string) (board.Position, error) {
	switch {
	case strings.TrimSpace(text) == "startpos":
		return Start(g)
	case strings.Contains(text, ","):
		return ParseCode(g, text)
	}
	return ParseFEN(g, text)
}

// CutEPD cuts a line of EPD into the position, which ParsePosition reads, and the operations
// after it, if any. The position is all up to the first blank when that is a code, else
// four fields, fewer where the line ends, and counters.
func CutEPD(line string) (position, operations string) {
	rest := strings.TrimSpace(line)
	for n := 0; rest != "" && n < 6; n++ {
		field, after, _ := strings.Cut(rest, " ")
		if n >= 4 && !isNumber(field) || n > 0 && strings.Contains(position, ",") {
			break
		}
		position += " " + field
		rest = strings.TrimSpace(after)
	}
	return strings.TrimSpace(position), rest
}

// ParseCode returns the position of a code, in upper or lower case. The error is an *Error.
func ParseCode(g *board.Game, code string) (board.Position, error) {
	s, err := readCode(g, code)
	if err != nil {
		return board.Position{}, &Error{Kind: "code", Text: code, Err: err}
	}
	p, err := setup.New(g, &s)
	if err != nil {
		return board.Position{}, &Error{Kind: "code", Text: code, Err: err}
	}
	return p, nil
}

// readCode reads a code into a set-up. Case is levelled first: a code has no use for it.
func readCode(g *board.Game, code string) (setup.Spec, error) {
	r := reader{g: g, s: setup.Spec{EnPassant: geom.NoSquare, Fullmove: 1}}
	height := g.Geometry().Height
	switch {
	case len(code) > maxFEN:
		return r.s, errLong
	case g.Geometry().Width != 1:
		return r.s, errors.New("the code is for boards of one file")
	}
	squares, side, ok := strings.Cut(strings.ToLower(strings.TrimSpace(code)), ":")
	if !ok {
		return r.s, errors.New("want the side to move at the end, :w or :b")
	}
	if err := r.readSide(strings.TrimSpace(side)); err != nil {
		return r.s, err
	}
	tokens := strings.Split(squares, ",")
	if len(tokens) != height {
		return r.s, fmt.Errorf("want %d squares, have %d", height, len(tokens))
	}
	for i, token := range tokens {
		if err := r.readToken(g.Geometry().At(0, height-1-i), strings.TrimSpace(token)); err != nil {
			return r.s, fmt.Errorf("square %d: %w", i+1, err)
		}
	}
	return r.s, nil
}

// readToken reads what stands on one square. The letter is in lower case by now, so that
// its own colour says nothing and is replaced.
func (r *reader) readToken(sq geom.Square, token string) error {
	if token == "x" {
		return nil
	}
	if len(token) != 2 || token[0] != 'w' && token[0] != 'b' {
		return fmt.Errorf("%s: want x, or w or b and the letter of a piece", quote(token))
	}
	piece, err := r.piece(token[1])
	if err != nil {
		return err
	}
	piece.Color = board.White
	if token[0] == 'b' {
		piece.Color = board.Black
	}
	r.s.Put(sq, piece)
	return nil
}

// Code returns the code of p, or nothing where it cannot tell all: on a board of several
// files, and in a game with drops or promoted pieces. Counters are left out.
func Code(g *board.Game, p *board.Position) string {
	geo := g.Geometry()
	if geo.Width != 1 || g.HasDrops() || p.Promoted() != 0 || p.EnPassant() != geom.NoSquare {
		return ""
	}
	var b strings.Builder
	for rank := geo.Height - 1; rank >= 0; rank-- {
		if piece, ok := p.At(geo.At(0, rank)); ok {
			b.WriteString(piece.Color.String() + letterText(g, board.Black, piece.Kind))
		} else {
			b.WriteByte('x')
		}
		if rank > 0 {
			b.WriteByte(',')
		}
	}
	return b.String() + ":" + p.Turn().String()
}
