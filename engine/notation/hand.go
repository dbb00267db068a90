package notation

// Hands are read in any order and in any number, and written in one canonical order. Both
// sides share the text: White's pieces are in upper case.

import (
	"fmt"
	"slices"
	"strings"

	"tinyhouse/engine/board"
)

// readHands reads the pieces in hand of both sides, in any order, a number before a letter
// repeating it: "QRqpp", "2Pq", "-" or nothing.
func (r *reader) readHands(text string) error {
	r.handed = true
	if text == "-" {
		return nil
	}
	for rest := text; rest != ""; {
		n := 1
		if digits := len(rest) - len(strings.TrimLeft(rest, "0123456789")); digits > 0 {
			n = handCount(rest[:digits])
			rest = rest[digits:]
		}
		if n == 0 || rest == "" {
			return fmt.Errorf("hand %s: a number without pieces", quote(text))
		}
		piece, err := r.piece(rest[0])
		if err != nil {
			return fmt.Errorf("hand %s: %w", quote(text), err)
		}
		held := &r.s.Hands[piece.Color][piece.Kind]
		*held = min(*held+n, board.MaxUnits+1)
		rest = rest[1:]
	}
	return nil
}

// handCount returns the number that digits spell, or one more than a position can hold:
// however many digits there are, it does not overflow, and the board refuses it.
func handCount(digits string) int {
	n := 0
	for _, c := range []byte(digits) {
		n = min(10*n+int(c-'0'), board.MaxUnits+1)
	}
	return n
}

// writeHands writes both hands in brackets, White's first.
func writeHands(b *strings.Builder, g *board.Game, p *board.Position) {
	b.WriteString("[" + HandText(g, p, board.White) + HandText(g, p, board.Black) + "]")
}

// HandText returns what a side has in hand, letter by letter in the order of handOrder: "QPP".
func HandText(g *board.Game, p *board.Position, c board.Color) string {
	var b strings.Builder
	for _, k := range handOrder(g) {
		b.WriteString(strings.Repeat(letterText(g, c, k), p.Hand(c).Count(k)))
	}
	return b.String()
}

// pieceOrder holds the keys of predefined pieces in the order in which Fairy-Stockfish
// numbers them. It writes hands from the end of that order, which is mostly from strong to
// weak, custom pieces before all others.
var pieceOrder = strings.Fields(`
	pawn knight bishop rook queen fers alfil fersAlfil silver aiwok bers archbishop
	chancellor amazon knibis biskni kniroo rookni shogiPawn lance shogiKnight gold
	dragonHorse clobber breakthrough immobile cannon janggiCannon soldier horse elephant
	janggiElephant banner wazir commoner centaur`)

// handOrder returns the kinds in the order in which a hand is written.
func handOrder(g *board.Game) []board.Kind {
	rank := func(k board.Kind) int {
		piece := g.Variant().Piece(g.Letter(k))
		if piece == nil {
			return -1
		}
		if at := slices.Index(pieceOrder, piece.Name); at >= 0 {
			return at
		}
		return len(pieceOrder) + int(k)
	}
	var order []board.Kind
	for k := range g.Kinds() {
		order = append(order, board.Kind(k))
	}
	slices.SortFunc(order, func(a, b board.Kind) int { return rank(b) - rank(a) })
	return order
}
