package notation

import (
	"errors"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// maxMove exceeds the length of any move in any notation.
const maxMove = 24

// The reasons why a text is not a move.
var (
	errNoMove  = errors.New("not a move: want one like a1b2, a3a4q or P@b2")
	errIllegal = errors.New("not legal here")
)

// Move returns the legal move m of p in UCI form: "a1b2", "a3a4w" for a pawn's promotion, "b3b4+" for a
// shogi-style one, "P@b2" for a drop, "e1g1" for castling. If the king has an ordinary move to its
// castling square, too, castling is written with the square of the rook.
func Move(g *board.Game, p *board.Position, m board.Move) string {
	geo := g.Geometry()
	if m.IsDrop() {
		return letterText(g, board.White, m.Kind()) + "@" + geo.Name(m.To())
	}
	to := m.To()
	if kingTo, _, ok := g.CastlingOf(p, m); ok && !g.IsLegal(p, board.NewMove(m.From(), kingTo)) {
		to = kingTo
	}
	text := geo.Name(m.From()) + geo.Name(to)
	switch k := m.Kind(); {
	case k == 0:
	case k == p.KindAt(m.From()):
		text += "+"
	default:
		text += letterText(g, board.Black, k)
	}
	return text
}

// ParseMove returns the legal move of p that text names in UCI form, in either case. Castling may have
// the square of the king or that of the rook. The error is an *Error.
func ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := readMove(g, p, text)
	if err != nil {
		return board.NoMove, &Error{Kind: "move", Text: text, Err: err}
	}
	return m, nil
}

// readMove is ParseMove with the reason alone as its error. A legal move between the named squares
// goes before a castling that moves the king there, as in Move.
func readMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	if len(text) > maxMove {
		return board.NoMove, errLong
	}
	text = strings.ToLower(text)
	if letter, square, drop := strings.Cut(text, "@"); drop {
		return readDrop(g, p, letter, square)
	}
	geo := g.Geometry()
	from, n, ok := geo.ReadSquare(text)
	to, n2, ok2 := geo.ReadSquare(text[n:])
	if !ok || !ok2 {
		return board.NoMove, errNoMove
	}
	k, err := readPromotion(g, p.KindAt(from), text[n+n2:])
	if err != nil {
		return board.NoMove, err
	}
	m := board.NewPromotion(from, to, k)
	if g.IsLegal(p, m) {
		return m, nil
	}
	if m, ok := castlingTo(g, p, from, to); ok && k == 0 {
		return m, nil
	}
	return board.NoMove, errIllegal
}

// readDrop reads a drop from the texts before and after the @, in lower case.
func readDrop(g *board.Game, p *board.Position, letter, square string) (board.Move, error) {
	to, err := g.Geometry().ParseSquare(square)
	if err != nil || len(letter) != 1 {
		return board.NoMove, errNoMove
	}
	k, ok := g.KindOf(letter[0])
	if m := board.NewDrop(k, to); ok && g.IsLegal(p, m) {
		return m, nil
	}
	return board.NoMove, errIllegal
}

// readPromotion returns the kind that the end of a move promotes to, 0 for none. It does not check
// that the move is legal.
func readPromotion(g *board.Game, moving board.Kind, text string) (board.Kind, error) {
	switch {
	case text == "":
		return 0, nil
	case text == "+" && g.HasPromotedForm(moving):
		return moving, nil
	case len(text) == 1:
		if k, ok := g.KindOf(text[0]); ok && k != 0 && k != moving {
			return k, nil
		}
	}
	return 0, errors.New("not a piece to promote to: " + quote(text))
}

// castlingTo returns the legal castling that moves a king from one square to another. Only castling
// has a target with a piece of the same side.
func castlingTo(g *board.Game, p *board.Position, from, to geom.Square) (board.Move, bool) {
	for rook := range (g.Targets(p, from) & p.Color(p.Turn())).All() {
		m := board.NewMove(from, rook)
		if kingTo, _, ok := g.CastlingOf(p, m); ok && kingTo == to {
			return m, true
		}
	}
	return board.NoMove, false
}
