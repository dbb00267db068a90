package strategy

import "math/bits"

// numbering numbers identities, which are not 0, from 0 in the order in which they are added. It
// is an open hash table, a power of two in size and at most half full: 24 to 48 bytes for each.
type numbering struct {
	identities []uint64 // 0 in a free place
	numbers    []int32
	count      int32
}

// golden is 2^64 divided by the golden ratio: multiplication by it spreads identities.
const golden = 0x9e3779b97f4a7c15

// newNumbering returns an empty numbering.
func newNumbering() *numbering {
	return &numbering{identities: make([]uint64, 64), numbers: make([]int32, 64)}
}

// find returns the place of an identity, or the free one where it belongs.
func (r *numbering) find(identity uint64) uint64 {
	mask := uint64(len(r.identities) - 1)
	at, _ := bits.Mul64(identity*golden, uint64(len(r.identities)))
	for r.identities[at] != 0 && r.identities[at] != identity {
		at = (at + 1) & mask
	}
	return at
}

// of returns the number of an identity, if it has one.
func (r *numbering) of(identity uint64) (number int32, ok bool) {
	at := r.find(identity)
	return r.numbers[at], r.identities[at] != 0
}

// add returns the number of an identity, and whether it is new.
func (r *numbering) add(identity uint64) (number int32, isNew bool) {
	at := r.find(identity)
	if r.identities[at] != 0 {
		return r.numbers[at], false
	}
	r.identities[at], r.numbers[at] = identity, r.count
	r.count++
	if 2*int(r.count) > len(r.identities) {
		r.grow()
	}
	return r.count - 1, true
}

// grow doubles the hash table.
func (r *numbering) grow() {
	identities, numbers := r.identities, r.numbers
	r.identities, r.numbers = make([]uint64, 2*len(identities)), make([]int32, 2*len(identities))
	for i, identity := range identities {
		if identity != 0 {
			at := r.find(identity)
			r.identities[at], r.numbers[at] = identity, numbers[i]
		}
	}
}
