package scc

// stack is a stack that never copies its elements: they lie in chunks of fixed size.
type stack[T any] struct {
	chunks []*[1 << chunkBits]T
	n      int
}

const chunkBits = 16

// at returns element i, which stays at its address until it is cut off.
func (s *stack[T]) at(i int) *T { return &s.chunks[i>>chunkBits][i&(1<<chunkBits-1)] }

func (s *stack[T]) top() *T { return s.at(s.n - 1) }

func (s *stack[T]) push(x T) {
	if s.n>>chunkBits == len(s.chunks) {
		s.chunks = append(s.chunks, new([1 << chunkBits]T))
	}
	*s.at(s.n) = x
	s.n++
}

// cut removes all elements from element n on. One spare chunk is kept.
func (s *stack[T]) cut(n int) {
	s.n = n
	if spare := n>>chunkBits + 2; spare < len(s.chunks) {
		clear(s.chunks[spare:])
		s.chunks = s.chunks[:spare]
	}
}
