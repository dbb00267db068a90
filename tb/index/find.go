package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Relation is the relation of a position to the one that its number decodes to, apart from a change
// of colours.
type Relation uint8

// The relations. Without a mirror in the rules neither holds.
const (
	Mirrored  Relation = 1 << iota // the mirror image, which is another position, has the number
	Symmetric                      // the position is its own mirror image
)

// view is a position seen through one of the symmetries: turned if Black is to move and the rules
// turn; mirrored if that brings the en passant square to the left, the leading pair into the list,
// or the first pieces into their fold. Its number is
//
//	base + place of the pair * each + sum of Rank(pieces) * weight
type view struct {
	p    *board.Position
	swap board.Color // 1: colours changed
	at   uint8       // which of Indexer.maps
	tie  bool        // both mirror images may be numbered
}

// mirrored returns the mirror image of v.
func (v view) mirrored() view {
	v.at ^= 2
	return v
}

// pieces returns the squares, before the symmetry, of the pieces that have a colour in the view.
func (v view) pieces(c board.Color, k board.Kind, flip geom.Set) geom.Set {
	return v.p.Color((c^v.swap)&1) & v.p.Kind(k&7) & (v.p.Promoted() ^ flip)
}

// Encode returns the number of p, a position of the game with the signature of the layout: the same
// number for all images of p. It fails (ok is false) for positions with a right to castle and for
// pairs of kings that no legal position has.
func (l *Layout) Encode(p *board.Position) (number uint64, ok bool) {
	number, _, ok = l.Find(p)
	return number, ok
}

// Find returns what Encode does and which of the images has the number. Of a position and its
// mirror image one is Mirrored and the other is not, or both are Symmetric. It allocates nothing
// and takes a popcount or two for each piece: some 25 ns for eight pieces, twice that in a tie.
func (l *Layout) Find(p *board.Position) (number uint64, rel Relation, ok bool) {
	if p.Castling() != 0 || l.full == 0 {
		return 0, 0, false
	}
	start := &l.ix.starts[p.Turn()&1]
	sec, v := start.section, view{p: p, swap: start.swap, at: uint8(start.swap)}
	if p.EnPassant() != geom.NoSquare {
		sec, v = l.ix.epSection(v)
	}
	number, v, ok = l.number(sec, v)
	if v.tie && ok {
		return l.resolveTie(sec, v, number)
	}
	return number, Relation(v.at >> 1), ok
}

// resolveTie returns the lesser of the number of a view and that of its mirror image.
func (l *Layout) resolveTie(sec *section, v view, number uint64) (uint64, Relation, bool) {
	other, _, _ := l.number(sec, v.mirrored())
	switch {
	case other == number:
		return number, Symmetric, true
	case other < number:
		return other, Relation(v.at>>1) ^ Mirrored, true
	}
	return number, Relation(v.at >> 1), true
}

// epSection returns the section of a view with an en passant square. It mirrors the view if only the
// mirror image of the square has one.
func (ix *Indexer) epSection(v view) (*section, view) {
	us := v.p.Turn() ^ v.swap
	for range 2 {
		m := ix.maps[v.at&3]
		seen := m.Map[v.p.EnPassant()]
		pawns := m.Set(v.pieces(us, ix.g.Pawn(), ^geom.Set(0)))
		right := 0
		if !pawns.Has(ix.attacker(us, seen, 0)) {
			right = 1
		}
		if n := ix.epSections[us][seen][right]; n != noSection {
			sec := &ix.sections[n]
			v.tie = pawns&sec.otherAttacker != 0
			return sec, v
		}
		v = v.mirrored()
	}
	panic("index: en passant square without a section")
}

// number returns the number of a view in a section, and the view that has it: mirrored if the
// leading pair or the first pieces need it.
func (l *Layout) number(sec *section, v view) (uint64, view, bool) {
	lead, taken := uint32(0), sec.taken
	if l.leads {
		m := l.ix.maps[v.at&3]
		white := m.Map[v.pieces(board.White, l.leader, ^geom.Set(0)).First()&63]
		black := m.Map[v.pieces(board.Black, l.leader, ^geom.Set(0)).First()&63]
		if lead = sec.lead[(pair{white, black}).number()]; lead == noPair {
			return 0, v, false
		}
		v.at ^= uint8(lead>>leadMirrored&1) << 1
		v.tie = v.tie || lead>>leadTie&1 != 0
		taken |= 1<<(lead>>leadWhite&63) | 1<<(lead>>leadBlack&63)
	} else if sec.folds {
		v.tie = true // unless the folded pieces decide
	}
	m, at := l.ix.maps[v.at&3], int(lead>>leadClass&31)
	if l.pawns[0] > 0 {
		pawns := m.Set(v.pieces(board.White, l.ix.g.Pawn(), ^geom.Set(0)))
		shared := (pawns & sec.regions[0]).Len() - l.least
		if uint(shared) >= uint(l.span) {
			return 0, v, false
		}
		at = at*l.span + shared
	}
	b := l.segmentOf[sec.number][at]
	if b == nil {
		return 0, v, false
	}
	number := b.base + uint64(int(lead&leadPlace)-b.first)*b.each
	if b.folds != nil {
		r, w := b.rankFolded(l.ix, v)
		return number + r, w, true
	}
	if len(b.pawns) > 0 {
		r, pieces := rankAny(b.pawns, v, m, taken)
		number, taken = number+r, taken|pieces
	}
	return number + rankGroups(b.groups, v, m, l.ix.squares&^taken), v, true
}

// rankGroups returns the weighted sum of the digits of groups, which occupy free squares. Most
// groups have a single piece, which needs no binomials.
func rankGroups(digits []digit, v view, m *squareMap, free geom.Set) uint64 {
	r := uint64(0)
	for i := range digits {
		d := &digits[i]
		pieces := v.pieces(d.color, d.kind, d.flip)
		if d.count == 1 {
			piece := m.Map[pieces.First()&63]
			r += countBelow(piece, free) * d.weight
			free &^= 1 << (piece & 63)
			continue
		}
		n, image := m.rank(pieces, free)
		r += n * d.weight
		free &^= image
	}
	return r
}

// rank returns the image of two or more pieces, and its rank among the subsets of u.
func (m *squareMap) rank(pieces, u geom.Set) (uint64, geom.Set) {
	a, rest := m.Map[pieces.First()&63]&63, pieces&(pieces-1)
	if !rest.Many() {
		b := m.Map[rest.First()&63] & 63
		p, q := countBelow(a, u), countBelow(b, u)
		low, high := min(p, q), max(p, q)
		return high*(high-1)/2 + low, 1<<a | 1<<b
	}
	image := m.Set(pieces)
	return Rank(image, u), image
}

// rankAny returns the weighted sum of digits with any number of pieces, and their squares. Taken
// squares do not count.
func rankAny(digits []digit, v view, m *squareMap, taken geom.Set) (r uint64, all geom.Set) {
	for i := range digits {
		d := &digits[i]
		pieces := m.Set(v.pieces(d.color, d.kind, d.flip)) & d.region
		r += Rank(pieces, d.region&^taken&^all) * d.weight
		all |= pieces
	}
	return r, all
}

// rankFolded returns the weighted sum of all digits of a segment without a leading pair. It mirrors
// the view if that brings the first pieces into their fold.
func (b *segment) rankFolded(ix *Indexer, v view) (uint64, view) {
	d := &b.digits[0]
	first := ix.maps[v.at&3].Set(v.pieces(d.color, d.kind, d.flip)) & d.region
	n, mirrored, tie := b.folds.rank(first)
	if v.tie = tie; mirrored {
		v, first = v.mirrored(), b.folds.mirror.Set(first)
	}
	r, _ := rankAny(b.digits[1:], v, ix.maps[v.at&3], first)
	return n*d.weight + r, v
}
