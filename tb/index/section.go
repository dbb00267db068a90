package index

import (
	"cmp"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// section is a side to move and an en passant state, for all signatures. It divides the squares of
// pawns into regions:
//
//	regions[0]   white pawns where black ones may stand too    ranks 2 to 7 of 8, say
//	regions[1]   white pawns elsewhere                         none
//	regions[2]   black pawns                                   ranks 2 to 7
type section struct {
	number        int // of Indexer.sections
	turn          board.Color
	folds         bool        // the first pieces are folded if no pair leads
	ep            geom.Square // NoSquare: none
	fixed         [2]geom.Set // pawns that the en passant state implies
	empty         geom.Set
	taken         geom.Set // empty or fixed: closed to other pieces
	barred        geom.Set // no pawn of the side to move stands here
	otherAttacker geom.Set // a pawn here makes a tie; empty unless ep is on the middle file

	regions [3]geom.Set

	classes []class
	pairs   []pair
	lead    []uint32 // by White's square * 64 + Black's: an entry as below, or noPair
}

// The parts of an entry of section.lead: the place of the pair in section.pairs, below 64*63; one of
// some ten classes; whether that pair is the mirror image; whether it is its own mirror image; and
// its squares.
const (
	leadPlace    = 1<<12 - 1 // a mask; the others are shifts
	leadClass    = 12        // five bits
	leadMirrored = 17
	leadTie      = 18
	leadWhite    = 19 // six bits
	leadBlack    = 25
)

// pair is the squares of a leading pair.
type pair struct{ white, black geom.Square }

// class is consecutive pairs that occupy the same number of squares of each region and are all
// trivial or all not.
type class struct {
	used         [3]int // of regions
	trivial      bool
	first, count int
}

const noPair = ^uint32(0)

// addSection completes sec, whose state is set, and adds it.
func (ix *Indexer) addSection(sec section) {
	sec.number = len(ix.sections)
	sec.taken = sec.empty | sec.fixed[0] | sec.fixed[1]
	if ix.g.Pawn() != 0 {
		home := [2]geom.Set{ix.g.PawnHome(board.White) &^ sec.taken, ix.g.PawnHome(board.Black) &^ sec.taken}
		home[sec.turn] &^= sec.barred
		sec.regions = [3]geom.Set{home[0] & home[1], home[0] &^ home[1], home[1]}
	}
	ix.listPairs(&sec)
	sec.lead = make([]uint32, 64*64)
	for i := range sec.lead {
		sec.lead[i] = noPair
	}
	mirror := ix.maps[2]
	for c, r := range sec.classes {
		for i := r.first; i < r.first+r.count; i++ {
			p := sec.pairs[i]
			image := pair{mirror.Map[p.white], mirror.Map[p.black]}
			entry := uint32(i | c<<leadClass | int(p.white)<<leadWhite | int(p.black)<<leadBlack)
			if sec.folds && image != p {
				sec.lead[image.number()] = entry | 1<<leadMirrored
			} else if sec.folds {
				entry |= 1 << leadTie
			}
			sec.lead[p.number()] = entry
		}
	}
	ix.sections = append(ix.sections, sec)
}

// number returns the index of the pair in section.lead.
func (p pair) number() int { return int(p.white)<<6 | int(p.black) }

// listPairs lists the possible leading pairs, one for each pair and its mirror image, sorted by
// class.
func (ix *Indexer) listPairs(sec *section) {
	free := ix.g.Squares() &^ sec.taken
	mirror := ix.maps[2]
	for w := range free.All() {
		for b := range free.Without(w).All() {
			p, image := pair{w, b}, pair{mirror.Map[w], mirror.Map[b]}
			if ix.canLead(sec.turn, w, b) && (!sec.folds || p.number() <= image.number()) {
				sec.pairs = append(sec.pairs, p)
			}
		}
	}
	slices.SortStableFunc(sec.pairs, func(p, q pair) int { return ix.classOf(sec, p).compare(ix.classOf(sec, q)) })
	for i, p := range sec.pairs {
		c := ix.classOf(sec, p)
		if n := len(sec.classes); n == 0 || sec.classes[n-1].compare(c) != 0 {
			c.first = i
			sec.classes = append(sec.classes, c)
		}
		sec.classes[len(sec.classes)-1].count++
	}
}

// classOf returns the class of a pair, without the range of its pairs.
func (ix *Indexer) classOf(sec *section, p pair) class {
	return class{used: sec.used(p), trivial: ix.trivial[sec.turn&1][p.white].Has(p.black)}
}

// compare orders classes. The trivial ones come last.
func (c class) compare(d class) int {
	if c.trivial != d.trivial {
		if d.trivial {
			return -1
		}
		return 1
	}
	return slices.Compare(c.used[:], d.used[:])
}

// used counts the squares that a pair occupies in each region.
func (sec *section) used(p pair) [3]int {
	s := geom.Of(p.white, p.black)
	return [3]int{(s & sec.regions[0]).Len(), (s & sec.regions[1]).Len(), (s & sec.regions[2]).Len()}
}

// canLead reports whether a pair on w and b is possible with us to move. Kings are not possible where
// the one to move attacks the other on a full board, and so on any board.
func (ix *Indexer) canLead(us board.Color, w, b geom.Square) bool {
	if !ix.g.HasKing() {
		return true
	}
	ours, theirs := w, b
	if us == board.Black {
		ours, theirs = b, w
	}
	return !ix.g.Attacks(us, board.King, false, ours, ix.g.Squares()).Has(theirs)
}

// addEnPassant adds the sections with an en passant square and us to move.
func (ix *Indexer) addEnPassant(us board.Color) {
	v := ix.g.Variant()
	if ix.g.Pawn() == 0 || !v.Pawn.DoubleStep || !v.Pawn.EnPassant {
		return
	}
	up := 1 - 2*int(us)
	for from := range v.Pawn.DoubleFrom[us.Other()].All() {
		ep, to := ix.geo.Offset(from, 0, -up), ix.geo.Offset(from, 0, -2*up)
		if to == geom.NoSquare || !ix.g.PawnHome(us.Other()).Has(to) || ix.mirrorSide(ep) > 0 {
			continue
		}
		sec := section{turn: us, ep: ep, empty: geom.Of(from, ep)}
		sec.fixed[us.Other()] = geom.Of(to)
		for right := range 2 {
			sec.barred = 0
			if left := ix.attacker(us, ep, 0); right == 1 && left != geom.NoSquare {
				sec.barred = geom.Of(left)
			}
			by := ix.attacker(us, ep, right)
			if by == geom.NoSquare || !ix.g.PawnHome(us).Has(by) || right == 1 && ix.mirrorSide(ep) == 0 {
				continue
			}
			sec.fixed[us] = geom.Of(by)
			sec.otherAttacker = 0
			if ix.mirrorSide(ep) == 0 {
				sec.otherAttacker = geom.Of(ix.attacker(us, ep, 1))
			}
			ix.epSections[us][ep][right] = uint16(len(ix.sections))
			ix.addSection(sec)
		}
	}
}

// attacker returns the square from which a pawn of us attacks ep, on the left (0) or right (1).
func (ix *Indexer) attacker(us board.Color, ep geom.Square, right int) geom.Square {
	return ix.geo.Offset(ep, 2*right-1, 2*int(us)-1)
}

// mirrorSide returns the half of the board that a square is in: -1 the left one, 1 the right one, 0
// the middle file. Without a mirror in the rules it returns -1.
func (ix *Indexer) mirrorSide(sq geom.Square) int {
	if !ix.mirror {
		return -1
	}
	return cmp.Compare(2*ix.geo.File(sq), ix.geo.Width-1)
}
