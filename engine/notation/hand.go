package notation

import (
	"fmt"
	"slices"
	"strings"

	"tinyhouse/engine/board"
)

// readHands reads the pieces in hand of both sides in any order, White's in upper case, such as
// "QRqpp", "2Pq", "-" or nothing.
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
		count := &r.s.Hands[piece.Color][piece.Kind]
		*count = min(*count+n, board.MaxUnits+1)
		rest = rest[1:]
	}
	return nil
}

// handCount returns the number that digits spell, at most one more than a position can hold.
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

// HandText returns the hand of a side in canonical order, such as "QPP".
func HandText(g *board.Game, p *board.Position, c board.Color) string {
	var b strings.Builder
	for _, k := range handOrder(g) {
		b.WriteString(strings.Repeat(letterText(g, c, k), p.Hand(c).Count(k)))
	}
	return b.String()
}

// pieceOrder holds the keys of predefined pieces in the order of Fairy-Stockfish, which writes hands
// from its end, custom pieces first.
var pieceOrder = strings.Fields(`
	pawn knight bishop rook queen fers alfil fersAlfil silver aiwok bers archbishop
	chancellor amazon knibis biskni kniroo rookni shogiPawn lance shogiKnight gold
	dragonHorse clobber breakthrough immobile cannon janggiCannon soldier horse elephant
	janggiElephant banner wazir commoner centaur`)

// handOrder returns the kinds in the canonical order of a hand.
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
