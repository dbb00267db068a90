// Package scc finds the strongly connected components of directed graphs, with the algorithm of
// Tarjan (1972), "Depth-first search and linear graph algorithms", without recursion.
//
// Of takes a graph whose edges are known. Search takes a graph that the caller discovers on the
// way, node by node, and may be interrupted between any two edges.
package scc

import "iter"

// Search is a depth-first search of a graph. The caller keeps one mark per node: not visited,
// active at a place (Enter), or finished. Components finish in reverse topological order.
type Search struct {
	active stack[entry]  // nodes of unfinished components, in the order of their discovery
	edges  stack[uint32] // of the active nodes
	path   stack[step]   // from the root to the current node
}

// entry is an active node.
type entry struct {
	node  uint32
	edges uint32 // its first edge; its last one is before the first of the next entry
}

// step is a node on the path.
type step struct {
	place int32  // among the active nodes
	low   int32  // the first active place that it is known to reach
	next  uint32 // edge to follow
}

// The memory that Search uses: bytes of an active node and of an edge, at most.
const (
	NodeBytes = 8 + 12
	EdgeBytes = 4
)

// Edges returns the number of edges of all active nodes, and of those added since.
func (s *Search) Edges() int { return s.edges.n }

// AddEdge adds an edge to the node that is entered next.
func (s *Search) AddEdge(to uint32) { s.edges.push(to) }

// CutEdges removes the edges from number n on, all of which belong to no node yet.
func (s *Search) CutEdges(n int) { s.edges.cut(n) }

// Enter makes a node active and the current one, and returns its place. Its edges are those
// added from number first on.
func (s *Search) Enter(node uint32, first int) (place int32) {
	place = int32(s.active.n)
	s.active.push(entry{node, uint32(first)})
	s.path.push(step{place, place, uint32(first)})
	return place
}

// Entered reports whether there is a current node.
func (s *Search) Entered() bool { return s.path.n > 0 }

// Current returns the current node.
func (s *Search) Current() uint32 { return s.active.at(int(s.path.top().place)).node }

// Next returns where the next edge of the current node leads. If that node is not visited, the
// caller enters it, and this edge remains the next one; otherwise the caller calls Reach or Skip.
func (s *Search) Next() (to uint32, ok bool) {
	at := s.path.top()
	if at.next == s.end(int(at.place)) {
		return 0, false
	}
	return *s.edges.at(int(at.next)), true
}

// Reach ends an edge that leads to an active node, by its place.
func (s *Search) Reach(place int32) {
	at := s.path.top()
	at.low = min(at.low, place)
	at.next++
}

// Skip ends an edge that leads to a finished node.
func (s *Search) Skip() { s.path.top().next++ }

// SkipAll ends all edges of the current node.
func (s *Search) SkipAll() {
	at := s.path.top()
	at.next = s.end(int(at.place))
}

// Leave goes back from the current node, whose edges are all followed. If that completes a
// component, it consists of the active nodes from place first on; the caller ends with Cut.
func (s *Search) Leave() (first int, complete bool) {
	at := *s.path.top()
	s.path.cut(s.path.n - 1)
	if at.low == at.place {
		return int(at.place), true
	}
	up := s.path.top()
	up.low = min(up.low, at.low)
	return 0, false
}

// Active returns the number of active nodes.
func (s *Search) Active() int { return s.active.n }

// Node returns the active node at a place.
func (s *Search) Node(place int) uint32 { return s.active.at(place).node }

// EdgesOf returns where the edges of the active node at a place lead.
func (s *Search) EdgesOf(place int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, end := s.active.at(place).edges, s.end(place); i < end; i++ {
			if !yield(*s.edges.at(int(i))) {
				return
			}
		}
	}
}

// Cut removes the active nodes from place first on, with their edges.
func (s *Search) Cut(first int) {
	s.edges.cut(int(s.active.at(first).edges))
	s.active.cut(first)
}

// end returns the number after the last edge of a place.
func (s *Search) end(place int) uint32 {
	if place+1 < s.active.n {
		return s.active.at(place + 1).edges
	}
	return uint32(s.edges.n)
}

// Of returns the component of each of n nodes, and the number of components. They are numbered
// in reverse topological order: no edge leads to a component of a higher number. Of takes time
// linear in nodes and edges.
func Of(n int, edges func(node int32) iter.Seq[int32]) (component []int32, count int32) {
	const unvisited = -1
	component = make([]int32, n) // of an active node: unvisited-1-place
	for i := range component {
		component[i] = unvisited
	}
	var s Search
	enter := func(node uint32) {
		first := s.Edges()
		for to := range edges(int32(node)) {
			s.AddEdge(uint32(to))
		}
		component[node] = unvisited - 1 - s.Enter(node, first)
	}
	for root := range uint32(n) {
		if component[root] == unvisited {
			enter(root)
		}
		for s.Entered() {
			to, ok := s.Next()
			switch {
			case ok && component[to] == unvisited:
				enter(to)
			case ok && component[to] < unvisited:
				s.Reach(unvisited - 1 - component[to])
			case ok:
				s.Skip()
			default:
				if first, complete := s.Leave(); complete {
					for place := first; place < s.Active(); place++ {
						component[s.Node(place)] = count
					}
					s.Cut(first)
					count++
				}
			}
		}
	}
	return component, count
}
