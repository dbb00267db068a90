package notation

import (
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// SAN returns the legal move m of p in the standard algebraic notation of PGN, with the additions of
// Fairy-Stockfish:
//
//	W@b3      a drop; also of a pawn, "P@b3"
//	a4=W      a pawn's promotion
//	Cb4=H     a shogi-style promotion, with the letter of the piece whose moves it has
//	Hb3       a move of such a promoted piece
//	Nf3+ Qh7# check and checkmate; other ends of the game have no mark
func SAN(g *board.Game, p *board.Position, m board.Move) string {
	return sanMove(g, p, m) + checkMark(g, p, m)
}

// sanMove returns m without the mark of check.
func sanMove(g *board.Game, p *board.Position, m board.Move) string {
	if m.IsDrop() {
		return Move(g, p, m)
	}
	if _, _, ok := g.CastlingOf(p, m); ok {
		return castlingName(m)
	}
	geo, k := g.Geometry(), p.KindAt(m.From())
	var text string
	switch {
	case !isPawn(g, k):
		text = formText(g, p, m.From()) + origin(g, p, m)
	case isCapture(g, p, m):
		text = geo.Name(m.From())[:1]
	}
	if isCapture(g, p, m) {
		text += "x"
	}
	text += geo.Name(m.To())
	if letter := promotionLetter(g, p, m); letter != 0 {
		text += "=" + upper(letter)
	}
	return text
}

// castlingName returns the name of a castling. The king side has the higher files.
func castlingName(m board.Move) string {
	if m.To() > m.From() {
		return "O-O"
	}
	return "O-O-O"
}

func isPawn(g *board.Game, k board.Kind) bool { return k != 0 && k == g.Pawn() }

// isCapture reports whether the board move m, which is not castling, captures.
func isCapture(g *board.Game, p *board.Position, m board.Move) bool {
	enPassant := isPawn(g, p.KindAt(m.From())) && m.To() == p.EnPassant() &&
		g.Geometry().File(m.From()) != g.Geometry().File(m.To())
	return p.Occupied().Has(m.To()) || enPassant
}

// promotionLetter returns the lower-case letter of the piece that the board move m promotes to, or 0.
func promotionLetter(g *board.Game, p *board.Position, m board.Move) byte {
	switch k := m.Kind(); {
	case k == 0:
		return 0
	case k == p.KindAt(m.From()):
		return formLetter(g, k)
	default:
		return g.Letter(k)
	}
}

// formLetter returns the lower-case letter of the piece that kind k moves as when promoted.
func formLetter(g *board.Game, k board.Kind) byte { return g.Variant().Piece(g.Letter(k)).Promoted }

// formText returns the letter of the piece whose moves the piece on sq has.
func formText(g *board.Game, p *board.Position, sq geom.Square) string {
	piece, _ := p.At(sq)
	if piece.Promoted && g.HasPromotedForm(piece.Kind) {
		return upper(formLetter(g, piece.Kind))
	}
	return upper(g.Letter(piece.Kind))
}

// upper returns a lower-case letter in upper case.
func upper(letter byte) string { return string(rune(letter &^ 0x20)) }

// origin returns what distinguishes m from legal moves of like pieces to the same square: nothing, the
// file, the rank, or both.
func origin(g *board.Game, p *board.Position, m board.Move) string {
	geo, name := g.Geometry(), formText(g, p, m.From())
	var others, sameFile, sameRank bool
	var l board.List
	g.Moves(p, &l)
	for _, o := range l.All() {
		if o.IsDrop() || o.To() != m.To() || o.From() == m.From() || formText(g, p, o.From()) != name {
			continue
		}
		others = true
		sameFile = sameFile || geo.File(o.From()) == geo.File(m.From())
		sameRank = sameRank || geo.Rank(o.From()) == geo.Rank(m.From())
	}
	square := geo.Name(m.From())
	switch {
	case !others:
		return ""
	case !sameFile:
		return square[:1]
	case !sameRank:
		return square[1:]
	}
	return square
}

// checkMark returns + if m gives check, # if it gives checkmate.
func checkMark(g *board.Game, p *board.Position, m board.Move) string {
	var next board.Position
	g.Apply(&next, p, m)
	switch {
	case !g.InCheck(&next):
		return ""
	case g.Count(&next) == 0 && !g.Decided(&next).Over():
		return "#"
	}
	return "+"
}

// givesCheck reports whether m attacks the opponent's king.
func givesCheck(g *board.Game, p *board.Position, m board.Move) bool {
	return strings.ContainsAny(checkMark(g, p, m), "+#")
}
