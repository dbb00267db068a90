package notation

import (
	"errors"
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/setup"
)

// ParsePosition returns the position that text describes: "startpos", a code if it has a comma, or a
// FEN.
func ParsePosition(g *board.Game, text string) (board.Position, error) {
	switch {
	case strings.TrimSpace(text) == "startpos":
		return Start(g)
	case strings.Contains(text, ","):
		return ParseCode(g, text)
	}
	return ParseFEN(g, text)
}

// CutEPD splits a line of EPD into the position, which ParsePosition reads, and the operations after
// it. The position is a code, or up to four fields and counters.
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

// ParseCode returns the position of the code of a one-file game: the squares from the highest rank
// down, each with the colour and the letter of its piece or an x, and the side to move:
//
//	bk,br,bn,br,bn,x,x,wn,wr,wn,wr,wk:w
//
// It has neither counters nor hands, castling rights or promoted pieces. Case does not matter. The
// error is an *Error.
func ParseCode(g *board.Game, code string) (board.Position, error) {
	s, err := readCode(g, code)
	return setUp(g, s, "code", code, err)
}

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

// readToken reads one square. The letter is in lower case and does not give the colour.
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

// Code returns the code of p without the counters, or nothing if a code cannot hold the position.
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
