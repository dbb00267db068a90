package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
	"tinyhouse/engine/rules"
)

// compileAttacks fills the leapAttackers and the rays of c.
func (g *Game) compileAttacks(c Color) {
	l := &g.leapAttackers[c]
	l.differ = g.shogi
	for k := range Kind(g.kinds) {
		piece := g.piece(k)
		if piece == nil {
			continue
		}
		own := ray{kind: k, or: ^geom.Set(0)}
		if piece.Promoted != 0 {
			own.flip, own.or = ^geom.Set(0), 0
			g.addAttacks(c, ray{kind: k}, g.variant.Piece(piece.Promoted).Atoms, &l.promoted)
		}
		g.addAttacks(c, own, piece.Atoms, &l.plain)
		if piece.Promoted == 0 {
			for sq := range l.plain {
				l.promoted[sq][k] = l.plain[sq][k]
			}
		}
	}
}

// addAttacks adds the capturing atoms of one movement, which r names: leaps to rows, the others to
// the rays.
func (g *Game) addAttacks(c Color, r ray, atoms []rules.Atom, rows *[64][MaxKinds]geom.Set) {
	for _, a := range reach.Captures(atoms, c == Black) {
		for from := range g.squares.All() {
			for _, path := range reach.Paths(g.geo, from, a) {
				at := &rows[path.To][r.kind]
				if path.Between != 0 {
					r.between = g.betweenFor(from, path)
					at = &g.rayOf(c, r).from[path.To]
				}
				*at = at.With(from)
			}
		}
	}
}

// rayOf returns the ray of c for the movement and the between table of like, created if needed.
func (g *Game) rayOf(c Color, like ray) *ray {
	for i := range g.rays[c] {
		r := &g.rays[c][i]
		if r.kind == like.kind && r.or == like.or && r.flip == like.flip && r.between == like.between {
			return r
		}
	}
	like.from = new([64]geom.Set)
	g.rays[c] = append(g.rays[c], like)
	return &g.rays[c][len(g.rays[c])-1]
}

// betweenTable is what must be empty between two squares. In most variants all sliders and lame
// leapers share one.
type betweenTable struct {
	between [64][64]geom.Set // [target][attacker]
	known   [64]geom.Set     // [target]: the attackers for which between is set
}

// betweenFor adds a path to the first table that does not have another one between the same
// squares.
func (g *Game) betweenFor(from geom.Square, path reach.Path) *[64][64]geom.Set {
	for _, b := range g.betweens {
		if !b.known[path.To].Has(from) || b.between[path.To][from] == path.Between {
			b.add(from, path)
			return &b.between
		}
	}
	b := new(betweenTable)
	g.betweens = append(g.betweens, b)
	b.add(from, path)
	return &b.between
}

func (b *betweenTable) add(from geom.Square, path reach.Path) {
	b.between[path.To][from] = path.Between
	b.known[path.To] = b.known[path.To].With(from)
}

// compileCaptureTables fills the tables of Attacks for c.
func (g *Game) compileCaptureTables(c Color) {
	tables := &g.captureTables[c]
	if g.pawn != 0 {
		m := reach.New(g.geo, reach.Captures(g.piece(g.pawn).Atoms, c == Black))
		tables[0][g.pawn], tables[1][g.pawn] = m, m
	}
	if g.hasKing {
		tables[0][King], tables[1][King] = g.king[c].capture, g.king[c].capture
	}
	for i := range g.movements[c] {
		f := &g.movements[c][i]
		if f.flip|f.or != 0 {
			tables[0][f.kind] = f.capture
		}
		if f.to == nil {
			tables[1][f.kind] = f.capture
		}
	}
}
