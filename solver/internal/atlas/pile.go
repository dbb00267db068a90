package atlas

// pile is a list that grows and shrinks at its end, and is never copied: it lies in chunks.
type pile[T any] struct {
	chunks []*[1 << chunkBits]T
	n      int
}

const chunkBits = 16

// len returns how many elements there are.
func (p *pile[T]) len() int { return p.n }

// at returns the element at a place, which stays where it is until it is cut off.
func (p *pile[T]) at(i int) *T { return &p.chunks[i>>chunkBits][i&(1<<chunkBits-1)] }

// push adds an element.
func (p *pile[T]) push(x T) {
	if p.n>>chunkBits == len(p.chunks) {
		p.chunks = append(p.chunks, new([1 << chunkBits]T))
	}
	*p.at(p.n) = x
	p.n++
}

// cut cuts off all elements from a place on. One chunk is kept for those to come.
func (p *pile[T]) cut(n int) {
	p.n = n
	if spare := n>>chunkBits + 2; spare < len(p.chunks) {
		clear(p.chunks[spare:])
		p.chunks = p.chunks[:spare]
	}
}
