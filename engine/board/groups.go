package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
)

// movementGroups holds the movements of one colour by class, so that each class has a loop without
// branches. It serves games in which every kind has one movement and may stand anywhere.
type movementGroups struct {
	king        *[65]geom.Set // of a king that only leaps
	leapers     []leaper
	lameLeapers []lameLeaper
	sliders     []slider
	mixed       []*movement
}

type leaper struct {
	kind Kind
	leap *[65]geom.Set
}

type lameLeaper struct {
	kind Kind
	lame *reach.Lame
}

// slider moves along one or two pairs of lines.
type slider struct {
	kind       Kind
	two        bool
	a, b       *[64]reach.LinePair
	neighbours [64]geom.Set // the first squares of all lines: if all hold own pieces, it cannot move
}

// attacks returns the squares a slider reaches, the nearest occupied ones included.
func (l *slider) attacks(sq geom.Square, occ geom.Set) geom.Set {
	t := l.a[sq&63].Attacks(occ)
	if l.two {
		t |= l.b[sq&63].Attacks(occ)
	}
	return t
}

// newSlider returns l with its neighbours.
func newSlider(squares geom.Set, l slider) slider {
	for sq := range squares.All() {
		l.neighbours[sq] = l.attacks(sq, ^geom.Set(0))
	}
	return l
}

// maxSmall is the number of squares up to which findChecks computes all attacked squares at once,
// instead of the attackers of each target of the king. Measured by BenchmarkPerft.
const maxSmall = 20

// compileGroups groups the movements of c.
func (g *Game) compileGroups(c Color) {
	w := &g.groups[c]
	if g.king[c].class == leaps && g.hasKing {
		w.king = &g.king[c].capture.Leap
	}
	for i := range g.movements[c] {
		f := &g.movements[c][i]
		m := f.capture
		switch f.class {
		case leaps:
			w.leapers = append(w.leapers, leaper{f.kind, &m.Leap})
		case lameLeaps:
			w.lameLeapers = append(w.lameLeapers, lameLeaper{f.kind, m.Lames[0]})
		case slides:
			w.sliders = append(w.sliders, newSlider(g.squares, slider{kind: f.kind, a: m.Slides[0]}))
		case slides2:
			w.sliders = append(w.sliders, newSlider(g.squares, slider{kind: f.kind, two: true, a: m.Slides[0], b: m.Slides[1]}))
		default:
			w.mixed = append(w.mixed, f)
		}
	}
	g.small = g.squares.Len() <= maxSmall && w.king != nil && !g.promotes && !g.shogi
}

// countGroups counts the moves of the side to move, king and pawns aside. Whether a side has a
// piece of a kind is hard to predict, and a second one is rare: the first lookup is unconditional,
// with NoSquare if there is no piece.
func (g *Game) countGroups(p *Position, s *checkInfo) int {
	n := 0
	w := &g.groups[p.turn&1]
	free := s.own &^ s.pinned
	for i := range w.leapers {
		l := &w.leapers[i]
		pieces := p.kinds[l.kind&7] & free
		n += (l.leap[pieces.First()] & s.allowed).Len()
		for pieces &= pieces - 1; pieces != 0; pieces &= pieces - 1 {
			n += (l.leap[pieces.First()] & s.allowed).Len()
		}
	}
	for i := range w.lameLeapers {
		l := &w.lameLeapers[i]
		pieces := p.kinds[l.kind&7] & free
		n += (l.lame.From(pieces.First(), s.occ) & s.allowed).Len()
		for pieces &= pieces - 1; pieces != 0; pieces &= pieces - 1 {
			n += (l.lame.From(pieces.First(), s.occ) & s.allowed).Len()
		}
	}
	for i := range w.sliders {
		l := &w.sliders[i]
		for pieces := p.kinds[l.kind&7] & free; pieces != 0; pieces &= pieces - 1 {
			if sq := pieces.First(); l.neighbours[sq&63]&^s.own != 0 {
				n += (l.attacks(sq, s.occ) & s.allowed).Len()
			}
		}
	}
	for _, f := range w.mixed {
		for pieces := p.kinds[f.kind&7] & free; pieces != 0; pieces &= pieces - 1 {
			n += (f.targets(pieces.First(), s.occ, s.own) & s.allowed).Len()
		}
	}
	if s.pinned != 0 {
		n += g.countPinned(p, s, s.pinned)
	}
	return n
}

// attackedSquares returns every square that a piece of c attacks when occ is occupied. It needs
// Game.small, and on a small board is faster than asking for the attackers of each square.
func (g *Game) attackedSquares(p *Position, c Color, occ geom.Set) geom.Set {
	theirs := p.colors[c&1]
	w := &g.groups[c&1]
	d := w.king[(p.kinds[King]&theirs).First()&63]
	if pawns := p.kinds[g.pawn&7] & theirs; pawns != 0 && g.pawn != 0 {
		t := &g.pawns[c&1]
		d |= (pawns & t.CanLeft).Rotate(t.Left) | (pawns & t.CanRight).Rotate(t.Right)
	}
	for i := range w.leapers {
		l := &w.leapers[i]
		pieces := p.kinds[l.kind&7] & theirs
		d |= l.leap[pieces.First()]
		for pieces &= pieces - 1; pieces != 0; pieces &= pieces - 1 {
			d |= l.leap[pieces.First()]
		}
	}
	for i := range w.lameLeapers {
		l := &w.lameLeapers[i]
		pieces := p.kinds[l.kind&7] & theirs
		d |= l.lame.From(pieces.First(), occ)
		for pieces &= pieces - 1; pieces != 0; pieces &= pieces - 1 {
			d |= l.lame.From(pieces.First(), occ)
		}
	}
	for i := range w.sliders {
		l := &w.sliders[i]
		for pieces := p.kinds[l.kind&7] & theirs; pieces != 0; pieces &= pieces - 1 {
			d |= l.attacks(pieces.First(), occ)
		}
	}
	for _, f := range w.mixed {
		for pieces := p.kinds[f.kind&7] & theirs; pieces != 0; pieces &= pieces - 1 {
			d |= f.capture.From(pieces.First(), occ)
		}
	}
	return d
}
