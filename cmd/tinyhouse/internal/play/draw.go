package play

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
)

// The board has White at the bottom unless people play only Black. The hands are beside the board,
// and a star marks the side to move.
//
//	4  f  u  w  k    []
//	3  .  .  .  p
//	2  P  .  .  .
//	1  K  W  U  F  * []
//	   a  b  c  d

// Escape sequences of terminals with 256 colours.
const (
	colorOff    = "\x1b[0m"
	lightSquare = "\x1b[48;5;109m"
	darkSquare  = "\x1b[48;5;66m"
	movedSquare = "\x1b[48;5;143m" // from and to of the last move
	checkSquare = "\x1b[48;5;131m" // a king in check
	whitePiece  = "\x1b[1;38;5;231m"
	blackPiece  = "\x1b[1;38;5;16m"
)

// show draws the board and prints the state of the game.
func (s *session) show() {
	s.say("")
	for _, line := range s.draw() {
		s.say("%s", line)
	}
	s.say("")
	result, why := s.result()
	switch {
	case result != notation.Unknown:
		s.say("%s  %s", result, why)
	case s.rules.InCheck(s.pos()):
		s.say("%s to move, in check", notation.SideName(s.pos().Turn()))
	default:
		s.say("%s to move", notation.SideName(s.pos().Turn()))
	}
	if s.Bar && result == notation.Unknown {
		s.say("%s", s.bar())
	}
}

// draw returns the lines of the board.
func (s *session) draw() []string {
	geo := s.rules.Geometry()
	black := s.People[board.Black] && !s.People[board.White]
	at := func(row, column int) geom.Square {
		if black {
			return geo.At(geo.Width-1-column, row)
		}
		return geo.At(column, geo.Height-1-row)
	}
	var lines []string
	for row := range geo.Height {
		line := fmt.Sprintf("%3d ", geo.Rank(at(row, 0))+1)
		for column := range geo.Width {
			line += s.square(at(row, column))
		}
		if row == 0 || row == geo.Height-1 {
			side := board.Black
			if (row == 0) == black {
				side = board.White
			}
			line += s.margin(side)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	files := "    "
	for column := range geo.Width {
		files += " " + geo.Name(at(0, column))[:1] + " "
	}
	return append(lines, strings.TrimRight(files, " "))
}

// square returns the three characters of a square.
func (s *session) square(sq geom.Square) string {
	piece, ok := s.pos().At(sq)
	text, color := "   ", whitePiece
	switch {
	case ok:
		if text = notation.PieceText(s.rules, piece); len(text) == 1 || text[1] == '~' {
			text = " " + text
		}
		text = (text + "  ")[:3]
		if piece.Color == board.Black {
			color = blackPiece
		}
	case !s.Color:
		text = " . "
	}
	if !s.Color {
		return text
	}
	geo, last := s.rules.Geometry(), board.NoMove
	if n := len(s.moves); n > 0 {
		last = s.moves[n-1]
	}
	background := darkSquare
	switch {
	case ok && s.rules.HasKing() && piece.Kind == board.King && piece.Color == s.pos().Turn() && s.rules.InCheck(s.pos()):
		background = checkSquare
	case last != board.NoMove && (sq == last.To() || !last.IsDrop() && sq == last.From()):
		background = movedSquare
	case (geo.File(sq)+geo.Rank(sq))%2 == 1:
		background = lightSquare
	}
	return background + color + text + colorOff
}

// margin returns the text beside the first rank of a side: a star if it is to move, and its hand.
func (s *session) margin(c board.Color) string {
	text := "   "
	if s.pos().Turn() == c {
		text = "  *"
	}
	if s.rules.HasDrops() {
		text += " [" + notation.HandText(s.rules, s.pos(), c) + "]"
	}
	return text
}
