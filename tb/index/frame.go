package index

import (
	"cmp"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Frames: what belongs here is what a game's positions have in common whatever their
// slice: where pawns may stand, what en passant fixes, and the pairs that may lead.

// frame is a side to move and an en passant state. With it goes a share-out of the squares
// that pawns may stand on:
//
//	regions[0]   white pawns where black ones may stand too    ranks 2 to 7 of 8, say
//	regions[1]   white pawns elsewhere                         none
//	regions[2]   black pawns                                   ranks 2 to 7
type frame struct {
	number int // of Indexer.frames
	turn   board.Color
	folds  bool        // the first men are folded where no pair leads
	ep     geom.Square // NoSquare: none
	fixed  [2]geom.Set // pawns that the state implies
	empty  geom.Set
	taken  geom.Set // empty and fixed: not for other men
	bar    geom.Set // where no pawn of the side to move stands
	rival  geom.Set // where one makes a tie of mirror images; empty unless ep is on the middle file

	regions [3]geom.Set

	classes []class
	pairs   []pair
	lead    []uint32 // by White's square * 64 + Black's: what is below, or noPair
}

// The parts of an entry of frame.lead: a place below 64*63, one of some ten classes,
// whether the pair found there is the mirror image or is its own, and its squares.
const (
	leadPlace    = 1<<12 - 1 // a mask; the others are shifts
	leadClass    = 12        // five bits
	leadMirrored = 17
	leadTie      = 18
	leadWhite    = 19 // six bits
	leadBlack    = 25
)

// pair is two squares that lead: White's man and Black's.
type pair struct{ white, black geom.Square }

// class is a run of pairs that take the same number of squares from each region, and that
// all settle the game or do not.
type class struct {
	used         [3]int // of regions
	settled      bool
	first, count int
}

const noPair = ^uint32(0)

// addFrame completes f, of which the caller has set the state, and adds it.
func (ix *Indexer) addFrame(f frame) {
	f.number = len(ix.frames)
	f.taken = f.empty | f.fixed[0] | f.fixed[1]
	if ix.g.Pawn() != 0 {
		home := [2]geom.Set{ix.g.PawnHome(board.White) &^ f.taken, ix.g.PawnHome(board.Black) &^ f.taken}
		home[f.turn] &^= f.bar
		f.regions = [3]geom.Set{home[0] & home[1], home[0] &^ home[1], home[1]}
	}
	ix.listPairs(&f)
	f.lead = make([]uint32, 64*64)
	for i := range f.lead {
		f.lead[i] = noPair
	}
	mirror := ix.maps[2]
	for c, run := range f.classes {
		for i := run.first; i < run.first+run.count; i++ {
			p := f.pairs[i]
			image := pair{mirror.to[p.white], mirror.to[p.black]}
			entry := uint32(i | c<<leadClass | int(p.white)<<leadWhite | int(p.black)<<leadBlack)
			if f.folds && image != p {
				f.lead[image.number()] = entry | 1<<leadMirrored
			} else if f.folds {
				entry |= 1 << leadTie
			}
			f.lead[p.number()] = entry
		}
	}
	ix.frames = append(ix.frames, f)
}

// number returns the place of the pair in frame.lead.
func (p pair) number() int { return int(p.white)<<6 | int(p.black) }

// listPairs lists the pairs of squares that can lead, one of each with its mirror image,
// sorted into classes.
func (ix *Indexer) listPairs(f *frame) {
	free := ix.g.Squares() &^ f.taken
	mirror := ix.maps[2]
	for w := range free.All() {
		for b := range free.Without(w).All() {
			p, image := pair{w, b}, pair{mirror.to[w], mirror.to[b]}
			if ix.canLead(f.turn, w, b) && (!f.folds || p.number() <= image.number()) {
				f.pairs = append(f.pairs, p)
			}
		}
	}
	slices.SortStableFunc(f.pairs, func(p, q pair) int { return ix.classOf(f, p).compare(ix.classOf(f, q)) })
	for i, p := range f.pairs {
		c := ix.classOf(f, p)
		if n := len(f.classes); n == 0 || f.classes[n-1].compare(c) != 0 {
			c.first = i
			f.classes = append(f.classes, c)
		}
		f.classes[len(f.classes)-1].count++
	}
}

// classOf returns the class of a pair, yet without its run.
func (ix *Indexer) classOf(f *frame, p pair) class {
	return class{used: f.used(p), settled: ix.settled[f.turn&1][p.white].Has(p.black)}
}

// compare orders classes: those that settle the game come last.
func (c class) compare(d class) int {
	if c.settled != d.settled {
		if d.settled {
			return -1
		}
		return 1
	}
	return slices.Compare(c.used[:], d.used[:])
}

// used counts the squares a pair takes from each region.
func (f *frame) used(p pair) [3]int {
	s := geom.Of(p.white, p.black)
	return [3]int{(s & f.regions[0]).Len(), (s & f.regions[1]).Len(), (s & f.regions[2]).Len()}
}

// canLead reports whether men on w and b can lead with us to move: kings cannot where the
// one to move attacks the other, whatever else stands on the board. The board is taken as
// full, since what attacks across it attacks across any other.
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

// addPassing adds the frames with an en passant square and us to move.
func (ix *Indexer) addPassing(us board.Color) {
	v := ix.g.Variant()
	if ix.g.Pawn() == 0 || !v.Pawn.DoubleStep || !v.Pawn.EnPassant {
		return
	}
	up := 1 - 2*int(us)
	for from := range v.Pawn.DoubleFrom[us.Other()].All() {
		ep, to := ix.geo.Offset(from, 0, -up), ix.geo.Offset(from, 0, -2*up)
		if to == geom.NoSquare || !ix.g.PawnHome(us.Other()).Has(to) || ix.sideOf(ep) > 0 {
			continue
		}
		f := frame{turn: us, ep: ep, empty: geom.Of(from, ep)}
		f.fixed[us.Other()] = geom.Of(to)
		for right := range 2 {
			f.bar = 0
			if left := ix.attacker(us, ep, 0); right == 1 && left != geom.NoSquare {
				f.bar = geom.Of(left)
			}
			by := ix.attacker(us, ep, right)
			if by == geom.NoSquare || !ix.g.PawnHome(us).Has(by) || right == 1 && ix.sideOf(ep) == 0 {
				continue
			}
			f.fixed[us] = geom.Of(by)
			f.rival = 0
			if ix.sideOf(ep) == 0 {
				f.rival = geom.Of(ix.attacker(us, ep, 1))
			}
			ix.passing[us][ep][right] = uint16(len(ix.frames))
			ix.addFrame(f)
		}
	}
}

// attacker returns the square from which a pawn of us attacks ep, on the left (0) or right.
func (ix *Indexer) attacker(us board.Color, ep geom.Square, right int) geom.Square {
	return ix.geo.Offset(ep, 2*right-1, 2*int(us)-1)
}

// sideOf tells where the mirror, if the rules have it, takes a square: -1 it is on the
// left and stays, 1 on the right and goes left, 0 on the middle file; always -1 without.
func (ix *Indexer) sideOf(sq geom.Square) int {
	if !ix.mirror {
		return -1
	}
	return cmp.Compare(2*ix.geo.File(sq), ix.geo.Width-1)
}
