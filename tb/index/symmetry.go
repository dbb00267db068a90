package index

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// The rules may have two symmetries. The mirror reverses the files. The turn exchanges the colours and
// reverses the ranks or, where only that keeps the rules, turns the board by half a circle. The data
// of a variant alone decides. Castling does not count: no position with a right to castle is
// numbered, and no move gives one.

// squareMap maps squares to their images, NoSquare to itself.
type squareMap struct {
	to [65]geom.Square
}

// set returns the image of s, in a step for each square.
func (m *squareMap) set(s geom.Set) geom.Set {
	var image geom.Set
	for ; s != 0; s &= s - 1 {
		image |= 1 << (m.to[s.First()&63] & 63)
	}
	return image
}

// newMap returns the map of all squares of a board.
func newMap(geo geom.Geometry, image func(geom.Square) geom.Square) *squareMap {
	m := new(squareMap)
	for i := range m.to {
		m.to[i] = geom.NoSquare
	}
	for sq := range geo.Board().All() {
		m.to[sq] = image(sq)
	}
	return m
}

// then returns the map that applies m and then next.
func (m *squareMap) then(next *squareMap) *squareMap {
	both := new(squareMap)
	for i := range m.to {
		both.to[i] = next.to[m.to[i]]
	}
	return both
}

// symmetry is a candidate: a map of squares, with or without an exchange of colours.
type symmetry struct {
	squares *squareMap
	swaps   bool
	sides   bool // it exchanges left and right as each side sees them
}

// mirrorOf returns the mirror of g's board, and whether the rules have it. A board of one file has
// none, since it would change nothing.
func mirrorOf(g *board.Game) (m *squareMap, ok bool) {
	geo := g.Geometry()
	m = newMap(geo, geo.MirrorSquare)
	return m, geo.Width > 1 && keeps(g, symmetry{squares: m, sides: true})
}

// turnOf returns the map of squares of the turn, and whether the rules have it.
func turnOf(g *board.Game) (m *squareMap, ok bool) {
	geo := g.Geometry()
	flip := newMap(geo, geo.FlipSquare)
	if keeps(g, symmetry{squares: flip, swaps: true, sides: true}) {
		return flip, true
	}
	half := flip.then(newMap(geo, geo.MirrorSquare))
	return half, keeps(g, symmetry{squares: half, swaps: true})
}

// keeps reports whether every rule is the same under a symmetry.
func keeps(g *board.Game, im symmetry) bool {
	v := g.Variant()
	for i := range v.Pieces {
		if im.sides && !isEven(v.Pieces[i].Atoms) {
			return false
		}
	}
	promoting := len(v.Promote.To) > 0 || g.HasShogiPromotion()
	return im.keepsSides(v.Promote.Zone, promoting) &&
		im.keepsSides(v.Pawn.DoubleFrom, v.Pawn.DoubleStep) &&
		im.keepsSides(v.Drop.Zone, v.Drop.Allowed) &&
		im.keepsSides(v.Drop.PawnZone, v.Drop.Allowed) &&
		im.keepsSides(v.End.FlagZone, v.End.Flag != 0) &&
		im.keepsSides(rules.Sides{g.PawnHome(board.White), g.PawnHome(board.Black)}, true)
}

// keepsSides reports whether the symmetry maps the squares of each side to those of the other, or to
// its own. Squares of a rule that is not in force do not count.
func (im symmetry) keepsSides(s rules.Sides, inForce bool) bool {
	for c := range s {
		other := c
		if im.swaps {
			other = 1 - c
		}
		if inForce && im.squares.set(s[c]) != s[other] {
			return false
		}
	}
	return true
}

// isEven reports whether a piece moves to the left as it does to the right. The path of a lame leap
// is mirrored with the leap.
func isEven(atoms []rules.Atom) bool {
	for _, a := range atoms {
		a.File = -a.File
		if !slices.Contains(atoms, a) {
			return false
		}
	}
	return true
}

// Turned returns p with the colours exchanged, which has the same number where the rules have the
// colour turn. Its counters are those of a new game.
func (ix *Indexer) Turned(p *board.Position) board.Position {
	m := ix.maps[1]
	d := board.NewBuilder(p.Turn().Other(), m.to[p.EnPassant()], [2]board.Hand{p.Hand(board.Black), p.Hand(board.White)})
	for c := range board.Color(2) {
		for k := range board.Kind(ix.kinds) {
			d.Place(c.Other(), k, m.set(p.Of(c, k)))
		}
	}
	d.TogglePromoted(m.set(p.Promoted()))
	return d.Finish()
}
