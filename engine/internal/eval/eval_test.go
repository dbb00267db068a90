package eval

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/setup"
)

// flipped returns p with colours and board flipped, if that is a legal position.
func flipped(g *board.Game, p *board.Position) (board.Position, bool) {
	s := setup.Spec{Turn: p.Turn().Other(), EnPassant: geom.NoSquare, Clock: p.Clock()}
	for sq := range p.Occupied().All() {
		piece, _ := p.At(sq)
		piece.Color = piece.Color.Other()
		s.Put(g.Geometry().FlipSquare(sq), piece)
	}
	for c := range s.Hands {
		for k := range s.Hands[c] {
			s.Hands[c^1][k] = p.Hand(board.Color(c)).Count(board.Kind(k))
		}
	}
	q, err := setup.New(g, &s)
	return q, err == nil
}

// TestFlipped checks that the evaluation is the same for both colours, and never 0.
func TestFlipped(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, g := range enginetest.Games(t) {
		e := New(g)
		seen := 0
		for range 20 {
			enginetest.Walk(t, g, r, 41, func(p *board.Position) {
				if g.Decided(p).Over() {
					return
				}
				v := e.Evaluate(p)
				if v == 0 || v > Limit || v < -Limit {
					t.Errorf("%s: value %d", notation.FEN(g, p), v)
				}
				if q, ok := flipped(g, p); ok {
					seen++
					if w := e.Evaluate(&q); v != w {
						t.Errorf("%s: %d, flipped %d", notation.FEN(g, p), v, w)
					}
				}
			})
		}
		if seen == 0 {
			t.Errorf("%s: no position was compared", g.Variant().Name)
		}
	}
}

func TestSEE(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		even      bool // SEE at least 0
		pawn      bool // SEE at least a pawn
	}{
		{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", true, true},
		{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", false, false},
		{"4k3/8/2p5/3p4/8/3R4/8/4K3 w - - 0 1", "d3d5", false, false},
		{"4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1", "d3d5", true, true},
		{"4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1", "d3d4", true, false},
	} {
		g := enginetest.Game(t, "chess")
		e := New(g)
		p := enginetest.Position(t, g, c.fen)
		m, err := notation.ParseMove(g, &p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.SEE(&p, m, 0); got != c.even {
			t.Errorf("%s %s: SEE at least 0: %v, want %v", c.fen, c.move, got, c.even)
		}
		if got := e.SEE(&p, m, 40); got != c.pawn {
			t.Errorf("%s %s: SEE at least 40: %v, want %v", c.fen, c.move, got, c.pawn)
		}
	}
}

// TestBadWeights checks that a mistake in the weights is reported with its line and word.
func TestBadWeights(t *testing.T) {
	g := enginetest.Game(t, "chess")
	lines := strings.Count(weightsText, "\n")
	for text, want := range map[string]string{
		"[sometimes]":               `unknown condition "sometimes"`,
		"[8x]":                      `unknown condition "8x"`,
		"tempo = x":                 `tempo: "x" is not a number`,
		"tempo = 1 2 3":             `tempo: " 1 2 3": want one or two numbers`,
		"tempo":                     `tempo: "": want one or two numbers`,
		"promotable = 15 25":        `unknown weight "promotable"`,
		"[4x4 drops]\nhand X = 100": `unknown weight "hand X"`,
		"= 3":                       `unknown weight ""`,
	} {
		_, err := parseWeights(weightsText+text, g)
		line := lines + strings.Count(text, "\n") + 1
		if want := fmt.Sprintf("eval: weights.txt:%d: %s", line, want); err == nil || err.Error() != want {
			t.Errorf("%q: got error %v, want %s", text, err, want)
		}
	}
	if _, err := parseWeights(strings.Replace(weightsText, "tempo = 15 10", "", 1), g); err != nil {
		t.Errorf("chess has a tempo of its own: %v", err)
	}
	if _, err := parseWeights(strings.Replace(weightsText, "mop up = 12 ", "#", 1), g); err == nil || !strings.Contains(err.Error(), `no value for "mop up"`) {
		t.Errorf("got error %v, want a missing weight", err)
	}
}

// TestTrace checks that the trace lists the terms of the game, no others, and that they sum
// up to the total.
func TestTrace(t *testing.T) {
	for name, want := range map[string]string{
		"chess":     "pieces pawns threats king tempo total",
		"tinyhouse": "pieces pawns threats king hand tempo total",
		"dobutsu":   "pieces threats hand tempo total",
		"peasants":  "pieces pawns threats tempo total",
	} {
		g := enginetest.Game(t, name)
		p := enginetest.Position(t, g, g.Variant().Start)
		var names []string
		var sum, total [4]int
		for line := range strings.Lines(New(g).Trace(&p)) {
			var term string
			var v [4]int
			if n, _ := fmt.Sscan(line, &term, &v[0], &v[1], &v[2], &v[3]); n != 5 {
				continue
			}
			names = append(names, term)
			if term == "total" {
				total = v
				continue
			}
			for i := range v {
				sum[i] += v[i]
			}
		}
		if got := strings.Join(names, " "); got != want || sum != total {
			t.Errorf("%s: terms %s, want %s; sum %v, total %v", name, got, want, sum, total)
		}
	}
}
