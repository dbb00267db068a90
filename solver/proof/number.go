package proof

import (
	"math/bits"

	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/solver/pawns"
	"tinyhouse/tb/index"
)

// Keys: what belongs here gives a position the identity under which the table knows it.
//
// Where the positions that play can reach have numbers of 62 bits at most, the identity is the
// number of package index and the side that asks: exact, and the same for all images. Elsewhere
// it is a hash of all that a position is, and the slot an independent one: two positions are
// mistaken for each other with a chance of 2^-64 for each entry compared.

// key says where a position is in the table, and who it is.
type key struct{ slot, identity uint64 }

// The most slices that are numbered in advance, and the most numbers they may have.
const (
	maxSlices  = 1 << 18
	maxNumbers = 1 << 62
)

// keyer makes keys. It is immutable, and any number of threads may use it.
type keyer struct {
	lore  *pawns.Lore // of a game of pawns; elsewhere nil
	game  *board.Game
	ix    *index.Indexer
	exact bool
	// An open hash table of the slices, a power of two, at most half full.
	slices []numbered
	mask   uint64
}

// numbered is a slice with the number that its first position has.
type numbered struct {
	slice index.Slice
	table *index.Table // nil where the place is free
	base  uint64
}

// newKeyer returns the keyer of all positions that play can reach from p.
func newKeyer(g *board.Game, p *board.Position) *keyer {
	k := &keyer{game: g, ix: index.New(g)}
	if lore, ok := pawns.New(g); ok {
		k.lore = lore
		return k
	}
	k.exact = k.number(p)
	return k
}

// number lays out the numbers of all slices, and reports whether it could.
func (k *keyer) number(p *board.Position) bool {
	if p.Castling() != 0 {
		return false
	}
	all, ok := k.reachable(k.ix.SliceOf(p))
	if !ok {
		return false
	}
	k.slices = make([]numbered, 4<<bits.Len(uint(len(all))))
	k.mask = uint64(len(k.slices) - 1)
	base := uint64(0)
	for _, t := range all {
		s := t.Slice()
		at := k.place(&s)
		k.slices[at] = numbered{s, t, base}
		base += t.Full()
	}
	return base < maxNumbers
}

// reachable returns the tables of all slices that play can reach from s, or false where there
// are too many of them, or too many numbers.
func (k *keyer) reachable(s index.Slice) ([]*index.Table, bool) {
	var all []*index.Table
	seen := map[index.Slice]bool{s: true}
	sum := uint64(0)
	for queue := []index.Slice{s}; len(queue) > 0; queue = queue[1:] {
		t, err := k.ix.Table(queue[0])
		if err != nil {
			return nil, false
		}
		if t.Full() == 0 {
			continue
		}
		all = append(all, t)
		if sum += t.Full(); sum >= maxNumbers || t.Full() >= maxNumbers || len(all) > maxSlices {
			return nil, false
		}
		for _, next := range k.ix.Successors(queue[0]) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return all, true
}

// place returns where s is among the slices, or the free place where it would be.
func (k *keyer) place(s *index.Slice) uint64 {
	at := s.Hash()
	for ; ; at++ {
		if n := &k.slices[at&k.mask]; n.table == nil || n.slice == *s {
			return at & k.mask
		}
	}
}

// of returns the key of p as the side to move asks about it: attacking if it wants to win,
// otherwise if it wants not to lose.
func (k *keyer) of(p *board.Position, attacking bool) key {
	role := roleOf(attacking)
	if k.lore != nil {
		return keyOfPawns(k.lore.Key(p), role)
	}
	if k.exact {
		s := k.ix.SliceOf(p)
		if n := &k.slices[k.place(&s)]; n.table != nil {
			if i, ok := n.table.Encode(p); ok {
				identity := (n.base+i+1)<<1 | role // never 0
				return key{mix(identity), identity}
			}
		}
	}
	return key{mix(p.Key() + role), hashOf(p)*2 + role}
}

// image returns the identity of p and its images under the rules. That of a key may be of
// more: of positions equal for deeper reasons.
func (k *keyer) image(p *board.Position, attacking bool) uint64 {
	if k.lore == nil {
		return k.of(p, attacking).identity
	}
	a, b := k.ix.Images(p)
	return min(k.pawnsIn(a, p), k.pawnsIn(b, p))<<1 | roleOf(attacking)
}

// pawnsIn returns a hash of pawns seen through an image that has the side to move in one place.
func (k *keyer) pawnsIn(im index.Image, p *board.Position) uint64 {
	h := fold(uint64(k.ix.SquareIn(im, p.EnPassant())), 0xe7037ed1a0b428db)
	for _, c := range [...]board.Color{p.Turn(), p.Turn().Other()} {
		h = fold(h^uint64(k.ix.SetIn(im, p.Color(c))), 0x8ebc6af09c88c6e3)
	}
	return h
}

// roleOf returns 1 for the attacker's turn.
func roleOf(attacking bool) uint64 {
	if attacking {
		return 1
	}
	return 0
}

// keyOfPawns returns the key of a class of positions.
func keyOfPawns(c pawns.Key, role uint64) key {
	return key{
		slot:     fold(c.Hi+role, 0x9e3779b97f4a7c15) ^ mix(c.Lo),
		identity: fold(c.Lo^mix(c.Hi), 0xd1342543de82ef95)<<1 | role,
	}
}

// mix spreads the bits of x. It is the end of splitmix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// fold multiplies to 128 bits and folds the halves (the step of wyhash by Wang Yi).
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x^0xa0761d6478bd642f, y)
	return high ^ low
}

// hashOf returns a hash of p that has nothing in common with its Zobrist key.
func hashOf(p *board.Position) uint64 {
	h := uint64(p.EnPassant()) | uint64(p.Castling())<<8 | uint64(p.Turn())<<16
	h = fold(h, 0xe7037ed1a0b428db)
	for k := range board.Kind(board.MaxKinds) {
		h = fold(h^uint64(p.Kind(k)), 0x8ebc6af09c88c6e3)
	}
	for _, s := range [...]geom.Set{p.Color(board.White), p.Color(board.Black), p.Promoted()} {
		h = fold(h^uint64(s), 0x589965cc75374cc3)
	}
	h = fold(h^uint64(p.Hand(board.White)), 0x1d8e4e27c47d124f)
	return fold(h^uint64(p.Hand(board.Black)), 0xeb44accab455d165)
}
