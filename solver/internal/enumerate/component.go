package enumerate

import (
	"iter"

	"tinyhouse/engine/score"
)

// component is a complete strongly connected component, whose nodes get their values by
// retrograde analysis: everything reachable from them is among them or has a value. The work is
// done in small pieces, in four passes over all places and the queue.
type component struct {
	enumeration *Enumeration
	first       int         // active place; the places below are relative to it
	heads       []uint32    // where the predecessors of a place begin in tails
	tails       []int32     // places
	moves       []uint16    // of a place, that are not known to lose
	queue       [][]pending // by the plies of the value

	pass  int // in progress
	at    int // place, or number in the queue
	plies int // of the queue
}

// pending is a value that a place gets unless it has one already.
type pending struct {
	at    int32
	value state
}

// newComponent returns the component of the active nodes from place first on.
func newComponent(e *Enumeration, first int) *component {
	n := e.search.Active() - first
	return &component{enumeration: e, first: first, moves: make([]uint16, n), heads: make([]uint32, n+2)}
}

// passes are the passes over all places, in order.
var passes = [...]func(c *component, at int32){
	(*component).countPredecessors, (*component).listPredecessors, (*component).countMoves, (*component).draw,
}

// The passes that other work precedes.
const (
	listing = 1
	drawing = 3
)

// evaluate does a piece of the work on the current component.
func (e *Enumeration) evaluate() {
	for range 16 {
		switch c := e.current; {
		case c.pass == drawing && c.plies < len(c.queue):
			c.propagateNext()
		case c.pass == len(passes):
			e.search.Cut(c.first)
			e.current = nil
			return
		case c.at == len(c.moves):
			if c.pass, c.at = c.pass+1, 0; c.pass == listing {
				c.allocate()
			}
		default:
			passes[c.pass](c, int32(c.at))
			c.at++
		}
	}
}

// node returns the node at a place.
func (c *component) node(at int32) node { return c.enumeration.search.Node(c.first + int(at)) }

// edges returns where the edges of a place lead. A place with a value has none, since the search
// did not follow all of them.
func (c *component) edges(at int32) iter.Seq[node] {
	if c.enumeration.state(c.node(at)).known() {
		return func(func(node) bool) {}
	}
	return c.enumeration.search.EdgesOf(c.first + int(at))
}

// placeOf returns the place of a node, or less than 0 if it has a value.
func (c *component) placeOf(n node) int32 {
	x := c.enumeration.state(n)
	if x.known() {
		return -1
	}
	return x.place() - int32(c.first)
}

// countPredecessors counts a place among the predecessors of its successors.
func (c *component) countPredecessors(at int32) {
	for n := range c.edges(at) {
		if to := c.placeOf(n); to >= 0 {
			c.heads[to+2]++
		}
	}
}

// allocate makes room for all predecessors.
func (c *component) allocate() {
	for i := 2; i < len(c.heads); i++ {
		c.heads[i] += c.heads[i-1]
	}
	c.tails = make([]int32, c.heads[len(c.heads)-1])
}

// listPredecessors adds a place to the predecessors of its successors.
func (c *component) listPredecessors(at int32) {
	for n := range c.edges(at) {
		if to := c.placeOf(n); to >= 0 {
			c.tails[c.heads[to+1]] = at
			c.heads[to+1]++
		}
	}
}

// countMoves counts the moves of a place that are not known to lose, and queues its value if it
// has one.
func (c *component) countMoves(at int32) {
	for n := range c.edges(at) {
		if x := c.enumeration.state(n); !x.known() || x.outcome() == score.Draw {
			c.moves[at]++
		}
	}
	c.queueBest(at)
}

// queueBest queues the value of a place, if its successors determine it.
func (c *component) queueBest(at int32) {
	best := state(0)
	for n := range c.edges(at) {
		if x := c.enumeration.state(n); x.known() {
			best = best.or(x)
		}
	}
	if best != 0 && (best.outcome() == score.Win || c.moves[at] == 0) {
		c.enqueue(pending{at, best})
	}
}

func (c *component) enqueue(v pending) {
	for len(c.queue) <= v.value.plies() {
		c.queue = append(c.queue, nil)
	}
	c.queue[v.value.plies()] = append(c.queue[v.value.plies()], v)
}

// propagateNext takes the next value from the queue, the fewest plies first.
func (c *component) propagateNext() {
	if c.at == len(c.queue[c.plies]) {
		c.queue[c.plies] = nil
		c.plies, c.at = c.plies+1, 0
		return
	}
	c.at++
	c.propagate(c.queue[c.plies][c.at-1])
}

// draw makes a place without a value a draw.
func (c *component) draw(at int32) {
	if n := c.node(at); !c.enumeration.state(n).known() {
		c.enumeration.set(n, stateOf(score.Draw, 0))
	}
}

// propagate gives a place its value, unless it has one, and updates its predecessors.
func (c *component) propagate(v pending) {
	e, n := c.enumeration, c.node(v.at)
	if e.state(n).known() {
		return
	}
	e.set(n, v.value)
	for _, up := range c.tails[c.heads[v.at]:c.heads[v.at+1]] {
		if e.state(c.node(up)).known() {
			continue
		}
		if v.value.outcome() == score.Loss {
			c.enqueue(pending{up, state(0).or(v.value)})
			continue
		}
		if c.moves[up]--; c.moves[up] == 0 {
			c.queueBest(up)
		}
	}
}
