// Package keys gives positions the identity under which a proof-number search knows them.
//
//	63      62..45             44..1                     0
//	0       number of a slice  number within the slice   who asks: exact, and the same for all images
//	1       hash                                         who asks
//
// Numbers are those of package index. A hash of all that a position is stands where a slice
// has too many of them, where there are too many slices, and where a right to castle has
// none; the slot of the table is then an independent one. Two such positions are mistaken for
// each other with a chance of 2^-62 for each entry compared.
package keys

import (
	"math/bits"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/solver/pawns"
	"tinyhouse/tb/index"
)

// Key says where a position is in a table, and who it is.
type Key struct{ Slot, Identity uint64 }

// hashed marks an identity that is not exact.
const hashed = 1 << 63

// Keyer makes keys. Any number of threads may use it.
type Keyer struct {
	lore   *pawns.Analysis // of a game of pawns; elsewhere nil
	game   *board.Game
	ix     *index.Indexer
	slices *shelf
}

// New returns the keyer of a game.
func New(g *board.Game) *Keyer {
	k := &Keyer{game: g, ix: index.New(g)}
	k.slices = newShelf(k.ix)
	if lore, ok := pawns.New(g); ok {
		k.lore = lore
	}
	return k
}

// Lore returns what is known of the game if it is one of pawns, or nil.
func (k *Keyer) Lore() *pawns.Analysis { return k.lore }

// Exchange writes the slices that have come up to a checkpoint, or reads them: so the same identities
// are those of the same positions.
func (k *Keyer) Exchange(c *checkpoint.Stream) { k.slices.exchange(c) }

// Of returns the key of p as the side to move asks about it: attacking if it wants to win,
// otherwise if it wants not to lose.
func (k *Keyer) Of(p *board.Position, attacking bool) Key {
	if k.lore != nil {
		return OfPawns(k.lore.Key(p), attacking)
	}
	role := roleOf(attacking)
	if n, ok := k.slices.position(p); ok {
		return exact(n<<1 | role)
	}
	return Key{mix(p.Key() + role), hashed | hashOf(p)<<1 | role}
}

// exact returns the key of an exact identity.
func exact(identity uint64) Key { return Key{mix(identity), identity} }

// Restore returns the key that has an identity; it is not ok if that alone does not tell.
func Restore(identity uint64) (k Key, ok bool) { return exact(identity), identity&hashed == 0 }

// Image returns the identity of p and its images under the rules. That of a key may be of
// more: of positions equal for deeper reasons.
func (k *Keyer) Image(p *board.Position, attacking bool) uint64 {
	if k.lore == nil {
		return k.Of(p, attacking).Identity
	}
	a, b := k.ix.Images(p)
	return min(k.pawnsIn(a, p), k.pawnsIn(b, p))<<1 | roleOf(attacking)
}

// pawnsIn returns a hash of pawns seen through an image that has the side to move in one place.
func (k *Keyer) pawnsIn(im index.Image, p *board.Position) uint64 {
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

// OfPawns returns the key of a class of positions of pawns.
func OfPawns(c pawns.Key, attacking bool) Key {
	role := roleOf(attacking)
	return Key{
		Slot:     fold(c.Hi+role, 0x9e3779b97f4a7c15) ^ mix(c.Lo),
		Identity: hashed | fold(c.Lo^mix(c.Hi), 0xd1342543de82ef95)<<1 | role,
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
