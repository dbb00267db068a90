// Package components finds the strongly connected components of graphs that are at hand as a
// whole. Package atlas does so while it meets its graph, and can be broken off.
// Source: Tarjan (1972), "Depth-first search and linear graph algorithms".
package components

// frame is a node whose edges are being followed.
type frame struct {
	node int32
	edge int // the next
}

// search is the state of a search for components.
type search struct {
	next  func(node int32, edge int) (to int32, ok bool)
	order []int32 // in which nodes were met, from 1; 0: not yet
	low   []int32 // the least order that a node is known to reach
	part  []int32 // of a node; -1 while it is not known
	parts int32
	line  []frame
	stack []int32 // nodes met whose part is not known
	count int32
}

// Of returns the component of each of n nodes, and how many there are. Next tells where an edge
// of a node leads, by number from 0; ok is false from the last on. It takes time linear in nodes
// and edges, and at most 36 bytes for each node.
func Of(n int, next func(node int32, edge int) (to int32, ok bool)) (part []int32, parts int32) {
	s := &search{next: next, order: make([]int32, n), low: make([]int32, n), part: make([]int32, n)}
	for i := range s.part {
		s.part[i] = -1
	}
	for node := range int32(n) {
		if s.order[node] == 0 {
			s.from(node)
		}
	}
	return s.part, s.parts
}

// meet begins with a node.
func (s *search) meet(node int32) {
	s.count++
	s.order[node], s.low[node] = s.count, s.count
	s.stack = append(s.stack, node)
	s.line = append(s.line, frame{node: node})
}

// from finds the components of all that can be reached from a node and was not met before.
func (s *search) from(node int32) {
	s.meet(node)
	for len(s.line) > 0 {
		f := &s.line[len(s.line)-1]
		at := f.node
		if to, ok := s.next(at, f.edge); ok {
			f.edge++
			switch {
			case s.order[to] == 0:
				s.meet(to)
			case s.part[to] < 0:
				s.low[at] = min(s.low[at], s.order[to])
			}
			continue
		}
		s.line = s.line[:len(s.line)-1]
		if len(s.line) > 0 {
			up := s.line[len(s.line)-1].node
			s.low[up] = min(s.low[up], s.low[at])
		}
		if s.low[at] == s.order[at] {
			s.close(at)
		}
	}
}

// close makes a component of what was met since a node.
func (s *search) close(at int32) {
	for {
		node := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.part[node] = s.parts
		if node == at {
			break
		}
	}
	s.parts++
}
