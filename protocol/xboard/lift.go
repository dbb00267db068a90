package xboard

import (
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/protocol"
)

// lift highlights the targets of the piece on a square or in hand ("P@"), as a board of colours in the
// form of FEN: Y for a quiet move, R for a capture, M for a promotion.
func (d *Dialect) lift(s *protocol.Session, arg string) error {
	g, p := s.Game(), s.Position()
	var moves board.List
	g.Moves(&p, &moves)
	colours := make([]byte, g.Geometry().Squares())
	for _, m := range moves.All() {
		if isFrom(d.Move(g, &p, m), arg) {
			to, colour := target(g, &p, m)
			colours[to] = colour
		}
	}
	s.Write("highlight " + rows(g.Geometry(), colours))
	return nil
}

// isFrom reports whether a move starts at a square or from a piece in hand, in either case.
func isFrom(move, from string) bool {
	if from == "" || len(from) >= len(move) || !strings.EqualFold(move[:len(from)], from) {
		return false
	}
	next := move[len(from)]
	return next < '0' || next > '9'
}

// target returns the target of a move and its colour.
func target(g *board.Game, p *board.Position, m board.Move) (geom.Square, byte) {
	to := m.To()
	_, taken := p.At(to)
	king, _, castling := g.CastlingOf(p, m)
	switch {
	case castling:
		return king, 'Y'
	case m.IsPromotion():
		return to, 'M'
	case !m.IsDrop() && (taken || to == p.EnPassant() && isPawn(g, p, m.From())):
		return to, 'R'
	}
	return to, 'Y'
}

// isPawn reports whether a pawn stands on sq.
func isPawn(g *board.Game, p *board.Position, sq geom.Square) bool {
	piece, ok := p.At(sq)
	return ok && g.Pawn() != 0 && piece.Kind == g.Pawn()
}

// rows formats the board from the highest rank, with numbers for empty squares.
func rows(geo geom.Geometry, colours []byte) string {
	var b strings.Builder
	for rank := geo.Height - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
		}
		for file := range geo.Width {
			if c := colours[geo.At(file, rank)]; c != 0 {
				flush()
				b.WriteByte(c)
			} else {
				empty++
			}
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
