package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// What attacks what under an occupancy of the caller's choosing: for evaluations and
// exchanges, which look at boards that are not there.

// Attacks returns what a piece of colour c and kind k, in its promoted form or not, attacks
// from sq when the squares of occ are occupied, those of either colour included.
func (g *Game) Attacks(c Color, k Kind, promoted bool, sq geom.Square, occ geom.Set) geom.Set {
	form := 0
	if promoted {
		form = 1
	}
	return g.movers[c&1][form][k&7].From(sq, occ)
}

// Sources returns the squares of within from which an unpromoted piece of colour c and
// kind k attacks sq when the squares of occ are occupied.
func (g *Game) Sources(c Color, k Kind, sq geom.Square, occ, within geom.Set) geom.Set {
	s := g.guards[c&1].plain[sq&63][k&7] & within
	rays := g.rays[c&1]
	for i := range rays {
		r := &rays[i]
		if r.kind != k || r.flip|r.or == 0 {
			continue
		}
		for maybe := r.from[sq&63] & within; maybe != 0; maybe &= maybe - 1 {
			if from := maybe.First() & 63; r.between[sq&63][from]&occ == 0 {
				s |= 1 << from
			}
		}
	}
	return s
}

// HasPromotedForm reports whether kind k has a promoted form that moves otherwise (shogi-style).
func (g *Game) HasPromotedForm(k Kind) bool { return g.turned[k&7] != k }

// compileMovers gathers the capturing movers of c by kind and form.
func (g *Game) compileMovers(c Color) {
	for k := range Kind(g.kinds) {
		if piece := g.piece(k); piece != nil && piece.Role == rules.PawnRole {
			m := reach.New(g.geo, reach.Captures(piece.Atoms, c == Black))
			g.movers[c][0][k], g.movers[c][1][k] = m, m
		}
	}
	if g.hasKing {
		g.movers[c][0][King], g.movers[c][1][King] = g.king[c].capture, g.king[c].capture
	}
	for i := range g.forms[c] {
		f := &g.forms[c][i]
		if f.flip|f.or != 0 {
			g.movers[c][0][f.kind] = f.capture
		}
		if f.to == nil {
			g.movers[c][1][f.kind] = f.capture
		}
	}
}

// NullMove makes dst the position after src with the other side to move, as in a null move of
// a search. The side to move must not be in check. The result is a position like any other,
// but no game leads to it.
func (g *Game) NullMove(dst, src *Position) {
	*dst = *src
	dst.clock++
	if dst.ep != geom.NoSquare {
		dst.setEnPassant(geom.NoSquare)
	}
	dst.pass()
}
