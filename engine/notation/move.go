package notation

import (
	"errors"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// maxMove is longer than any move, in UCI form or SAN, with all its marks.
const maxMove = 24

// Reasons against a move.
var (
	errNoMove  = errors.New("no move: want one like a1b2, a3a4q or P@b2")
	errIllegal = errors.New("not legal here")
)

// Move returns the legal move m of p in UCI form: "a1b2", "a3a4w" for a pawn's promotion,
// "b3b4+" for a shogi-style one, "P@b2" for a drop, "e1g1" for castling: the squares of
// the king, or the square of the rook as the second where the king could go to its own by
// an ordinary move.
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

// ParseMove returns the legal move of p that text names in UCI form, in upper or lower
// case. A castling may name the rook's square as well as the king's. The error is an
// *Error, also for text that stands for no move, as "0000" does.
func ParseMove(g *board.Game, p *board.Position, text string) (board.Move, error) {
	m, err := readMove(g, p, text)
	if err != nil {
		return board.NoMove, &Error{Kind: "move", Text: text, Err: err}
	}
	return m, nil
}

// readMove is ParseMove with the bare reason for an error. A legal move of the very squares
// named goes before a castling that takes the king there, as it does in Move.
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

// readDrop reads a drop from its two sides of the @, in lower case.
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

// readPromotion returns the kind that the end of a move asks the moving piece to become, 0
// for none. Whether it may is asked of the whole move, later.
func readPromotion(g *board.Game, moving board.Kind, text string) (board.Kind, error) {
	switch {
	case text == "":
		return 0, nil
	case text == "+" && hasForm(g, moving):
		return moving, nil
	case len(text) == 1:
		if k, ok := g.KindOf(text[0]); ok && k != 0 && k != moving {
			return k, nil
		}
	}
	return 0, errors.New("no piece to promote to: " + quote(text))
}

// castlingTo returns the legal castling that takes a king on from to a square. Only a
// castling has a target that is occupied by a piece of the same side.
func castlingTo(g *board.Game, p *board.Position, from, to geom.Square) (board.Move, bool) {
	for rook := range (g.Targets(p, from) & p.Color(p.Turn())).All() {
		m := board.NewMove(from, rook)
		if kingTo, _, ok := g.CastlingOf(p, m); ok && kingTo == to {
			return m, true
		}
	}
	return board.NoMove, false
}
