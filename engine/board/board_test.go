package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
)

// eachPosition calls check with the positions of random games in every built-in variant
// and in some random ones.
func eachPosition(t *testing.T, games int, check func(*testing.T, *board.Game, *board.Position)) {
	all := enginetest.Games(t)
	for seed := range uint64(20 * games) {
		all = append(all, enginetest.Random(t, seed))
	}
	for _, g := range all {
		rng := rand.New(rand.NewPCG(3, 3))
		for range games {
			enginetest.Walk(t, g, rng, 60, func(p *board.Position) { check(t, g, p) })
		}
	}
}

// TestIsLegal checks all 65536 moves of some positions: those listed are legal, no others are, and
// none is listed twice.
func TestIsLegal(t *testing.T) {
	n := 0
	eachPosition(t, 1, func(t *testing.T, g *board.Game, p *board.Position) {
		if n++; n%9 != 0 {
			return
		}
		var l board.List
		g.Moves(p, &l)
		listed := map[board.Move]bool{}
		for _, m := range l.All() {
			if listed[m] {
				t.Errorf("%s: %s listed twice", notation.FEN(g, p), notation.Move(g, p, m))
			}
			listed[m] = true
		}
		for i := range 1 << 16 {
			if m := board.Move(i); g.IsLegal(p, m) != listed[m] {
				t.Errorf("%s %s: move %#x: IsLegal %v, listed %v", g.Variant().Name, notation.FEN(g, p), i, g.IsLegal(p, m), listed[m])
			}
		}
	})
}

// TestNoisyAndQuiet checks that the two lists are disjoint, hold all moves together, and each the moves
// of its class.
func TestNoisyAndQuiet(t *testing.T) {
	eachPosition(t, 3, func(t *testing.T, g *board.Game, p *board.Position) {
		var all, noisy, quiet board.List
		g.Moves(p, &all)
		g.Noisy(p, &noisy)
		g.Quiet(p, &quiet)
		both := slices.Sorted(slices.Values(slices.Concat(noisy.All(), quiet.All())))
		if want := slices.Sorted(slices.Values(all.All())); !slices.Equal(both, want) {
			t.Errorf("%s %s: noisy and quiet %v, all %v", g.Variant().Name, notation.FEN(g, p), both, want)
		}
		if g.Count(p) != all.Len() {
			t.Errorf("%s %s: Count %d, listed %d", g.Variant().Name, notation.FEN(g, p), g.Count(p), all.Len())
		}
		for _, m := range quiet.All() {
			if p.Color(p.Turn().Other()).Has(m.To()) {
				t.Errorf("%s: quiet %s captures", notation.FEN(g, p), notation.Move(g, p, m))
			}
		}
	})
}

// TestAttacksBothWays checks that a piece attacks a square exactly if it is one of its attackers.
func TestAttacksBothWays(t *testing.T) {
	eachPosition(t, 2, func(t *testing.T, g *board.Game, p *board.Position) {
		for _, c := range []board.Color{board.White, board.Black} {
			var all geom.Set
			for sq := range p.Color(c).All() {
				piece, _ := p.At(sq)
				reach := g.Attacks(c, piece.Kind, piece.Promoted, sq, p.Occupied())
				all |= reach
				for to := range g.Squares().All() {
					if reach.Has(to) != g.Attackers(p, c, to, p.Occupied()).Has(sq) {
						t.Errorf("%s %s: %s reaches %s: %v, seen from there: %v", g.Variant().Name, notation.FEN(g, p),
							g.Geometry().Name(sq), g.Geometry().Name(to), reach.Has(to), !reach.Has(to))
					}
					from := g.Sources(c, piece.Kind, to, p.Occupied(), geom.Of(sq))
					if plain := !piece.Promoted || !g.HasPromotedForm(piece.Kind); plain && from.Has(sq) != reach.Has(to) {
						t.Errorf("%s: %s is a source of %s: %v", notation.FEN(g, p), g.Geometry().Name(sq),
							g.Geometry().Name(to), from.Has(sq))
					}
				}
			}
			if attacked, ok := g.AttackedSquares(p, c); ok && attacked != all {
				t.Errorf("%s: attacked squares\n%swant\n%s", notation.FEN(g, p), g.Geometry().Diagram(attacked), g.Geometry().Diagram(all))
			}
		}
	})
}

// TestCheckSquares checks that a move to such a square gives check, and that no drop elsewhere does.
func TestCheckSquares(t *testing.T) {
	seen := 0
	eachPosition(t, 3, func(t *testing.T, g *board.Game, p *board.Position) {
		if !g.HasKing() || g.HasShogiPromotion() {
			return
		}
		s := g.CheckSquares(p)
		var l board.List
		g.Moves(p, &l)
		for _, m := range l.All() {
			var next board.Position
			g.Apply(&next, p, m)
			arrives, check := s.Has(p, m), g.InCheck(&next)
			if arrives {
				seen++
			}
			if arrives && !check || m.IsDrop() && check != arrives || arrives && s.None() {
				t.Errorf("%s %s: on a square of check %v, check %v", notation.FEN(g, p), notation.Move(g, p, m), arrives, check)
			}
		}
	})
	if seen == 0 {
		t.Error("no checks were seen")
	}
}

// TestMaxMoves checks the positions with the most known moves, in orthodox chess and elsewhere, and the
// bound of MaxMoves.
func TestMaxMoves(t *testing.T) {
	const orthodox = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
	g, p := position(t, "chess", orthodox)
	if n := g.Count(&p); n != 218 {
		t.Errorf("%s: %d moves, want 218", orthodox, n)
	}
	for _, c := range []struct {
		name, ini string
		want      int
	}{{"manykinds", manyKinds, 7*62 + 3}, {"crowded", crowded, 1184}} {
		g := enginetest.Custom(t, c.ini, c.name)
		p := enginetest.Position(t, g, "")
		var l board.List
		g.Moves(&p, &l)
		if n := g.Count(&p); n != c.want || l.Len() != n {
			t.Errorf("%d moves, %d listed, want %d:\n%s", n, l.Len(), c.want, c.ini)
		}
	}
	most := 0
	for pieces := range 65 {
		most = max(most, (2*pieces+7)*(64-pieces))
	}
	if most != board.MaxMoves {
		t.Errorf("MaxMoves is %d, want %d", board.MaxMoves, most)
	}
}

// manyKinds has seven kinds in hand; so has crowded, whose board is half full of pieces that reach most
// of it and may promote.
const (
	manyKinds = `[manykinds]
king = k
queen = q
rook = r
bishop = b
knight = n
wazir = w
fers = f
chancellor = c
startFen = 7k/8/8/8/8/8/8/K7[QRBNWFC] w - - 0 1
pieceDrops = true
castling = false
promotionPieceTypes = -
mandatoryPawnPromotion = false
`
	crowded = `[crowded]
customPiece1 = x:WFDNAHCZGQNN
customPiece2 = y:K
wazir = w
fers = f
knight = n
rook = r
bishop = b
promotedPieceType = x:y
promotionRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8
promotionRegionBlack = *1 *2 *3 *4 *5 *6 *7 *8
castling = false
pieceDrops = true
startFen = X1X1X1X1/1X1X1X1X/X1X1X1X1/1X1X1X1X/X1X1X1X1/1X1X1X1X/X1X1X1X1/1X1X1X1X[XYWFNRB] w - - 0 1
`
)
