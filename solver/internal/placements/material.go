package placements

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// material counts the pieces beside the kings; where captured pieces change sides all are in White's
// row.
type material [2][board.MaxKinds]int

// parse reads units such as W1U1 where captured pieces change sides, elsewhere the pieces of both
// sides such as KQvKR; "" stands for the start position.
func parse(g *board.Game, text string) (m material, err error) {
	switch {
	case text == "":
		var p board.Position
		p, err = notation.Start(g)
		m = materialOf(g, &p)
	case g.HasCaptures():
		err = m.readUnits(g, text)
	default:
		err = m.readSides(g, text)
	}
	if err != nil {
		return m, fmt.Errorf("placements: material %.80q: %w", text, err)
	}
	m.dropKings(g)
	return m, nil
}

func (m *material) dropKings(g *board.Game) {
	if g.HasKing() {
		m[board.White][board.King], m[board.Black][board.King] = 0, 0
	}
}

// materialOf returns the material of a position.
func materialOf(g *board.Game, p *board.Position) (m material) {
	for c := range board.Color(2) {
		row := c
		if g.HasCaptures() {
			row = board.White
		}
		for k := range board.Kind(g.Kinds()) {
			for sq := range p.Of(c, k).All() {
				if p.Promoted().Has(sq) {
					m[row][g.Demoted(k)]++
				} else {
					m[row][k]++
				}
			}
			m[row][k] += p.Hand(c).Count(k)
		}
	}
	m.dropKings(g)
	return m
}

// readUnits reads letters, each with a number after it.
func (m *material) readUnits(g *board.Game, text string) error {
	for rest := text; rest != ""; {
		k, ok := g.KindOf(rest[0] | 0x20)
		digits := strings.IndexFunc(rest[1:]+"x", func(r rune) bool { return r < '0' || '9' < r })
		if !ok || digits == 0 || digits > 3 {
			return fmt.Errorf("want a letter and a number at %q", rest)
		}
		n := 0
		for _, d := range rest[1 : 1+digits] {
			n = 10*n + int(d-'0')
		}
		m[board.White][k] += n
		rest = rest[1+digits:]
	}
	return nil
}

// readSides reads White's pieces, a v, and Black's.
func (m *material) readSides(g *board.Game, text string) error {
	sides := strings.Split(text, "v")
	if len(sides) != 2 {
		return fmt.Errorf("want two sides with a v between")
	}
	for c, side := range sides {
		for _, letter := range []byte(side) {
			k, ok := g.KindOf(letter | 0x20)
			if !ok {
				return fmt.Errorf("no piece has the letter %q", letter)
			}
			m[c][k]++
		}
	}
	return nil
}
