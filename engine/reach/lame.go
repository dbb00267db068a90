package reach

import (
	"math/rand/v2"

	"tinyhouse/engine/geom"
	"tinyhouse/engine/rules"
)

// Lame is the reach of lame leaps from every square, indexed by the occupancy of their legs: the
// squares on the way, gathered by a magic multiplication. Source: chessprogramming wiki, Magic
// Bitboards.
type Lame struct {
	at    [geom.MaxSquares + 1]magic // the last reaches nothing: NoSquare's
	table []geom.Set
}

// magic maps the subsets of mask to indexes from offset on.
type magic struct {
	mask   geom.Set
	factor uint64
	shift  uint8 // 64 less the number of index bits
	offset uint32
}

// From returns the squares reached from sq.
func (l *Lame) From(sq geom.Square, occ geom.Set) geom.Set {
	m := &l.at[sq]
	return l.table[m.offset+uint32(uint64(occ&m.mask)*m.factor>>(m.shift&63))]
}

// maxLegs limits the index bits of one Lame. More lame leaps are split over several.
const maxLegs = 6

// Path is one move on an empty board.
type Path struct {
	To      geom.Square
	Between geom.Set // must be empty
}

// Paths returns the moves of an atom from a square, the nearest first.
func Paths(geo geom.Geometry, from geom.Square, a rules.Atom) []Path {
	if a.Lame {
		return pathsFrom(geo, from, []rules.Atom{a})
	}
	var paths []Path
	var between geom.Set
	for at := from; ; {
		at = geo.Offset(at, int(a.File), int(a.Rank))
		if at == geom.NoSquare || a.Limit != 0 && len(paths) == int(a.Limit) {
			return paths
		}
		paths = append(paths, Path{at, between})
		between = between.With(at)
	}
}

// pathsOf returns the lame leaps of atoms that a square is an end of: pathsFrom or pathsTo.
type pathsOf func(geo geom.Geometry, sq geom.Square, atoms []rules.Atom) []Path

// pathsFrom returns the lame leaps of atoms that start on a square.
func pathsFrom(geo geom.Geometry, sq geom.Square, atoms []rules.Atom) []Path {
	var paths []Path
	for _, a := range atoms {
		to := geo.Offset(sq, int(a.File), int(a.Rank))
		if to == geom.NoSquare {
			continue
		}
		l := Path{To: to}
		for _, step := range a.Path() {
			l.Between = l.Between.With(geo.Offset(sq, int(step[0]), int(step[1])))
		}
		paths = append(paths, l)
	}
	return paths
}

// pathsTo returns the lame leaps of atoms that end on a square, each to the square it starts from.
func pathsTo(geo geom.Geometry, sq geom.Square, atoms []rules.Atom) []Path {
	var paths []Path
	for i, a := range atoms {
		from := geo.Offset(sq, -int(a.File), -int(a.Rank))
		if from != geom.NoSquare {
			paths = append(paths, Path{from, pathsFrom(geo, from, atoms[i:i+1])[0].Between})
		}
	}
	return paths
}

// newLames packs lame leaps into as few tables as maxLegs allows.
func newLames(geo geom.Geometry, atoms []rules.Atom, paths pathsOf) []*Lame {
	var lames []*Lame
	for len(atoms) > 0 {
		n := len(atoms)
		for n > 1 && mostLegs(geo, atoms[:n], paths) > maxLegs {
			n--
		}
		lames = append(lames, newLame(geo, atoms[:n], paths))
		atoms = atoms[n:]
	}
	return lames
}

// legsOf returns the squares between the ends of all paths.
func legsOf(paths []Path) geom.Set {
	var s geom.Set
	for _, l := range paths {
		s |= l.Between
	}
	return s
}

func mostLegs(geo geom.Geometry, atoms []rules.Atom, paths pathsOf) int {
	most := 0
	for sq := range geo.Board().All() {
		most = max(most, legsOf(paths(geo, sq, atoms)).Len())
	}
	return most
}

func newLame(geo geom.Geometry, atoms []rules.Atom, paths pathsOf) *Lame {
	l, r := new(Lame), rand.New(rand.NewPCG(1, 1))
	for sq := range geo.Board().All() {
		leaps := paths(geo, sq, atoms)
		m := newMagic(legsOf(leaps), r)
		m.offset = uint32(len(l.table))
		l.at[sq] = m
		l.table = append(l.table, make([]geom.Set, 1<<(64-m.shift))...)
		for occ := range m.mask.Subsets() {
			i := m.offset + uint32(uint64(occ)*m.factor>>m.shift)
			for _, leap := range leaps {
				if leap.Between&occ == 0 {
					l.table[i] = l.table[i].With(leap.To)
				}
			}
		}
	}
	l.at[geom.NoSquare] = magic{shift: 63, offset: uint32(len(l.table))}
	l.table = append(l.table, 0)
	return l
}

// newMagic finds a factor and a shift that give every subset of mask its own index. It starts with
// as many index bits as mask has squares and adds one after every thousand failures, so that it
// always ends.
func newMagic(mask geom.Set, r *rand.Rand) magic {
	m := magic{mask: mask, shift: uint8(64 - max(mask.Len(), 1))}
	for try := 1; ; try++ {
		if m.factor = r.Uint64() & r.Uint64(); m.separates() {
			return m
		}
		if try%1000 == 0 && m.shift > 64-2*maxLegs {
			m.shift--
		}
	}
}

// separates reports whether every subset of the mask has its own index.
func (m *magic) separates() bool {
	var seen [1 << (2 * maxLegs)]bool
	for occ := range m.mask.Subsets() {
		i := uint64(occ) * m.factor >> m.shift
		if seen[i] {
			return false
		}
		seen[i] = true
	}
	return true
}
