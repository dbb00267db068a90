// Package poskey gives positions the keys under which proof-number search stores them.
//
// An identity has 64 bits:
//
//	63      62..45           44..1                          0
//	0       signature id     number within the signature    role of the side to move: exact
//	1       hash                                            role of the side to move
//
// An exact identity belongs to one position and its mirror images (package index). A position has
// a hash instead if its signature has too many numbers, if there are too many signatures, or if
// it has a castling right that the numbering does not know. The slot of a hashed key is
// independent of its identity, so two positions share a key with a probability of 2^-62 per
// entry compared. What rests on hashed identities is not proved: Hashed tells whether there are any.
//
// All positions of games of pawns have hashes here. Their values come from package pawns, which
// stores whole keys; only the strategies of certificates use the hashes.
package poskey

import (
	"math/bits"
	"sync/atomic"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
	"tinyhouse/engine/geom"
	"tinyhouse/solver/pawns"
	"tinyhouse/tb/index"
)

// Key is the place of a position in a table, and its identity.
type Key struct{ Slot, Identity uint64 }

// hashed marks an identity that is not exact.
const hashed = 1 << 63

// Hasher computes keys. It is safe for concurrent use.
type Hasher struct {
	pawns      *pawns.Analysis // nil unless the game has pawns only
	game       *board.Game
	ix         *index.Indexer
	signatures *signatures
	hashed     atomic.Bool // a key was a hash
}

// New returns the hasher of a game.
func New(g *board.Game) *Hasher {
	h := &Hasher{game: g, ix: index.New(g)}
	h.signatures = newSignatures(h.ix)
	if pawns, ok := pawns.New(g); ok {
		h.pawns = pawns
	}
	return h
}

// Pawns returns the pawn analysis of a game with pawns only, or nil.
func (h *Hasher) Pawns() *pawns.Analysis { return h.pawns }

// Hashed reports whether any position had a hash as its identity, also before a checkpoint.
func (h *Hasher) Hashed() bool { return h.hashed.Load() }

// Serialize writes the signatures with their ids to a checkpoint, or reads them: identities keep
// their meaning.
func (h *Hasher) Serialize(c *checkpoint.Stream) {
	h.signatures.serialize(c)
	hashed := h.Hashed()
	c.Flag(&hashed)
	if hashed {
		h.hashed.Store(true)
	}
}

// Key returns the key of p. Attacking is the role of the side to move: whether it tries to win
// or not to lose.
func (h *Hasher) Key(p *board.Position, attacking bool) Key {
	if h.pawns != nil {
		h.setHashed()
		return OfPawns(h.pawns.Key(p), attacking)
	}
	role := roleBit(attacking)
	if n, ok := h.signatures.position(p); ok {
		return exactKey(n<<1 | role)
	}
	h.setHashed()
	return Key{mix(p.Key() + role), hashed | hash(p)<<1 | role}
}

// setHashed notes a hash. It writes once, since all threads read the flag.
func (h *Hasher) setHashed() {
	if !h.hashed.Load() {
		h.hashed.Store(true)
	}
}

func exactKey(identity uint64) Key { return Key{mix(identity), identity} }

// FromIdentity returns the key of an identity; ok is false if the identity is a hash, which does
// not determine the slot.
func FromIdentity(identity uint64) (k Key, ok bool) { return exactKey(identity), identity&hashed == 0 }

// Class returns an identity that p shares with its mirror images only. The identity of Key may be
// shared by more positions of pawns, which have the same value but not the same moves.
func (h *Hasher) Class(p *board.Position, attacking bool) uint64 {
	if h.pawns == nil {
		return h.Key(p, attacking).Identity
	}
	h.setHashed()
	a, b := h.ix.Images(p)
	return min(h.pawnHash(a, p), h.pawnHash(b, p))<<1 | roleBit(attacking)
}

func (h *Hasher) pawnHash(im index.Image, p *board.Position) uint64 {
	x := fold(uint64(h.ix.SquareIn(im, p.EnPassant())), 0xe7037ed1a0b428db)
	for _, c := range [...]board.Color{p.Turn(), p.Turn().Other()} {
		x = fold(x^uint64(h.ix.SetIn(im, p.Color(c))), 0x8ebc6af09c88c6e3)
	}
	return x
}

func roleBit(attacking bool) uint64 {
	if attacking {
		return 1
	}
	return 0
}

// OfPawns returns the key of a class of positions of pawns.
func OfPawns(k pawns.Key, attacking bool) Key {
	role := roleBit(attacking)
	return Key{
		Slot:     fold(k.Hi+role, 0x9e3779b97f4a7c15) ^ mix(k.Lo),
		Identity: hashed | fold(k.Lo^mix(k.Hi), 0xd1342543de82ef95)<<1 | role,
	}
}

// mix is the finalizer of splitmix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// fold multiplies to 128 bits and folds the halves: the step of wyhash (Wang Yi).
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x^0xa0761d6478bd642f, y)
	return high ^ low
}

// hash returns a hash of p that is independent of its Zobrist key.
func hash(p *board.Position) uint64 {
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
