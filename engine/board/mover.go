package board

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// This file compiles the atoms of a piece into tables by square: what one form of a piece
// (a kind of a colour, promoted or not) reaches under any occupancy.

// mover is the reach of one form for one purpose, moving or capturing.
type mover struct {
	leap   [65]geom.Set      // leapers: nothing is in the way; nothing from NoSquare
	lames  []*lame           // lame leapers: one look-up each
	slides []*[64]sliderPair // sliders: lines, two by two
}

// sliderPair is two lines through a square, such as a rook's.
type sliderPair [2]geom.Line

// attacks returns what a slider on a pair of lines reaches, the nearest occupied squares
// included.
func (l *sliderPair) attacks(occ geom.Set) geom.Set {
	return l[0].Attacks(occ) | l[1].Attacks(occ)
}

// reach returns the squares m reaches from sq, the nearest occupied ones included.
func (m *mover) reach(sq geom.Square, occ geom.Set) geom.Set {
	sq &= 63
	t := m.leap[sq]
	for _, l := range m.lames {
		t |= l.reach(sq, occ)
	}
	for _, s := range m.slides {
		t |= s[sq][0].Attacks(occ) | s[sq][1].Attacks(occ)
	}
	return t
}

// lame is the reach of lame leaps from every square, indexed by the occupancy of the
// squares on the way (the legs), gathered by a magic multiplication. Source:
// chessprogramming wiki, Magic Bitboards.
type lame struct {
	at    [65]gather // NoSquare's finds nothing
	table []geom.Set
}

type gather struct {
	legs   geom.Set
	magic  uint64
	shift  uint8 // 64 less the number of index bits
	offset uint32
}

func (l *lame) reach(sq geom.Square, occ geom.Set) geom.Set {
	a := &l.at[sq]
	return l.table[a.offset+uint32(uint64(occ&a.legs)*a.magic>>(a.shift&63))]
}

// maxLegs bounds the index bits of one gather; more lame leaps are split over several.
const maxLegs = 6

// leg is one lame leap from a square: where it ends and what must be empty.
type leg struct {
	to   geom.Square
	path geom.Set
}

// newMover compiles the atoms for which use is true, seen from c.
func newMover(geo geom.Geometry, c Color, atoms []rules.Atom, use func(rules.Atom) bool) *mover {
	m := new(mover)
	var lines []*[64]geom.Line
	byStep := map[[3]int]*[64]geom.Line{}
	var lameAtoms []rules.Atom
	for _, a := range atoms {
		if !use(a) {
			continue
		}
		a = turned(a, c)
		switch {
		case a.Lame:
			lameAtoms = append(lameAtoms, a)
		case a.Limit == 1:
			for sq := range geo.Board().All() {
				if to := geo.Offset(sq, int(a.File), int(a.Rank)); to != geom.NoSquare {
					m.leap[sq] = m.leap[sq].With(to)
				}
			}
		default:
			lines = addSlide(geo, lines, byStep, a)
		}
	}
	for i := 0; i < len(lines); i += 2 {
		pairs := new([64]sliderPair)
		for sq := range pairs {
			for j, line := range lines[i:min(i+2, len(lines))] {
				pairs[sq][j] = line[sq]
			}
		}
		m.slides = append(m.slides, pairs)
	}
	m.lames = newLames(geo, lameAtoms, legsFrom)
	return m
}

// turned returns a as the side c sees it.
func turned(a rules.Atom, c Color) rules.Atom {
	if c == Black {
		a.File, a.Rank = -a.File, -a.Rank
	}
	return a
}

// addSlide adds one direction of a slider to the line of its step, made when it is new.
func addSlide(geo geom.Geometry, lines []*[64]geom.Line, byStep map[[3]int]*[64]geom.Line, a rules.Atom) []*[64]geom.Line {
	df, dr := int(a.File), int(a.Rank)
	line := byStep[[3]int{-df, -dr, int(a.Limit)}]
	if line == nil {
		line = byStep[[3]int{df, dr, int(a.Limit)}]
	}
	if line == nil {
		line = new([64]geom.Line)
		byStep[[3]int{df, dr, int(a.Limit)}] = line
		lines = append(lines, line)
	}
	for sq := range geo.Board().All() {
		line[sq] = line[sq].With(sq, geo.Ray(sq, df, dr, int(a.Limit)))
	}
	return lines
}

// legsOf lists the lame leaps of atoms, already turned, that belong to a square: see legsFrom.
type legsOf func(geo geom.Geometry, sq geom.Square, atoms []rules.Atom) []leg

// newLames packs lame leaps into as few gathers as maxLegs allows.
func newLames(geo geom.Geometry, atoms []rules.Atom, legs legsOf) []*lame {
	var lames []*lame
	for len(atoms) > 0 {
		n := len(atoms)
		for n > 1 && mostLegs(geo, atoms[:n], legs) > maxLegs {
			n--
		}
		lames = append(lames, newLame(geo, atoms[:n], legs))
		atoms = atoms[n:]
	}
	return lames
}

func mostLegs(geo geom.Geometry, atoms []rules.Atom, legs legsOf) int {
	most := 0
	for sq := range geo.Board().All() {
		var mask geom.Set
		for _, l := range legs(geo, sq, atoms) {
			mask |= l.path
		}
		most = max(most, mask.Len())
	}
	return most
}

// legsFrom returns the lame leaps of atoms, already turned, that stay on the board.
func legsFrom(geo geom.Geometry, sq geom.Square, atoms []rules.Atom) []leg {
	var legs []leg
	for _, a := range atoms {
		to := geo.Offset(sq, int(a.File), int(a.Rank))
		if to == geom.NoSquare {
			continue
		}
		l := leg{to: to}
		for _, step := range a.Path() {
			l.path = l.path.With(geo.Offset(sq, int(step[0]), int(step[1])))
		}
		legs = append(legs, l)
	}
	return legs
}

func newLame(geo geom.Geometry, atoms []rules.Atom, legs legsOf) *lame {
	l, r := new(lame), splitmix(keySeed)
	for sq := range geo.Board().All() {
		leaps := legs(geo, sq, atoms)
		var mask geom.Set
		for _, leg := range leaps {
			mask |= leg.path
		}
		a := gather{legs: mask, offset: uint32(len(l.table))}
		a.magic, a.shift = findMagic(mask, &r)
		l.at[sq] = a
		l.table = append(l.table, make([]geom.Set, 1<<(64-a.shift))...)
		for occ := range mask.Subsets() {
			i := a.offset + uint32(uint64(occ)*a.magic>>a.shift)
			for _, leg := range leaps {
				if leg.path&occ == 0 {
					l.table[i] = l.table[i].With(leg.to)
				}
			}
		}
	}
	l.at[geom.NoSquare] = gather{shift: 63, offset: uint32(len(l.table))}
	l.table = append(l.table, 0)
	return l
}

// findMagic returns a multiplier and a shift that give every subset of mask an index of
// its own. It starts with as many index bits as mask has squares and takes one more after
// every thousand failures, so that it always ends.
func findMagic(mask geom.Set, r *splitmix) (magic uint64, shift uint8) {
	shift = uint8(64 - max(mask.Len(), 1))
	for try := 1; ; try++ {
		if magic = r.next() & r.next(); separates(mask, magic, shift) {
			return magic, shift
		}
		if try%1000 == 0 && shift > 64-2*maxLegs {
			shift--
		}
	}
}

// separates reports whether magic gives every subset of mask an index of its own.
func separates(mask geom.Set, magic uint64, shift uint8) bool {
	var seen [1 << (2 * maxLegs)]bool
	for occ := range mask.Subsets() {
		i := uint64(occ) * magic >> shift
		if seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}
