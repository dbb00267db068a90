package placements

import (
	"math/rand/v2"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// The images of a position that can have its value: as it is, files reversed, ranks and colours
// reversed, and both. Play decides which of them the rules allow; see Orbits.
const imageCount = 4

// Orbits tells which positions are images of each other under the symmetries of the rules.
type Orbits struct {
	game   *board.Game
	images []int // those that the rules allow: a group
	to     [imageCount][geom.MaxSquares + 1]geom.Square
	terms  [2][board.MaxKinds][2][geom.MaxSquares]hashes
}

// hashes are random numbers for the images of a piece or a position.
type hashes [imageCount]uint64

// trials is the number of random placements on which an image must agree with play.
const trials = 1000

// Orbits finds the symmetries by playing: of random placements of s, the images must be legal, over,
// or in play as the placements are, and their moves must lead to the images of the positions that
// the placements lead to.
func (s *Space) Orbits() *Orbits {
	o := &Orbits{game: s.game}
	geo := s.game.Geometry()
	for im := range o.to {
		for sq := range o.to[im] {
			o.to[im][sq] = geom.NoSquare
		}
		for sq := range s.game.Squares().All() {
			file, rank := geo.File(sq), geo.Rank(sq)
			if im&1 != 0 {
				file = geo.Width - 1 - file
			}
			if im&2 != 0 {
				rank = geo.Height - 1 - rank
			}
			o.to[im][sq] = geo.At(file, rank)
		}
		o.setTerms(im)
	}
	for im := range imageCount {
		if s.keeps(o, im) {
			o.images = append(o.images, im)
		}
	}
	return o
}

// setTerms gives each piece on each square a random number, the same for the same piece in an image.
func (o *Orbits) setTerms(im int) {
	for c := range o.terms {
		for k := range o.terms[c] {
			for promoted := range o.terms[c][k] {
				for sq := range o.game.Squares().All() {
					piece := (c^im>>1)<<10 | k<<7 | promoted<<6 | int(o.to[im][sq])
					o.terms[c][k][promoted][sq][im] = mix(uint64(piece))
				}
			}
		}
	}
}

// mix is the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// keeps reports whether play from images is the image of play.
func (s *Space) keeps(o *Orbits, im int) bool {
	if im == 0 {
		return true
	}
	rng := rand.New(rand.NewPCG(uint64(im), trials))
	for range trials {
		p, ok := s.placement(rng)
		if !ok {
			continue
		}
		p = s.withEnPassant(p, rng)
		q := o.image(&p, im)
		if s.game.OpponentInCheck(&p) != s.game.OpponentInCheck(&q) || s.game.Decided(&p) != s.game.Decided(&q) {
			return false
		}
		if !s.game.OpponentInCheck(&p) && o.after(&p, im) != o.after(&q, 0) {
			return false
		}
	}
	return true
}

// after returns the sum of the hashes of the images of all positions after a move, or of the outcome
// if there are none.
func (o *Orbits) after(p *board.Position, im int) (sum uint64) {
	var l board.List
	var next board.Position
	o.game.Moves(p, &l)
	if l.Len() == 0 {
		out := o.game.NoMoves(p)
		return uint64(out.Reason)<<8 | uint64(uint8(out.Result))
	}
	for _, m := range l.All() {
		o.game.Apply(&next, p, m)
		sum += mix(o.hashesOf(&next)[im])
	}
	return sum
}

// image returns an image of p. Its counters are those of a new game.
func (o *Orbits) image(p *board.Position, im int) board.Position {
	swap := board.Color(im >> 1)
	b := board.NewBuilder(p.Turn()^swap, o.to[im][p.EnPassant()], [2]board.Hand{p.Hand(swap), p.Hand(1 ^ swap)})
	for sq := range p.Occupied().All() {
		piece, _ := p.At(sq)
		to := geom.Of(o.to[im][sq])
		b.Place(piece.Color^swap, piece.Kind, to)
		if piece.Promoted {
			b.TogglePromoted(to)
		}
	}
	return b.Finish()
}

// hashesOf returns a hash of each image of p, without the counters.
func (o *Orbits) hashesOf(p *board.Position) (h hashes) {
	for im := range h {
		swap := board.Color(im >> 1)
		h[im] = uint64(p.Hand(swap))*0x9e3779b97f4a7c15 ^ uint64(p.Hand(1^swap))*0xbf58476d1ce4e5b9 ^
			uint64(p.Turn()^swap)<<32 ^ uint64(o.to[im][p.EnPassant()])<<40
	}
	promoted := p.Promoted()
	for c := range board.Color(2) {
		for k := range board.Kind(o.game.Kinds()) {
			for s := p.Of(c, k); s != 0; s &= s - 1 {
				sq := s.First() & (geom.MaxSquares - 1)
				terms := &o.terms[c][k&7][promoted>>sq&1][sq]
				for im := range h {
					h[im] += terms[im]
				}
			}
		}
	}
	for im := range h {
		h[im] = mix(h[im])
	}
	return h
}

// Keys returns a number that is the same for all images of p, and another one for p alone. Other
// positions have other numbers but for chance, one in 2^64.
func (o *Orbits) Keys(p *board.Position) (orbit, alone uint64) {
	h := o.hashesOf(p)
	for _, im := range o.images {
		orbit += h[im]
	}
	return mix(orbit), h[0]
}

// Images calls visit with every image of p, once each.
func (o *Orbits) Images(p *board.Position, visit func(*board.Position)) {
	h := o.hashesOf(p)
	for i, im := range o.images {
		if !slices.ContainsFunc(o.images[:i], func(before int) bool { return h[before] == h[im] }) {
			q := o.image(p, im)
			visit(&q)
		}
	}
}

// Allows reports whether a map of squares, with or without an exchange of colours, is a symmetry.
func (o *Orbits) Allows(image func(geom.Square) geom.Square, swap bool) bool {
	return slices.ContainsFunc(o.images, func(im int) bool {
		same := im>>1 == 1 == swap
		for sq := range o.game.Squares().All() {
			same = same && image(sq) == o.to[im][sq]
		}
		return same
	})
}
