package proof

// Registers: what belongs here numbers the positions of a graph by their identities.

// register numbers identities from 0, in the order in which they come. It is an open hash
// table, a power of two, at most half full.
type register struct {
	identities []uint64 // 0 where the place is free
	numbers    []int32
	count      int32
}

// newRegister returns a register of nothing.
func newRegister() *register {
	return &register{identities: make([]uint64, 64), numbers: make([]int32, 64)}
}

// find returns the place of an identity, or the free one where it would be.
func (r *register) find(identity uint64) uint64 {
	mask := uint64(len(r.identities) - 1)
	at := mix(identity) & mask
	for r.identities[at] != 0 && r.identities[at] != identity {
		at = (at + 1) & mask
	}
	return at
}

// of returns the number of an identity, if it has one.
func (r *register) of(identity uint64) (number int32, ok bool) {
	at := r.find(identity)
	return r.numbers[at], r.identities[at] != 0
}

// add returns the number of an identity, and whether that is new.
func (r *register) add(identity uint64) (number int32, isNew bool) {
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

// grow doubles the table.
func (r *register) grow() {
	identities, numbers := r.identities, r.numbers
	r.identities, r.numbers = make([]uint64, 2*len(identities)), make([]int32, 2*len(identities))
	for i, identity := range identities {
		if identity != 0 {
			at := r.find(identity)
			r.identities[at], r.numbers[at] = identity, numbers[i]
		}
	}
}
