package protocol

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// diagram draws a position in the form of Fairy-Stockfish: White below, the hands and a star for the
// side to move beside the board.
func diagram(s *gameState) []string {
	g, pos := s.game, &s.pos
	geo := g.Geometry()
	rule := " " + strings.Repeat("+---", geo.Width) + "+"
	lines := []string{"", rule}
	for rank := geo.Height - 1; rank >= 0; rank-- {
		row := strings.Builder{}
		row.WriteByte(' ')
		for file := range geo.Width {
			row.WriteString("|" + cell(g, pos, file, rank))
		}
		row.WriteString("|" + margin(g, pos, rank))
		lines = append(lines, strings.TrimRight(row.String(), " "), rule)
	}
	lines = append(lines, "",
		"Fen: "+notation.FEN(g, pos),
		fmt.Sprintf("Key: %016X", pos.Key()),
		strings.TrimRight("Checkers: "+squares(g, pos), " "))
	if o := g.Outcome(pos, s.history); o.Over() {
		lines = append(lines, "Result: "+Result(g, pos, o))
	}
	return lines
}

// cell returns the three characters of a square: the letter, with the mark of a promoted piece on the
// same side as in FEN.
func cell(g *board.Game, pos *board.Position, file, rank int) string {
	piece, ok := pos.At(g.Geometry().At(file, rank))
	if !ok {
		return "   "
	}
	text := string(g.Letter(piece.Kind))
	if piece.Color == board.White {
		text = strings.ToUpper(text)
	}
	switch {
	case piece.Promoted && g.HasShogiPromotion():
		return "+" + text + " "
	case piece.Promoted:
		return " " + text + "~"
	}
	return " " + text + " "
}

// margin returns the text right of a rank: Black's hand beside the highest, White's beside the lowest,
// with a star for the side to move.
func margin(g *board.Game, pos *board.Position, rank int) string {
	text := ""
	for _, side := range []struct {
		color board.Color
		rank  int
	}{{board.Black, g.Geometry().Height - 1}, {board.White, 0}} {
		if rank != side.rank {
			continue
		}
		mark := "  "
		if pos.Turn() == side.color {
			mark = " *"
		}
		text += mark + handText(g, pos, side.color)
	}
	return text
}

// handText returns a hand in brackets, "" without drops.
func handText(g *board.Game, pos *board.Position, c board.Color) string {
	if !g.HasDrops() {
		return ""
	}
	text := ""
	for k := range g.Kinds() {
		text += strings.Repeat(string(g.Letter(board.Kind(k))), pos.Hand(c).Count(board.Kind(k)))
	}
	if c == board.White {
		text = strings.ToUpper(text)
	}
	return " [" + text + "]"
}

// squares lists the squares of the checkers.
func squares(g *board.Game, pos *board.Position) string {
	text := ""
	for sq := range g.Checkers(pos).All() {
		text += g.Geometry().Name(sq) + " "
	}
	return text
}
