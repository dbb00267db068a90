package randvar

import (
	"strings"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/internal/slow"
	"tinyhouse/engine/rules"
)

// attempts limits the start positions tried for one set of rules.
const attempts = 40

// start finds a start position in which the side not to move is not in check, and the side to move has
// a move.
func (m maker) start() bool {
	for range attempts {
		p, err := slow.Parse(m.v, m.fen())
		if err != nil {
			panic("randvar: a position was drawn that no one can read")
		}
		if _, over := p.Outcome(); p.Lawful() && !over {
			m.v.Start = p.FEN()
			return true
		}
	}
	return false
}

// setup is a position under construction: on each square a piece of FEN, or nothing.
type setup struct {
	maker
	squares [geom.MaxSquares]string
}

// fen returns a random position, legal or not.
func (m maker) fen() string {
	s := setup{maker: m}
	rights := s.home()
	mirrored := m.v.Board.Height > 1 && m.chance(50)
	most := max(1, m.v.Board.Squares()/3)
	for range m.between(1, min(most, 14)) {
		letter := pick(m, m.letters(notRoyal)...)
		s.throw(0, letter, mirrored)
		if !mirrored {
			s.throw(1, pick(m, m.letters(notRoyal)...), false)
		}
	}
	placement := slow.Placement(m.v.Board, func(sq geom.Square) string { return s.squares[sq] })
	return placement + m.hands() + pick(m, " w ", " b ") + rights + " - 0 1"
}

// home places kings, castling rooks and the pieces whose loss ends the game. It returns the castling
// rights.
func (s *setup) home() (rights string) {
	c := s.v.Castle
	for colour := range 2 {
		switch {
		case c.Allowed:
			s.put(colour, s.v.Pieces[0].Letter, s.v.Board.At(c.KingFile, c.Rank[colour]))
			for side, file := range c.RookFile {
				if s.chance(80) {
					s.put(colour, c.Rook, s.v.Board.At(file, c.Rank[colour]))
					rights += string("KQkq"[2*colour+side])
				}
			}
		case s.v.Pieces[0].Role == rules.RoyalKing:
			s.throw(colour, s.v.Pieces[0].Letter, false)
		}
		for _, letter := range []byte(s.v.End.Extinct) {
			for range s.v.End.ExtinctCount + 1 {
				s.throw(colour, letter, false)
			}
		}
	}
	if rights == "" {
		return "-"
	}
	return rights
}

// throw puts a piece on a random square, if it may stand there; if mirrored, one of the other colour,
// too.
func (s *setup) throw(colour int, letter byte, mirrored bool) {
	g := s.v.Board
	sq := geom.Square(s.IntN(g.Squares()))
	for range 10 { // a king must find its place on a board that is still nearly empty
		if s.squares[sq] == "" {
			break
		}
		sq = geom.Square(s.IntN(g.Squares()))
	}
	s.put(colour, letter, sq)
	if flip := g.FlipSquare(sq); mirrored && flip != sq {
		s.put(1-colour, letter, flip)
	}
}

// put puts a piece on an empty square, a pawn only before its promotion zone, sometimes in its
// promoted form.
func (s *setup) put(colour int, letter byte, sq geom.Square) {
	kind := s.v.Piece(letter)
	closed := s.v.Promote.Zone[colour] | s.sides(s.far(1))[colour]
	if s.squares[sq] != "" || kind.Role == rules.PawnRole && closed.Has(sq) {
		return
	}
	text := string(letter)
	if colour == 0 {
		text = strings.ToUpper(text)
	}
	home := s.v.Castle.Allowed && letter == s.v.Castle.Rook
	pawn := s.v.Drop.Captures && strings.Contains(string(s.v.Promote.To), string(letter))
	switch {
	case home || !s.chance(10):
	case kind.Promoted != 0:
		text = "+" + text
	case pawn:
		text += "~"
	}
	s.squares[sq] = text
}

// hands gives each side a few pieces in a game with drops.
func (m maker) hands() string {
	if !m.v.Drop.Allowed {
		return ""
	}
	text := "["
	for range m.IntN(4) {
		text += pick(m, strings.ToLower, strings.ToUpper)(string(pick(m, m.letters(notRoyal)...)))
	}
	return text + "]"
}
