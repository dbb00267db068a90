package rules

// The subset of Betza notation that Atom can express, as Fairy-Stockfish reads it:
//
//	piece     = { modifier } atom [ range ] ...
//	modifier  = m (only moves) | c (only captures) | n (lame) | direction
//	direction = f b v (forward, backward, both) | r l s (right, left, both)
//	range     = digit (that many steps, 0: any number) | the atom once more (any number)
//
// A direction is two letters, of which the second is that of the longer leg of the move; one letter
// alone counts twice. For a knight, f is ff, the two leaps of two ranks forward, and fr is the leap
// of one rank forward and two files to the right. For an atom along a rank or file, the two letters
// are two directions: fsW goes forward or sideways.

import (
	"fmt"
	"slices"
	"strings"
)

// leaps holds the longer and the shorter leg of every simple atom.
var leaps = map[byte][2]int8{
	'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2},
	'H': {3, 0}, 'C': {3, 1}, 'Z': {3, 2}, 'G': {3, 3},
}

// compounds holds the atoms that stand for several. A limit of 0 is that of a rider.
var compounds = map[byte]struct {
	atoms string
	limit int8
}{'K': {"WF", 1}, 'R': {"W", 0}, 'B': {"F", 0}, 'Q': {"WF", 0}}

// ParseBetza returns the moves that text describes, an atom for each direction. The empty text is a
// piece that cannot move.
func ParseBetza(text string) ([]Atom, error) {
	var atoms []Atom
	for at := 0; at < len(text); {
		t, size, err := readTerm(text[at:])
		if err != nil {
			return nil, fmt.Errorf("rules: betza %.40q: %w", text, err)
		}
		if atoms, err = t.appendTo(atoms); err != nil {
			return nil, fmt.Errorf("rules: betza %.40q: %w", text, err)
		}
		at += size
	}
	return atoms, nil
}

// term is one atom with its modifiers and range.
type term struct {
	quiet, capture, lame bool
	directions           []string // two letters each
	atom                 byte
	limit                int8
}

// readTerm returns the first term of text and its length.
func readTerm(text string) (t term, size int, err error) {
	for ; size < len(text); size++ {
		switch c := text[size]; {
		case c == 'm':
			t.quiet = true
		case c == 'c':
			t.capture = true
		case c == 'n':
			t.lame = true
		case isDirection(c):
			pair := string([]byte{c, c})
			if size+1 < len(text) && combine(c, text[size+1]) {
				pair = text[size : size+2]
				size++
			}
			t.directions = append(t.directions, pair)
		default:
			return readAtom(t, text, size)
		}
	}
	return t, size, fmt.Errorf("%.40q modifies no atom", text)
}

// readAtom completes t with the atom at text[at] and its range.
func readAtom(t term, text string, at int) (term, int, error) {
	t.atom, t.limit = text[at], 1
	if c, ok := compounds[t.atom]; ok {
		t.limit = c.limit
	} else if _, ok := leaps[t.atom]; !ok {
		return t, 0, fmt.Errorf("%q is not supported", t.atom)
	}
	if !t.quiet && !t.capture {
		t.quiet, t.capture = true, true
	}
	at++
	if at < len(text) && '0' <= text[at] && text[at] <= '9' {
		t.limit = int8(text[at] - '0')
		at++
	} else if at < len(text) && text[at] == t.atom {
		t.limit = 0
		at++
	}
	if t.lame && t.limit != 1 {
		return t, 0, fmt.Errorf("'n' before the rider %q is not supported", text[:at])
	}
	return t, at, nil
}

func isDirection(c byte) bool { return isVertical(c) || isHorizontal(c) }

func isVertical(c byte) bool { return c == 'f' || c == 'b' || c == 'v' }

func isHorizontal(c byte) bool { return c == 'r' || c == 'l' || c == 's' }

// combine reports whether two letters are one direction: equal, or of both axes.
func combine(c, d byte) bool {
	return c == d || isVertical(c) && isHorizontal(d) || isHorizontal(c) && isVertical(d)
}

// octant is one of the eight orientations of a leap.
type octant struct {
	rank, file int8 // signs
	vertical   bool // the longer leg goes along the file
}

// octants lists all of them, forward first.
var octants = [8]octant{
	{1, 1, true}, {1, -1, true}, {1, 1, false}, {1, -1, false},
	{-1, 1, false}, {-1, -1, false}, {-1, 1, true}, {-1, -1, true},
}

// is reports whether o lies on the side that c names.
func (o octant) is(c byte) bool {
	switch c {
	case 'f':
		return o.rank > 0
	case 'b':
		return o.rank < 0
	case 'r':
		return o.file > 0
	case 'l':
		return o.file < 0
	}
	return true
}

// selected reports whether o lies in a direction of two letters.
func (o octant) selected(pair string) bool {
	return isVertical(pair[1]) == o.vertical && o.is(pair[0]) && o.is(pair[1])
}

// appendTo adds the moves of t to atoms, merging those that differ only in m and c.
func (t term) appendTo(atoms []Atom) ([]Atom, error) {
	simple := string(t.atom)
	if c, ok := compounds[t.atom]; ok {
		simple = c.atoms
	}
	for i := range len(simple) {
		legs := leaps[simple[i]]
		directions := t.directions
		if len(simple) == 1 && legs[1] == 0 {
			directions = split(directions)
		}
		for _, pair := range directions {
			if pair[0] != pair[1] && strings.IndexByte("vs", pair[0]) >= 0 {
				return nil, fmt.Errorf("direction %q before %q is not supported", pair, t.atom)
			}
		}
		for _, o := range octants {
			if len(directions) == 0 || slices.ContainsFunc(directions, o.selected) {
				atoms = merge(atoms, t.along(o, legs))
			}
		}
	}
	return atoms, nil
}

// split turns each direction of two letters into two directions.
func split(directions []string) []string {
	var single []string
	for _, pair := range directions {
		single = append(single, strings.Repeat(pair[:1], 2), strings.Repeat(pair[1:], 2))
	}
	return single
}

// along returns the move of t in one octant.
func (t term) along(o octant, legs [2]int8) Atom {
	a := Atom{File: o.file * legs[0], Rank: o.rank * legs[1], Limit: t.limit, Quiet: t.quiet, Capture: t.capture}
	if o.vertical {
		a.File, a.Rank = o.file*legs[1], o.rank*legs[0]
	}
	a.Lame = t.lame
	a.Lame = len(a.Path()) > 0
	return a
}

// merge adds a to atoms, or what it may do to the atom with the same squares.
func merge(atoms []Atom, a Atom) []Atom {
	for i, b := range atoms {
		if a.File == b.File && a.Rank == b.Rank && a.Limit == b.Limit && a.Lame == b.Lame {
			atoms[i].Quiet = a.Quiet || b.Quiet
			atoms[i].Capture = a.Capture || b.Capture
			return atoms
		}
	}
	return append(atoms, a)
}
