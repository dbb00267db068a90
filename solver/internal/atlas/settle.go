package atlas

import (
	"iter"

	"tinyhouse/engine/score"
)

// Components: what belongs here gives values to positions that can become each
// other: counting backward from what is decided, ply by ply.

// component is active nodes that are settled together, by their places from the first one: when
// all that can come up after them is among them or has a value. The work is done in small pieces.
type component struct {
	atlas *Atlas
	first int
	heads []uint32 // where the edges to a place begin
	tails []int32  // the places where they come from
	left  []uint16 // how many moves of a place are not known to lose
	due   [][]due  // what may be decided, by its plies

	pass  int // that the work has come to
	at    int // the place, or what is due
	plies int
}

// due is a value that a place has unless it has a better one.
type due struct {
	at    int32
	value state
}

// newComponent returns the component of the active nodes from a place on.
func newComponent(a *Atlas, first int) *component {
	n := a.active.len() - first
	return &component{atlas: a, first: first, left: make([]uint16, n), heads: make([]uint32, n+2)}
}

// passes go over all places, one after the other.
var passes = [...]func(c *component, at int32){(*component).measure, (*component).turn, (*component).count, (*component).draw}

// The passes that something else comes before.
const (
	turning = 1
	drawing = 3
)

// settle does a piece of the work at the component.
func (a *Atlas) settle() {
	for range 16 {
		switch c := a.now; {
		case c.pass == drawing && c.plies < len(c.due):
			c.decideNext()
		case c.pass == len(passes):
			a.edges.cut(int(a.active.at(c.first).edges))
			a.active.cut(c.first)
			a.now = nil
			return
		case c.at == len(c.left):
			if c.pass, c.at = c.pass+1, 0; c.pass == turning {
				c.allot()
			}
		default:
			passes[c.pass](c, int32(c.at))
			c.at++
		}
	}
}

// node returns the node at a place.
func (c *component) node(at int32) node { return c.atlas.active.at(c.first + int(at)).node }

// edges returns where the edges of a place lead to; of one that has a value there are none, since
// not all of them were looked at.
func (c *component) edges(at int32) iter.Seq[node] {
	a, place := c.atlas, c.first+int(at)
	return func(yield func(node) bool) {
		if a.state(c.node(at)).known() {
			return
		}
		for i, end := a.active.at(place).edges, a.end(int32(place)); i < end; i++ {
			if !yield(*a.edges.at(int(i))) {
				return
			}
		}
	}
}

// placeOf returns the place of a node, or less than 0 if that has a value.
func (c *component) placeOf(n node) int32 {
	x := c.atlas.state(n)
	if x.known() {
		return -1
	}
	return int32(x) - 1 - int32(c.first)
}

// measure counts the edges of a place by where they lead to.
func (c *component) measure(at int32) {
	for n := range c.edges(at) {
		if to := c.placeOf(n); to >= 0 {
			c.heads[to+2]++
		}
	}
}

// allot makes room for all edges, in the order of where they lead to.
func (c *component) allot() {
	for i := 2; i < len(c.heads); i++ {
		c.heads[i] += c.heads[i-1]
	}
	c.tails = make([]int32, c.heads[len(c.heads)-1])
}

// turn lists the edges of a place where they lead to.
func (c *component) turn(at int32) {
	for n := range c.edges(at) {
		if to := c.placeOf(n); to >= 0 {
			c.tails[c.heads[to+1]] = at
			c.heads[to+1]++
		}
	}
}

// count counts the moves of a place, and notes when it may be decided.
func (c *component) count(at int32) {
	for n := range c.edges(at) {
		if x := c.atlas.state(n); !x.known() || x.outcome() == score.Draw {
			c.left[at]++
		}
	}
	c.note(at)
}

// note notes when a place may be decided, by what is known of those after it.
func (c *component) note(at int32) {
	best := state(0)
	for n := range c.edges(at) {
		if x := c.atlas.state(n); x.known() {
			best = best.or(x)
		}
	}
	if best != 0 && (best.outcome() == score.Win || c.left[at] == 0) {
		c.add(due{at, best})
	}
}

// add adds what may be decided.
func (c *component) add(d due) {
	for len(c.due) <= d.value.plies() {
		c.due = append(c.due, nil)
	}
	c.due[d.value.plies()] = append(c.due[d.value.plies()], d)
}

// decideNext decides what is due next.
func (c *component) decideNext() {
	if c.at == len(c.due[c.plies]) {
		c.due[c.plies] = nil
		c.plies, c.at = c.plies+1, 0
		return
	}
	c.at++
	c.decide(c.due[c.plies][c.at-1])
}

// draw makes a place a draw that has no value.
func (c *component) draw(at int32) {
	if n := c.node(at); !c.atlas.state(n).known() {
		c.atlas.set(n, stateOf(score.Draw, 0))
	}
}

// decide gives a place its value, unless it has one, and goes back to those that lead to it.
func (c *component) decide(d due) {
	a, n := c.atlas, c.node(d.at)
	if a.state(n).known() {
		return
	}
	a.set(n, d.value)
	for _, up := range c.tails[c.heads[d.at]:c.heads[d.at+1]] {
		if a.state(c.node(up)).known() {
			continue
		}
		if d.value.outcome() == score.Loss {
			c.add(due{up, state(0).or(d.value)})
			continue
		}
		if c.left[up]--; c.left[up] == 0 {
			c.note(up)
		}
	}
}
