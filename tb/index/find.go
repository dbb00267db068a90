package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Find and Encode: what belongs here turns positions into numbers along the layout of a
// Table. The way back is in cursor.go.
//
//	view     the image to number: turned if Black moves and the rules turn; mirrored if that
//	         brings the en passant square to the left, the pair into the list, or the
//	         first men into their fold. Where all these are their own mirror image, it is
//	         a tie: both images are numbered, and the lesser number counts.
//	number   base + place of the pair * each + sum of rank(men) * weight

// Relation tells what a position has to do with the one that its number decodes to, besides
// a change of colours.
type Relation uint8

// What How can say; neither where the rules have no mirror.
const (
	Mirrored  Relation = 1 << iota // it is numbered as its mirror image, which is another position
	Symmetric                      // it is its own mirror image
)

// view is a position seen through one of the images.
type view struct {
	p    *board.Position
	swap board.Color // 1: colours changed
	at   uint8       // which of Indexer.maps
	tie  bool        // what chooses between mirror images is its own
}

// mirrored returns the mirror image of v.
func (v view) mirrored() view {
	v.at ^= 2
	return v
}

// men returns the squares, not yet those of the image, of men with a colour in the image.
func (v view) men(c board.Color, k board.Kind, flip geom.Set) geom.Set {
	return v.p.Color((c^v.swap)&1) & v.p.Kind(k&7) & (v.p.Promoted() ^ flip)
}

// Encode returns the number of p, which must be of the slice of t and a position of its
// game: the same number for all images of p. It is refused (ok is false) with a right to
// castle, and with kings so placed that it cannot be legal.
func (t *Layout) Encode(p *board.Position) (number uint64, ok bool) {
	number, _, ok = t.Find(p)
	return number, ok
}

// Find does what Encode does and tells which of the images has the number. Of a position
// and its mirror image one is Mirrored and the other not, or both are Self. It allocates
// nothing; the cost is a popcount or two for each man, some 25 ns for eight men, and twice
// that in a tie.
func (t *Layout) Find(p *board.Position) (number uint64, how Relation, ok bool) {
	if p.Castling() != 0 {
		return 0, 0, false
	}
	start := &t.ix.starts[p.Turn()&1]
	f, v := start.frame, view{p: p, swap: start.swap, at: uint8(start.swap)}
	if p.EnPassant() != geom.NoSquare {
		f, v = t.ix.passingFrame(v)
	}
	number, v, ok = t.number(f, v)
	if v.tie && ok {
		return t.settle(f, v, number)
	}
	return number, Relation(v.at >> 1), ok
}

// settle chooses between a view with a number and its mirror image.
func (t *Layout) settle(f *frame, v view, number uint64) (uint64, Relation, bool) {
	other, _, _ := t.number(f, v.mirrored())
	switch {
	case other == number:
		return number, Symmetric, true
	case other < number:
		return other, Relation(v.at>>1) ^ Mirrored, true
	}
	return number, Relation(v.at >> 1), true
}

// passingFrame finds the frame of a view with an en passant square, and mirrors the view
// where only the image of the square has one.
func (ix *Indexer) passingFrame(v view) (*frame, view) {
	us := v.p.Turn() ^ v.swap
	for range 2 {
		m := ix.maps[v.at&3]
		seen := m.to[v.p.EnPassant()]
		pawns := m.set(v.men(us, ix.g.Pawn(), ^geom.Set(0)))
		right := 0
		if !pawns.Has(ix.attacker(us, seen, 0)) {
			right = 1
		}
		if n := ix.passing[us][seen][right]; n != noFrame {
			f := &ix.frames[n]
			v.tie = pawns&f.rival != 0
			return f, v
		}
		v = v.mirrored()
	}
	panic("index: en passant square without a frame")
}

// number returns the number of a view in f. The view is mirrored first if the pair or the
// first men ask for it, and comes back as it was numbered.
func (t *Layout) number(f *frame, v view) (uint64, view, bool) {
	lead, taken := uint32(0), f.taken
	if t.leads {
		m := t.ix.maps[v.at&3]
		white := m.to[v.men(board.White, t.leader, ^geom.Set(0)).First()&63]
		black := m.to[v.men(board.Black, t.leader, ^geom.Set(0)).First()&63]
		if lead = f.lead[(pair{white, black}).number()]; lead == noPair {
			return 0, v, false
		}
		v.at ^= uint8(lead>>leadMirrored&1) << 1
		v.tie = v.tie || lead>>leadTie&1 != 0
		taken |= 1<<(lead>>leadWhite&63) | 1<<(lead>>leadBlack&63)
	} else if f.folds {
		v.tie = true // unless men to fold say otherwise
	}
	m, at := t.ix.maps[v.at&3], int(lead>>leadClass&31)
	if t.pawns[0] > 0 {
		pawns := m.set(v.men(board.White, t.ix.g.Pawn(), ^geom.Set(0)))
		at = at*(t.pawns[0]+1) + (pawns & f.regions[0]).Len()
	}
	b := t.blockOf[f.number][at]
	number := b.base + uint64(int(lead&leadPlace)-b.first)*b.each
	if b.folds != nil {
		r, w := b.rankFolded(t.ix, v)
		return number + r, w, true
	}
	if len(b.pawns) > 0 {
		r, men := rankAny(b.pawns, v, m, taken)
		number, taken = number+r, taken|men
	}
	return number + rankGroups(b.groups, v, m, t.ix.squares&^taken), v, true
}

// rankGroups returns the digits of groups, weighed. They choose from the free squares; a
// man alone of his sort is the commonest, and needs no binomials.
func rankGroups(digits []digit, v view, m *squareMap, free geom.Set) uint64 {
	r := uint64(0)
	for i := range digits {
		d := &digits[i]
		men := v.men(d.color, d.kind, d.flip)
		if d.count == 1 {
			man := m.to[men.First()&63]
			r += place(man, free) * d.weight
			free &^= 1 << (man & 63)
			continue
		}
		n, image := m.rank(men, free)
		r += n * d.weight
		free &^= image
	}
	return r
}

// rank returns the number of the image of two men or more among the subsets of u, and the
// image.
func (m *squareMap) rank(men, u geom.Set) (uint64, geom.Set) {
	a, rest := m.to[men.First()&63]&63, men&(men-1)
	if !rest.Many() {
		b := m.to[rest.First()&63] & 63
		p, q := place(a, u), place(b, u)
		low, high := min(p, q), max(p, q)
		return high*(high-1)/2 + low, 1<<a | 1<<b
	}
	image := m.set(men)
	return rank(image, u), image
}

// rankAny returns the digits of any men, weighed, and the squares of those men; taken
// squares are not counted.
func rankAny(digits []digit, v view, m *squareMap, taken geom.Set) (r uint64, all geom.Set) {
	for i := range digits {
		d := &digits[i]
		men := m.set(v.men(d.color, d.kind, d.flip)) & d.region
		r += rank(men, d.region&^taken&^all) * d.weight
		all |= men
	}
	return r, all
}

// rankFolded returns the digits of all men where no pair leads, weighed, after mirroring
// the view if that brings the first men into their fold.
func (b *block) rankFolded(ix *Indexer, v view) (uint64, view) {
	d := &b.digits[0]
	first := ix.maps[v.at&3].set(v.men(d.color, d.kind, d.flip)) & d.region
	n, mirrored, tie := b.folds.rank(first)
	if v.tie = tie; mirrored {
		v, first = v.mirrored(), b.folds.mirror.set(first)
	}
	r, _ := rankAny(b.digits[1:], v, ix.maps[v.at&3], first)
	return n*d.weight + r, v
}
