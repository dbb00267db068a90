package nnue

import (
	"fmt"
	"slices"
	"strings"

	"tinyhouse/engine/board"
)

// Trace returns a table for people: what each man and each kind of piece in hand contributes to the value of
// p for White, in centipawns. The contribution is the difference that it makes when it alone is missing; so
// the contributions do not add up to the value.
func (n *Net) Trace(p *board.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "net of %s, %d inputs, %d hidden\n", n.Game().Variant().Name, n.inputs.Len(), n.Hidden)
	value := n.forWhite(p, nil)
	for c := range board.Color(2) {
		for sq := range p.Color(c).All() {
			piece, _ := p.At(sq)
			if piece.Kind == board.King && n.Game().HasKing() {
				continue
			}
			without := n.forWhite(p, func(side board.Color) (first, count int32) {
				squares := &n.inputs.squares[side][n.inputs.isReversed(p, side)]
				form := 0
				if piece.Promoted {
					form = 1
				}
				return n.inputs.men[side][c][piece.Kind][form] + int32(squares[sq]), 1
			})
			fmt.Fprintf(&b, "%-3s %-8s %+6d\n", n.letter(c, piece.Kind, piece.Promoted), n.Game().Geometry().Name(sq), value-without)
		}
		for k := board.Kind(1); int(k) < n.Game().Kinds(); k++ {
			if count := p.Hand(c).Count(k); count > 0 {
				without := n.forWhite(p, func(side board.Color) (first, count int32) {
					return n.inputs.handBase[side][c][k], int32(n.inputs.hands[k])
				})
				fmt.Fprintf(&b, "%-3s %d in hand %+5d\n", n.letter(c, k, false), count, value-without)
			}
		}
	}
	fmt.Fprintf(&b, "for White: %+.2f pawns\n", float64(value)/100)
	return b.String()
}

// letter returns how FEN writes a piece.
func (n *Net) letter(c board.Color, k board.Kind, promoted bool) string {
	letter := string(n.Game().Letter(k))
	if c == board.White {
		letter = strings.ToUpper(letter)
	}
	switch {
	case promoted && n.Game().HasPromotedForm(k):
		return "+" + letter
	case promoted:
		return letter + "~"
	}
	return letter
}

// forWhite returns the value of p for White without some inputs: for each side, a range of them. If missing
// is nil, there are none.
func (n *Net) forWhite(p *board.Position, missing func(side board.Color) (first, count int32)) int {
	var active [2][]int32
	for side := range board.Color(2) {
		active[side] = n.inputs.Active(p, side, nil)
		if missing != nil {
			first, count := missing(side)
			active[side] = slices.DeleteFunc(active[side], func(i int32) bool { return i >= first && i < first+count })
		}
	}
	us := p.Turn()
	v := n.evaluate(active[us], active[us.Other()])
	if us == board.Black {
		return -v
	}
	return v
}
