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

// sfenPrefix may precede a position, as in commands.
const sfenPrefix = "sfen "

// ParseSFEN returns the position of an SFEN, the notation of shogi programs: the board, the side to
// move, the hands and the move number, counted in plies from 1:
//
//	gle/1c1/1C1/ELG b - 1
//
// b is the side that moves up the board, our White. It has neither castling rights nor en passant
// squares. The hands and the number may be missing. The error is an *Error.
func ParseSFEN(g *board.Game, text string) (board.Position, error) {
	s, err := readSFEN(g, strings.TrimPrefix(strings.TrimSpace(text), sfenPrefix))
	return setUp(g, s, "sfen", text, err)
}

func readSFEN(g *board.Game, text string) (setup.Spec, error) {
	r := reader{g: g, s: setup.Spec{EnPassant: geom.NoSquare, Fullmove: 1}}
	if len(text) > maxFEN {
		return r.s, errLong
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 4 {
		return r.s, fmt.Errorf("want a board, b or w, hands and a number, have %d fields", len(fields))
	}
	if err := r.readBoard(fields[0]); err != nil {
		return r.s, err
	}
	switch fields[1] {
	case "b":
		r.s.Turn = board.White
	case "w":
		r.s.Turn = board.Black
	default:
		return r.s, fmt.Errorf("side to move %s: want b, which moves up the board, or w", quote(fields[1]))
	}
	if len(fields) > 2 && fields[2] != "-" {
		if r.handed {
			return r.s, errors.New("hands " + quote(fields[2]) + ": there are some beside the board")
		}
		if err := r.readHands(fields[2]); err != nil {
			return r.s, err
		}
	}
	if len(fields) > 3 {
		ply, err := strconv.Atoi(fields[3])
		if err != nil || !isNumber(fields[3]) {
			return r.s, errors.New("move number " + quote(fields[3]) + " is out of range")
		}
		r.s.Fullmove = max(ply+1, 2) / 2
	}
	return r.s, nil
}

// SFEN returns the SFEN of p without the halfmove clock, or nothing if p has castling rights or an en
// passant square.
func SFEN(g *board.Game, p *board.Position) string {
	if p.Castling() != 0 || p.EnPassant() != geom.NoSquare {
		return ""
	}
	var b strings.Builder
	writeBoard(&b, g, p)
	side, ply := " b ", 2*p.Fullmove()-1
	if p.Turn() == board.Black {
		side, ply = " w ", ply+1
	}
	b.WriteString(side)
	hands := ""
	for _, c := range []board.Color{board.White, board.Black} {
		for _, k := range handOrder(g) {
			if n := p.Hand(c).Count(k); n > 1 {
				hands += strconv.Itoa(n) + letterText(g, c, k)
			} else if n == 1 {
				hands += letterText(g, c, k)
			}
		}
	}
	if hands == "" {
		hands = "-"
	}
	b.WriteString(hands + " " + strconv.Itoa(ply))
	return b.String()
}

// SlashFEN returns the FEN of p with the hands after a slash, as Lichess writes it.
func SlashFEN(g *board.Game, p *board.Position) string {
	fen := FEN(g, p)
	if !g.HasDrops() {
		return fen
	}
	return strings.Replace(strings.Replace(fen, "[", "/", 1), "]", "", 1)
}
