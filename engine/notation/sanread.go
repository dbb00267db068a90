package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

var errNoSAN = errors.New("not a move: want one like Nf3, exd5, a4=Q, P@b2 or O-O")

// ParseAny returns the legal move of p that text names, in SAN or in UCI form. SAN goes first: "B1c3"
// is a bishop's move. The error is that of ParseSAN.
func ParseAny(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := ParseSAN(g, p, text)
	if err == nil {
		return m, nil
	}
	if m, err := readMove(g, p, strings.TrimSpace(text)); err == nil {
		return m, nil
	}
	return board.NoMove, err
}

// ParseSAN returns the legal move of p that text names. The marks of check, the x of a capture, the =
// of a promotion, its piece if there is only one, and the letter of a dropped pawn may be missing. The
// square of departure may be redundant, and castling may be written with zeros. The error is an
// *Error; it lists the moves if the text is ambiguous.
func ParseSAN(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := readSAN(g, p, text)
	if err != nil {
		return board.NoMove, &Error{Kind: "move", Text: text, Err: err}
	}
	return m, nil
}

// readSAN is ParseSAN with the reason alone as its error.
func readSAN(g *board.Game, p *board.Position, text string) (board.Move, error) {
	if len(text) > maxMove {
		return board.NoMove, errLong
	}
	text = strings.TrimRight(strings.TrimSpace(text), "!?")
	body := strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(text, "+#"), "e.p."))
	castling := strings.NewReplacer("0", "O", "o", "O").Replace(body)
	switch letter, square, drop := strings.Cut(body, "@"); {
	case castling == "O-O" || castling == "O-O-O":
		return findCastling(g, p, castling)
	case drop && letter == "" && g.Pawn() != 0:
		return readDrop(g, p, string(rune(g.Letter(g.Pawn()))), square)
	case drop:
		return readDrop(g, p, strings.ToLower(letter), square)
	}
	s, err := readPattern(g, body)
	if err != nil {
		return board.NoMove, err
	}
	s.plus = strings.HasSuffix(text, "+")
	return s.choose(g, p, s.matches(g, p))
}

// findCastling returns the legal castling of a name.
func findCastling(g *board.Game, p *board.Position, name string) (board.Move, error) {
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		if _, _, ok := g.CastlingOf(p, m); ok && castlingName(m) == name {
			return m, nil
		}
	}
	return board.NoMove, errIllegal
}

// pattern is the properties of a board move that a text in SAN gives.
type pattern struct {
	name       string // as in formText, or after a + as in FEN
	file, rank int    // of the square of departure, -1: any
	capture    bool
	to         geom.Square
	promotion  byte // letter of the piece promoted to, 0: not given
	form       bool // promotes shogi-style
	plus       bool // ends in +
}

// readPattern reads a board move from its end to its beginning, since only the target is mandatory.
func readPattern(g *board.Game, text string) (pattern, error) {
	s := pattern{file: -1, rank: -1}
	text, err := s.readPromotion(g, text)
	if err != nil {
		return s, err
	}
	at := len(strings.TrimRight(text, "0123456789")) - 1
	if at < 0 {
		return s, errNoSAN
	}
	if s.to, err = g.Geometry().ParseSquare(text[at:]); err != nil {
		return s, errNoSAN
	}
	text = strings.TrimSuffix(text[:at], "-")
	text, s.capture = strings.CutSuffix(text, "x")
	return s, s.readPiece(g, text)
}

// readPromotion reads the end of text in one of the forms =Q, Q, q and =, which was =+, and returns the
// rest.
func (s *pattern) readPromotion(g *board.Game, text string) (string, error) {
	rest, choice, given := strings.Cut(text, "=")
	if n := len(text) - 1; !given && n > 1 && !isDigit(text[n]) && isDigit(text[n-1]) {
		rest, choice, given = text[:n], text[n:], true
	}
	switch {
	case !given:
	case choice == "":
		s.form = true
	default:
		s.promotion = choice[0] | 0x20
		if k, ok := g.KindOf(s.promotion); !ok || k == 0 || len(choice) > 1 {
			return "", errors.New("not a piece to promote to: " + quote(choice))
		}
	}
	return rest, nil
}

// readPiece reads the beginning of a move: the piece, which is a pawn without an upper-case letter, and
// the file, the rank, or both of its square.
func (s *pattern) readPiece(g *board.Game, text string) error {
	text, plus := strings.CutPrefix(text, "+")
	k := g.Pawn()
	if text != "" && 'A' <= text[0] && text[0] <= 'Z' {
		var ok bool
		if k, ok = g.KindOf(text[0] | 0x20); !ok {
			return fmt.Errorf("%s is not a piece of this game", quote(text[:1]))
		}
		text = text[1:]
	} else if k == 0 {
		return errNoSAN
	}
	s.name = letterText(g, board.White, k)
	if plus {
		s.name = "+" + s.name
	}
	if text != "" && 'a' <= text[0] && text[0] <= 'p' {
		s.file = int(text[0] - 'a')
		text = text[1:]
	}
	if text != "" {
		rank, err := strconv.Atoi(text)
		if err != nil || !isDigit(text[0]) {
			return errNoSAN
		}
		s.rank = rank - 1
	}
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// matches returns the legal moves that s matches, with all promotions if it gives none.
func (s *pattern) matches(g *board.Game, p *board.Position) []board.Move {
	var l board.List
	var fit []board.Move
	geo := g.Geometry()
	g.Moves(p, &l)
	for _, m := range l.All() {
		_, _, castling := g.CastlingOf(p, m)
		switch k := m.Kind(); {
		case m.IsDrop() || castling || m.To() != s.to || !s.names(g, p, m.From()):
		case s.file >= 0 && s.file != geo.File(m.From()):
		case s.rank >= 0 && s.rank != geo.Rank(m.From()):
		case s.capture && !isCapture(g, p, m):
		case s.promotion != 0 && s.promotion != promotionLetter(g, p, m):
		case s.form && (k == 0 || k != p.KindAt(m.From())):
		default:
			fit = append(fit, m)
		}
	}
	return fit
}

// names reports whether s names the piece on sq.
func (s *pattern) names(g *board.Game, p *board.Position, sq geom.Square) bool {
	piece, _ := p.At(sq)
	piece.Color = board.White
	return formText(g, p, sq) == s.name || piece.Promoted && PieceText(g, piece) == s.name
}

// choose returns the one move that s names of those it matches. Without a promotion it names a move
// that does not promote, if there is one; but a + counts as a promotion, which some programs write so,
// if that move does not give check.
func (s *pattern) choose(g *board.Game, p *board.Position, fit []board.Move) (board.Move, error) {
	var plain []board.Move
	for _, m := range fit {
		if m.Kind() == 0 {
			plain = append(plain, m)
		}
	}
	if len(plain) == 1 && (len(fit) == 1 || !s.plus || givesCheck(g, p, plain[0])) {
		return plain[0], nil
	}
	if len(plain) > 1 {
		fit = plain
	}
	switch len(fit) {
	case 0:
		return board.NoMove, errIllegal
	case 1:
		return fit[0], nil
	}
	var names []string
	for _, m := range fit {
		names = append(names, sanMove(g, p, m))
	}
	return board.NoMove, errors.New("ambiguous: " + strings.Join(names, " or "))
}
