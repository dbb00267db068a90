// Package symmetry finds the symmetries of the rules of a game: the mirror, which reverses the files,
// and the turn, which exchanges the colours and reverses the ranks or, where only that keeps the
// rules, turns the board by half a circle.
//
// The data of a variant alone decides. Castling does not count.
package symmetry

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Map maps squares to their images, NoSquare to itself.
type Map [65]geom.Square

// Set returns the image of s, in a step for each square.
func (m *Map) Set(s geom.Set) geom.Set {
	var image geom.Set
	for ; s != 0; s &= s - 1 {
		image |= 1 << (m[s.First()&63] & 63)
	}
	return image
}

// NewMap returns the map of all squares of a board.
func NewMap(geo geom.Geometry, image func(geom.Square) geom.Square) *Map {
	m := new(Map)
	for i := range m {
		m[i] = geom.NoSquare
	}
	for sq := range geo.Board().All() {
		m[sq] = image(sq)
	}
	return m
}

// Then returns the map that applies m and then next.
func (m *Map) Then(next *Map) *Map {
	both := new(Map)
	for i := range m {
		both[i] = next[m[i]]
	}
	return both
}

// Mirror returns the mirror of g's board, and whether the rules have it. A board of one file has none,
// since it would change nothing.
func Mirror(g *board.Game) (m *Map, ok bool) {
	geo := g.Geometry()
	m = NewMap(geo, geo.MirrorSquare)
	return m, geo.Width > 1 && keeps(g, candidate{squares: m, sides: true})
}

// Turn returns the map of squares of the turn, and whether the rules have it.
func Turn(g *board.Game) (m *Map, ok bool) {
	geo := g.Geometry()
	flip := NewMap(geo, geo.FlipSquare)
	if keeps(g, candidate{squares: flip, swaps: true, sides: true}) {
		return flip, true
	}
	half := flip.Then(NewMap(geo, geo.MirrorSquare))
	return half, keeps(g, candidate{squares: half, swaps: true})
}

// candidate is a map of squares, with or without an exchange of colours.
type candidate struct {
	squares *Map
	swaps   bool
	sides   bool // it exchanges left and right as each side sees them
}

// keeps reports whether every rule is the same under a candidate.
func keeps(g *board.Game, c candidate) bool {
	v := g.Variant()
	for i := range v.Pieces {
		if c.sides && !isEven(v.Pieces[i].Atoms) {
			return false
		}
	}
	promoting := len(v.Promote.To) > 0 || g.HasShogiPromotion()
	return c.keepsSides(v.Promote.Zone, promoting) &&
		c.keepsSides(v.Pawn.DoubleFrom, v.Pawn.DoubleStep) &&
		c.keepsSides(v.Drop.Zone, v.Drop.Allowed) &&
		c.keepsSides(v.Drop.PawnZone, v.Drop.Allowed) &&
		c.keepsSides(v.End.FlagZone, v.End.Flag != 0) &&
		c.keepsSides(rules.Sides{g.PawnHome(board.White), g.PawnHome(board.Black)}, true)
}

// keepsSides reports whether the candidate maps the squares of each side to those of the other, or to
// its own. Squares of a rule that is not in force do not count.
func (c candidate) keepsSides(s rules.Sides, inForce bool) bool {
	for side := range s {
		other := side
		if c.swaps {
			other = 1 - side
		}
		if inForce && c.squares.Set(s[side]) != s[other] {
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
