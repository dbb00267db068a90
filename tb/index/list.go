package index

import "hash/maphash"

// List is distinct signatures, which it finds by hashing. A signature takes 48 bytes and 8 to 16
// for the hash table, half of what a map takes. The zero value is empty.
type List struct {
	all   []Signature
	slots []uint32 // places in all plus 1, by hash; a power of two, at least twice as many
}

// listSeed is random, so that nobody can choose signatures whose hashes collide.
var listSeed = maphash.MakeSeed()

// Grow makes room for n more signatures.
func (l *List) Grow(n int) {
	need := len(l.all) + n
	if cap(l.all) < need {
		l.all = append(make([]Signature, 0, max(need, 2*len(l.all))), l.all...)
	}
	size := max(len(l.slots), 8)
	for size < 2*need {
		size *= 2
	}
	if size == len(l.slots) {
		return
	}
	l.slots = make([]uint32, size)
	for i := range l.all {
		l.slots[l.slot(&l.all[i])] = uint32(i + 1)
	}
}

// slot returns the slot of s, or the empty one where it belongs.
func (l *List) slot(s *Signature) int {
	mask := len(l.slots) - 1
	for at := int(maphash.Comparable(listSeed, *s)); ; at++ {
		at &= mask
		if n := l.slots[at]; n == 0 || l.all[n-1] == *s {
			return at
		}
	}
}

// Add adds s, unless it is there, and returns its place.
func (l *List) Add(s Signature) (place int, added bool) {
	l.Grow(1)
	at := l.slot(&s)
	if n := l.slots[at]; n != 0 {
		return int(n - 1), false
	}
	l.all = append(l.all, s)
	l.slots[at] = uint32(len(l.all))
	return len(l.all) - 1, true
}

// Find returns the place of s. It allocates nothing.
func (l *List) Find(s *Signature) (place int, ok bool) {
	if len(l.all) == 0 {
		return 0, false
	}
	n := l.slots[l.slot(s)]
	return int(n) - 1, n != 0
}

// All returns the signatures by their places. The caller must not change it.
func (l *List) All() []Signature { return l.all }
