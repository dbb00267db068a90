// Package reach compiles the moves of a piece into tables: the squares it reaches from each square
// of a board under any occupancy.
package reach

import (
	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Table is the reach of one piece. It is immutable.
type Table struct {
	Leap   [geom.MaxSquares + 1]geom.Set // leaps, which nothing blocks; the last row, of NoSquare, is empty
	Lames  []*Lame                       // lame leaps: one lookup each
	Slides []*[geom.MaxSquares]LinePair  // slides: lines, two by two
}

// New compiles atoms, as the side that moves the piece sees them: see Captures and Quiets.
func New(geo geom.Geometry, atoms []rules.Atom) *Table { return compile(geo, atoms, pathsFrom) }

// NewReverse compiles atoms backward: the squares that the table reaches from a square are those
// from which New's reaches it. Leaps and slides run the other way; the legs of a lame leap stay
// where they are.
func NewReverse(geo geom.Geometry, atoms []rules.Atom) *Table {
	var reversed []rules.Atom
	for _, a := range atoms {
		if !a.Lame {
			a = turned(a)
		}
		reversed = append(reversed, a)
	}
	return compile(geo, reversed, pathsTo)
}

// Captures returns the capturing atoms, turned to the other side of the board for Black.
func Captures(atoms []rules.Atom, black bool) []rules.Atom { return sift(atoms, black, true) }

// Quiets returns the atoms that move without a capture, turned for Black.
func Quiets(atoms []rules.Atom, black bool) []rules.Atom { return sift(atoms, black, false) }

func sift(atoms []rules.Atom, black, capture bool) []rules.Atom {
	var chosen []rules.Atom
	for _, a := range atoms {
		if capture && !a.Capture || !capture && !a.Quiet {
			continue
		}
		if black {
			a = turned(a)
		}
		chosen = append(chosen, a)
	}
	return chosen
}

// turned returns a as the opponent sees it.
func turned(a rules.Atom) rules.Atom {
	a.File, a.Rank = -a.File, -a.Rank
	return a
}

// From returns the squares reached from sq, the nearest occupied ones included.
func (t *Table) From(sq geom.Square, occ geom.Set) geom.Set {
	sq &= 63
	s := t.Leap[sq]
	for _, l := range t.Lames {
		s |= l.From(sq, occ)
	}
	for _, pairs := range t.Slides {
		s |= pairs[sq][0].Attacks(occ) | pairs[sq][1].Attacks(occ)
	}
	return s
}

// Mobile returns the squares of which some other is reached on an empty board.
func (t *Table) Mobile(squares geom.Set) geom.Set {
	var s geom.Set
	for sq := range squares.All() {
		if t.From(sq, 0) != 0 {
			s = s.With(sq)
		}
	}
	return s
}

func compile(geo geom.Geometry, atoms []rules.Atom, paths pathsOf) *Table {
	t := new(Table)
	var lines []*[geom.MaxSquares]geom.Line
	byStep := map[[3]int]*[geom.MaxSquares]geom.Line{}
	var lame []rules.Atom
	for _, a := range atoms {
		switch {
		case a.Lame:
			lame = append(lame, a)
		case a.Limit == 1:
			for sq := range geo.Board().All() {
				if to := geo.Offset(sq, int(a.File), int(a.Rank)); to != geom.NoSquare {
					t.Leap[sq] = t.Leap[sq].With(to)
				}
			}
		default:
			lines = addSlide(geo, lines, byStep, a)
		}
	}
	for i := 0; i < len(lines); i += 2 {
		pairs := new([geom.MaxSquares]LinePair)
		for sq := range pairs {
			for j, line := range lines[i:min(i+2, len(lines))] {
				pairs[sq][j] = line[sq]
			}
		}
		t.Slides = append(t.Slides, pairs)
	}
	t.Lames = newLames(geo, lame, paths)
	return t
}

// LinePair is two lines through a square, such as a rook's. The second may be empty.
type LinePair [2]geom.Line

// Attacks returns what a slider on both lines reaches, the nearest occupied squares included.
func (l *LinePair) Attacks(occ geom.Set) geom.Set { return l[0].Attacks(occ) | l[1].Attacks(occ) }

// addSlide adds one direction of a slider to the line of its step, which it creates if needed.
func addSlide(geo geom.Geometry, lines []*[geom.MaxSquares]geom.Line, byStep map[[3]int]*[geom.MaxSquares]geom.Line, a rules.Atom) []*[geom.MaxSquares]geom.Line {
	df, dr := int(a.File), int(a.Rank)
	line := byStep[[3]int{-df, -dr, int(a.Limit)}]
	if line == nil {
		line = byStep[[3]int{df, dr, int(a.Limit)}]
	}
	if line == nil {
		line = new([geom.MaxSquares]geom.Line)
		byStep[[3]int{df, dr, int(a.Limit)}] = line
		lines = append(lines, line)
	}
	for sq := range geo.Board().All() {
		line[sq] = line[sq].With(sq, geo.Ray(sq, df, dr, int(a.Limit)))
	}
	return lines
}
