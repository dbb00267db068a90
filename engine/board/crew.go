package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/reach"
)

// crew is the forms of one colour sorted by how they move, so that each sort has a loop of
// its own without a decision inside. It serves games in which every kind has one form and
// may stand anywhere; the others take the forms one by one.
type crew struct {
	king    *[65]geom.Set // of a king that only leaps
	leapers []leaper
	lamers  []lamer
	sliders []slider
	mixed   []*form
}

type leaper struct {
	kind Kind
	leap *[65]geom.Set
}

type lamer struct {
	kind Kind
	lame *reach.Lame
}

// slider moves along two pairs of lines; a rook's or bishop's second pair is empty.
type slider struct {
	kind Kind
	two  bool
	a, b *[64]reach.LinePair
	near [64]geom.Set // the first squares of all its lines: own pieces on them all, and it is shut in
}

// reach returns the squares a slider reaches, the nearest occupied ones included.
func (l *slider) reach(sq geom.Square, occ geom.Set) geom.Set {
	t := l.a[sq&63].Attacks(occ)
	if l.two {
		t |= l.b[sq&63].Attacks(occ)
	}
	return t
}

// newSlider returns l with near filled in.
func newSlider(squares geom.Set, l slider) slider {
	for sq := range squares.All() {
		l.near[sq] = l.reach(sq, ^geom.Set(0))
	}
	return l
}

// compileCrew sorts the forms of c.
func (g *Game) compileCrew(c Color) {
	w := &g.crews[c]
	if g.king[c].class == leaps && g.hasKing {
		w.king = &g.king[c].capture.Leap
	}
	for i := range g.forms[c] {
		f := &g.forms[c][i]
		m := f.capture
		switch f.class {
		case leaps:
			w.leapers = append(w.leapers, leaper{f.kind, &m.Leap})
		case lamely:
			w.lamers = append(w.lamers, lamer{f.kind, m.Lames[0]})
		case slides:
			w.sliders = append(w.sliders, newSlider(g.squares, slider{kind: f.kind, a: m.Slides[0]}))
		case slides2:
			w.sliders = append(w.sliders, newSlider(g.squares, slider{kind: f.kind, two: true, a: m.Slides[0], b: m.Slides[1]}))
		default:
			w.mixed = append(w.mixed, f)
		}
	}
	// The king's danger is looked for all at once where that is quicker and possible.
	g.small = g.squares.Len() <= smallBoard && w.king != nil && !g.promotes && !g.shogi
}

// countCrew counts the moves of the pieces of us, king and pawns aside. Whether a side has
// a piece of a kind is hard to predict, a second one rare: the first is looked up without
// asking, on NoSquare if need be.
func (g *Game) countCrew(p *Position, s *sight) int {
	n := 0
	w := &g.crews[p.turn&1]
	free := s.own &^ s.pinned
	for i := range w.leapers {
		l := &w.leapers[i]
		men := p.kinds[l.kind&7] & free
		n += (l.leap[men.First()] & s.allowed).Len()
		for men &= men - 1; men != 0; men &= men - 1 {
			n += (l.leap[men.First()] & s.allowed).Len()
		}
	}
	for i := range w.lamers {
		l := &w.lamers[i]
		men := p.kinds[l.kind&7] & free
		n += (l.lame.From(men.First(), s.occ) & s.allowed).Len()
		for men &= men - 1; men != 0; men &= men - 1 {
			n += (l.lame.From(men.First(), s.occ) & s.allowed).Len()
		}
	}
	for i := range w.sliders {
		l := &w.sliders[i]
		for men := p.kinds[l.kind&7] & free; men != 0; men &= men - 1 {
			if sq := men.First(); l.near[sq&63]&^s.own != 0 {
				n += (l.reach(sq, s.occ) & s.allowed).Len()
			}
		}
	}
	for _, f := range w.mixed {
		for men := p.kinds[f.kind&7] & free; men != 0; men &= men - 1 {
			n += (f.targets(men.First(), s.occ, s.own) & s.allowed).Len()
		}
	}
	if s.pinned != 0 {
		n += g.countPinned(p, s, s.pinned)
	}
	return n
}
