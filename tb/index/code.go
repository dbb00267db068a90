package index

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
)

// Encode and Decode: what belongs here turns positions into numbers along the layout of a
// Table, and back.
//
//	Encode   choose the image: turned if Black moves and the rules turn; mirrored if that
//	         brings the en passant square to the left, the pair into the list, or the
//	         first men into their fold
//	         number = base + place of the pair * each + sum of rank(men) * weight
//	Decode   the same digits taken off from the front: each tells the men of one step,
//	         and with them the squares left to the next

// view is a position seen through one of the images.
type view struct {
	p    *board.Position
	ix   *Indexer
	swap board.Color // 1: colours changed
	at   int         // which of Indexer.maps
}

// set returns the image of s.
func (v *view) set(s geom.Set) geom.Set {
	if v.at == 0 {
		return s
	}
	return v.ix.maps[v.at].set(s)
}

// men returns the unpromoted men of a colour and kind.
func (v *view) men(c board.Color, k board.Kind) geom.Set {
	return v.set(v.p.Of(c^v.swap, k) &^ v.p.Promoted())
}

// group returns the men of a group.
func (v *view) group(gr *group) geom.Set {
	return v.set(v.p.Of(gr.color^v.swap, gr.kind) & (v.p.Promoted() ^ gr.flip))
}

// frame finds the frame of the position, and mirrors the view where only the image of the
// en passant square has one.
func (v *view) frame() int {
	us, ix := v.p.Turn()^v.swap, v.ix
	ep := v.p.EnPassant()
	if ep == geom.NoSquare {
		return ix.plain[us]
	}
	for range 2 {
		seen := ix.maps[v.at][ep]
		pawns := v.men(us, ix.g.Pawn())
		right := 0
		if left := ix.attacker(us, seen, 0); !pawns.Has(left) {
			right = 1
		}
		if n := ix.passing[us][seen][right]; n != noFrame {
			return int(n)
		}
		v.at ^= 2
	}
	panic("index: en passant square without a frame")
}

// lead finds the place of the pair that leads, its class and its squares, and mirrors the
// view where only the image of the pair has a place.
func (t *Table) lead(f *frame, v *view) (place, class int, pair geom.Set, ok bool) {
	if !t.leads {
		return 0, 0, 0, true
	}
	white, black := v.men(board.White, t.leader).First(), v.men(board.Black, t.leader).First()
	lead := f.lead[int(white&63)<<6|int(black&63)]
	if lead == noPair {
		return 0, 0, 0, false
	}
	v.at ^= int(lead>>24) << 1
	at := f.pairs[lead&0xffff]
	return int(lead & 0xffff), int(lead >> 16 & 255), geom.Of(at.white, at.black), true
}

// freePawns returns the pawns that f leaves free, as the three steps place them.
func (t *Table) freePawns(f *frame, v *view) (pawns [3]geom.Set) {
	if t.pawns != [2]int{} {
		white := v.men(board.White, t.ix.g.Pawn()) &^ f.fixed[0]
		pawns[0], pawns[1] = white&f.regions[0], white&f.regions[1]
		pawns[2] = v.men(board.Black, t.ix.g.Pawn()) &^ f.fixed[1]
	}
	return pawns
}

// Encode returns the number of p, which must be of the slice of t and a position of its
// game. It is refused (ok is false) with a right to castle, and with kings so placed that
// it cannot be legal. It allocates nothing; the cost is a popcount or two for each man,
// some 60 ns for six men.
func (t *Table) Encode(p *board.Position) (number uint64, ok bool) {
	ix := t.ix
	v := view{p: p, ix: ix, swap: ix.swaps(p)}
	v.at = int(v.swap)
	frame := v.frame()
	f := &ix.frames[frame]
	place, class, pair, ok := t.lead(f, &v)
	if !ok || p.Castling() != 0 {
		return 0, false
	}
	pawns := t.freePawns(f, &v)
	b := &t.blocks[t.blockOf[frame][class*(t.pawns[0]+1)+pawns[0].Len()]]
	number = b.base + uint64(place-b.first)*b.each
	taken := f.taken | pair
	if b.folds != nil {
		return number + t.rankFolded(f, b, &v), true
	}
	if t.pawns != [2]int{} {
		for i, men := range pawns {
			number += rank(men, f.regions[i]&^taken) * b.pawns[i].weight
			taken |= men
		}
	}
	return number + t.rankGroups(b.groups, &v, taken), true
}

// rankGroups returns the digits of the groups, weighed; taken squares are not counted. A
// single man is the commonest group and needs no binomials.
func (t *Table) rankGroups(steps []step, v *view, taken geom.Set) uint64 {
	r, free, m := uint64(0), t.ix.squares&^taken, v.ix.maps[v.at]
	for i := range t.groups {
		gr, weight := &t.groups[i], steps[i].weight
		if gr.count != 1 {
			men := v.group(gr)
			r += rank(men, free) * weight
			free &^= men
			continue
		}
		men := v.p.Of(gr.color^v.swap, gr.kind) & (v.p.Promoted() ^ gr.flip)
		man := geom.Set(1) << (m[men.First()&63] & 63)
		r += uint64((free & (man - 1)).Len()) * weight
		free &^= man
	}
	return r
}

// rankFolded returns the digits of all men where no pair leads, weighed, after mirroring
// the view if that brings the first men into their fold.
func (t *Table) rankFolded(f *frame, b *block, v *view) uint64 {
	pawns := t.freePawns(f, v)
	if t.foldMirrors(b, &pawns, v) {
		v.at ^= 2
		pawns = t.freePawns(f, v)
	}
	r, taken := uint64(0), f.taken
	for i, men := range pawns {
		r += b.rank(i, men, f.regions[i]&^taken)
		taken |= men
	}
	for i := range t.groups {
		men := v.group(&t.groups[i])
		r += b.rank(len(pawns)+i, men, t.ix.squares&^taken)
		taken |= men
	}
	return r
}

// foldMirrors reports whether the first men of block b are numbered by their mirror image.
func (t *Table) foldMirrors(b *block, pawns *[3]geom.Set, v *view) bool {
	var first geom.Set
	if b.foldedAt < len(pawns) {
		first = pawns[b.foldedAt]
	} else {
		first = v.group(&t.groups[0])
	}
	_, mirrored := b.folds.rank(first)
	return mirrored
}

// step returns step i: the pawns' three, then the groups'.
func (b *block) step(i int) *step {
	if i < len(b.pawns) {
		return &b.pawns[i]
	}
	return &b.groups[i-len(b.pawns)]
}

// rank returns the digit of men at step i among the subsets of u, weighed.
func (b *block) rank(i int, men, u geom.Set) uint64 {
	if men == 0 {
		return 0
	}
	if b.folds != nil && b.foldedAt == i {
		r, _ := b.folds.rank(men)
		return r * b.step(i).weight
	}
	return rank(men, u) * b.step(i).weight
}

// unrank takes the digit of step i off r and returns its men.
func (b *block) unrank(i int, r *uint64, u geom.Set) geom.Set {
	s := b.step(i)
	if s.count == 0 {
		return 0
	}
	digit := *r / s.weight
	*r -= digit * s.weight
	if b.folds != nil && b.foldedAt == i {
		return b.folds.unrank(digit)
	}
	return unrank(digit, s.count, u)
}

// Decode makes dst the position with a number below Size and returns true, or returns
// false where the side not to move would be in check. Where the rules have the colour turn
// White is to move. The move counters are those of a new game. It allocates nothing; most
// of its cost is in board.New.
func (t *Table) Decode(number uint64, dst *board.Position) bool {
	b := t.blockAt(number)
	f := &t.ix.frames[b.frame]
	r := number - b.base
	place := int(r / b.each)
	r -= uint64(place) * b.each
	a := assembly{turn: f.turn, ep: f.ep, hands: t.slice.hands}
	taken := f.taken
	if t.leads {
		p := f.pairs[b.first+place]
		a.put(board.White, t.leader, false, geom.Of(p.white))
		a.put(board.Black, t.leader, false, geom.Of(p.black))
		taken |= geom.Of(p.white, p.black)
	}
	for i := range f.regions {
		men := b.unrank(i, &r, f.regions[i]&^taken)
		a.put(board.Color(i/2), t.ix.g.Pawn(), false, men)
		taken |= men
	}
	for c := range f.fixed {
		a.put(board.Color(c), t.ix.g.Pawn(), false, f.fixed[c])
	}
	for i := range t.groups {
		gr := &t.groups[i]
		men := b.unrank(len(f.regions)+i, &r, t.ix.squares&^taken)
		a.put(gr.color, gr.kind, gr.promoted, men)
		taken |= men
	}
	return t.ix.assemble(&a, dst)
}

// assembly is a position as sets, before it is one.
type assembly struct {
	men      [2][board.MaxKinds]geom.Set
	promoted geom.Set
	hands    [2]board.Hand
	turn     board.Color
	ep       geom.Square
}

// put adds men.
func (a *assembly) put(c board.Color, k board.Kind, promoted bool, men geom.Set) {
	a.men[c][k] |= men
	if promoted {
		a.promoted |= men
	}
}

// assemble makes dst of a; false if that is no position.
func (ix *Indexer) assemble(a *assembly, dst *board.Position) bool {
	s := board.Setup{Turn: a.turn, EnPassant: a.ep}
	for c := range a.men {
		for k, men := range a.men[c] {
			for ; men != 0; men &= men - 1 {
				sq := men.First()
				s.Put(sq, board.Piece{Color: board.Color(c), Kind: board.Kind(k), Promoted: a.promoted.Has(sq)})
			}
			s.Hands[c][k] = a.hands[c].Count(board.Kind(k))
		}
	}
	p, err := ix.g.New(&s)
	if err != nil {
		return false
	}
	*dst = p
	return true
}
