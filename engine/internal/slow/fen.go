package slow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Parse reads a position of v from a FEN, whose last fields may be missing. It drops castling rights
// without king and rook, and an en passant square that no pawn attacks.
func Parse(v *rules.Variant, fen string) (*Position, error) {
	f := strings.Fields(fen)
	if len(f) == 0 || len(f) > 6 {
		return nil, fmt.Errorf("slow: fen %q: %d fields", fen, len(f))
	}
	f = append(f, []string{"w", "-", "-", "0", "1"}[len(f)-1:]...)
	p := &Position{v: v, passed: geom.NoSquare}
	side := strings.Index("wb", f[1])
	if len(f[1]) != 1 || side < 0 {
		return nil, fmt.Errorf("slow: fen %q: side %q", fen, f[1])
	}
	p.side = Colour(side)
	err := p.readPlacement(f[0])
	if err == nil {
		err = p.readCastling(f[2])
	}
	if err == nil {
		err = p.readPassed(f[3])
	}
	if err == nil {
		p.halfmoves, err = strconv.Atoi(f[4])
	}
	if err == nil {
		p.fullmoves, err = strconv.Atoi(f[5])
	}
	if err != nil {
		return nil, fmt.Errorf("slow: fen %q: %w", fen, err)
	}
	return p, nil
}

// readPlacement reads the board and the hands.
func (p *Position) readPlacement(text string) error {
	text, hands, _ := strings.Cut(text, "[")
	rows := strings.Split(text, "/")
	if len(rows) != p.v.Board.Height {
		return fmt.Errorf("want %d ranks, have %d", p.v.Board.Height, len(rows))
	}
	for i, row := range rows {
		if err := p.readRow(p.v.Board.Height-1-i, row); err != nil {
			return err
		}
	}
	for _, c := range []byte(strings.Trim(hands, "-]")) {
		pc := pieceOf(c)
		if p.v.Piece(pc.Letter) == nil {
			return fmt.Errorf("hand %q", hands)
		}
		p.hands[pc.Colour][pc.Letter]++
	}
	return nil
}

// readRow reads one rank from the a-file on.
func (p *Position) readRow(rank int, row string) error {
	file := 0
	for i := 0; i < len(row); {
		digits := len(row[i:]) - len(strings.TrimLeft(row[i:], "0123456789"))
		if digits > 0 {
			n, _ := strconv.Atoi(row[i : i+digits])
			file += n
			i += digits
			continue
		}
		plus := row[i] == '+' && i+1 < len(row)
		if plus {
			i++
		}
		pc := pieceOf(row[i])
		i++
		tilde := i < len(row) && row[i] == '~'
		if tilde {
			i++
		}
		sq := p.v.Board.At(file, rank)
		if p.v.Piece(pc.Letter) == nil || sq == geom.NoSquare || plus != (plus && p.shogi(pc.Letter)) {
			return fmt.Errorf("rank %q", row)
		}
		pc.Promoted = plus || tilde && p.v.Drop.Captures && !p.shogi(pc.Letter)
		p.board[sq] = pc
		file++
	}
	if file != p.v.Board.Width {
		return fmt.Errorf("rank %q: want %d files, have %d", row, p.v.Board.Width, file)
	}
	return nil
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

func (p *Position) readCastling(text string) error {
	for _, c := range strings.TrimPrefix(text, "-") {
		i := strings.IndexRune(rights, c)
		if i < 0 {
			return fmt.Errorf("castling %q", text)
		}
		p.castling[i/2][i%2] = true
	}
	p.dropRights()
	return nil
}

// readPassed reads the en passant square.
func (p *Position) readPassed(text string) error {
	if text == "-" {
		return nil
	}
	sq, err := p.v.Board.ParseSquare(text)
	if err != nil {
		return err
	}
	to := p.v.Board.Offset(sq, 0, -p.side.forward())
	if p.empty(sq) && to != geom.NoSquare && p.owns(1-p.side, to) {
		p.passOver(sq, to)
	}
	return nil
}

// FEN writes the position. Hands are in the order of the variant's pieces, White's first.
func (p *Position) FEN() string {
	var b strings.Builder
	for rank := p.v.Board.Height - 1; rank >= 0; rank-- {
		b.WriteString(p.row(rank))
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	if p.v.Drop.Allowed || p.v.Drop.Captures {
		b.WriteString("[" + p.handText() + "]")
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
	fmt.Fprintf(&b, " %c %s %s %d %d", "wb"[p.side], castling, p.v.Board.Name(p.passed), p.halfmoves, p.fullmoves)
	return b.String()
}

func (p *Position) row(rank int) string {
	text, gap := "", 0
	flush := func() {
		if gap > 0 {
			text += strconv.Itoa(gap)
		}
		gap = 0
	}
	for file := range p.v.Board.Width {
		pc := p.board[p.v.Board.At(file, rank)]
		if pc.Letter == 0 {
			gap++
			continue
		}
		flush()
		switch {
		case pc.Promoted && p.shogi(pc.Letter):
			text += "+" + letterText(pc)
		case pc.Promoted:
			text += letterText(pc) + "~"
		default:
			text += letterText(pc)
		}
	}
	flush()
	return text
}

func (p *Position) handText() string {
	text := ""
	for colour := range Black + 1 {
		for _, kind := range p.v.Pieces {
			pc := Piece{Colour: colour, Letter: kind.Letter}
			text += strings.Repeat(letterText(pc), p.Hand(colour, kind.Letter))
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

// SortedMoves returns the sorted UCI texts of the legal moves.
func (p *Position) SortedMoves() []string {
	var list []string
	for _, m := range p.Moves() {
		list = append(list, m.UCI)
	}
	slices.Sort(list)
	return list
}
