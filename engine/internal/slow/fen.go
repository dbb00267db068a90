package slow

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Parse reads a position of v from a FEN, whose last fields may be missing. It drops castling rights
// without king and rook, and an en passant square that no pawn attacks.
func Parse(v *rules.Variant, fen string) (*Position, error) {
	p := &Position{v: v, passed: geom.NoSquare}
	if f := strings.Fields(fen); len(f) == 0 || len(f) > 6 || !p.read(append(f, []string{"w", "-", "-", "0", "1"}[len(f)-1:]...)) {
		return nil, fmt.Errorf("slow: cannot read fen %q", fen)
	}
	return p, nil
}

// read reads the six fields of a FEN. Like the functions that it calls, it returns false for a mistake.
func (p *Position) read(f []string) bool {
	side := slices.Index([]string{"w", "b"}, f[1])
	if side < 0 {
		return false
	}
	p.side = Colour(side)
	var clockErr, moveErr error
	p.halfmoves, clockErr = strconv.Atoi(f[4])
	p.fullmoves, moveErr = strconv.Atoi(f[5])
	return p.readPlacement(f[0]) && p.readCastling(f[2]) && p.readPassed(f[3]) && clockErr == nil && moveErr == nil
}

// readPlacement reads the board and the hands.
func (p *Position) readPlacement(text string) bool {
	text, hands, _ := strings.Cut(text, "[")
	rows := strings.Split(text, "/")
	if len(rows) != p.v.Board.Height {
		return false
	}
	for i, row := range rows {
		if !p.readRow(p.v.Board.Height-1-i, row) {
			return false
		}
	}
	for _, c := range []byte(strings.Trim(hands, "-]")) {
		pc := pieceOf(c)
		if p.v.Piece(pc.Letter) == nil {
			return false
		}
		p.hands[pc.Colour][pc.Letter]++
	}
	return true
}

// rowPattern matches the start of a rank: a number of empty squares, or a piece with its + and ~.
var rowPattern = regexp.MustCompile(`^(?:(\d+)|(\+?)([A-Za-z])(~?))`)

// readRow reads one rank from the a-file on.
func (p *Position) readRow(rank int, row string) bool {
	file := 0
	for row != "" {
		m := rowPattern.FindStringSubmatch(row)
		if m == nil {
			return false
		}
		row = row[len(m[0]):]
		if m[1] != "" {
			n, _ := strconv.Atoi(m[1])
			file += n
			continue
		}
		pc, plus, tilde := pieceOf(m[3][0]), m[2] != "", m[4] != ""
		sq := p.v.Board.At(file, rank)
		if p.v.Piece(pc.Letter) == nil || sq == geom.NoSquare || plus && !p.shogi(pc.Letter) {
			return false
		}
		pc.Promoted = plus || tilde && p.v.Drop.Captures && !p.shogi(pc.Letter)
		p.board[sq] = pc
		file++
	}
	return file == p.v.Board.Width
}

// pieceOf reads a letter, which is in upper case for White.
func pieceOf(c byte) Piece {
	if 'A' <= c && c <= 'Z' {
		return Piece{Colour: White, Letter: c - 'A' + 'a'}
	}
	return Piece{Colour: Black, Letter: c}
}

// rights are the letters of the castlings, by colour and side.
const rights = "KQkq"

func (p *Position) readCastling(text string) bool {
	for _, c := range strings.TrimPrefix(text, "-") {
		i := strings.IndexRune(rights, c)
		if i < 0 {
			return false
		}
		p.castling[i/2][i%2] = true
	}
	p.dropRights()
	return true
}

// readPassed reads the en passant square.
func (p *Position) readPassed(text string) bool {
	if text == "-" {
		return true
	}
	sq, err := p.v.Board.ParseSquare(text)
	if err != nil {
		return false
	}
	to := p.v.Board.Offset(sq, 0, -p.side.forward())
	if p.empty(sq) && to != geom.NoSquare && p.owns(1-p.side, to) {
		p.passOver(sq, to)
	}
	return true
}

// FEN writes the position. Hands are in the order of the variant's pieces, White's first.
func (p *Position) FEN() string {
	text := Placement(p.v.Board, func(sq geom.Square) string { return p.text(p.board[sq]) })
	if p.v.Drop.Allowed || p.v.Drop.Captures {
		text += "[" + p.handText() + "]"
	}
	castling := ""
	for i, c := range rights {
		if p.castling[i/2][i%2] {
			castling += string(c)
		}
	}
	if castling == "" {
		castling = "-"
	}
	return fmt.Sprintf("%s %c %s %s %d %d", text, "wb"[p.side], castling, p.v.Board.Name(p.passed), p.halfmoves, p.fullmoves)
}

// Placement writes a board of pieces; piece returns that on a square, or "".
func Placement(g geom.Geometry, piece func(geom.Square) string) string {
	var rows []string
	for rank := g.Height - 1; rank >= 0; rank-- {
		row, gap := "", 0
		for file := range g.Width {
			text := piece(g.At(file, rank))
			if text == "" {
				gap++
				continue
			}
			row, gap = row+number(gap)+text, 0
		}
		rows = append(rows, row+number(gap))
	}
	return strings.Join(rows, "/")
}

func number(gap int) string {
	if gap == 0 {
		return ""
	}
	return strconv.Itoa(gap)
}

// text writes the content of a square, "" for nothing.
func (p *Position) text(pc Piece) string {
	switch {
	case pc.Letter == 0:
		return ""
	case pc.Promoted && p.shogi(pc.Letter):
		return "+" + letterText(pc)
	case pc.Promoted:
		return letterText(pc) + "~"
	}
	return letterText(pc)
}

func (p *Position) handText() string {
	text := ""
	for colour := range Black + 1 {
		for _, kind := range p.v.Pieces {
			pc := Piece{Colour: colour, Letter: kind.Letter}
			text += strings.Repeat(letterText(pc), int(p.hands[colour][kind.Letter]))
		}
	}
	return text
}

func letterText(pc Piece) string {
	text := string(rune(pc.Letter))
	if pc.Colour == White {
		return strings.ToUpper(text)
	}
	return text
}
