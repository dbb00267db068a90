package atlas

import (
	"iter"

	"tinyhouse/engine/score"
)

// Components: what belongs here gives values to positions that can become each
// other: counting backward from what is decided, ply by ply.

// component is active nodes that are settled together, by their places from the first one.
type component struct {
	atlas *Atlas
	first int
	heads []uint32 // where the edges to a place begin
	tails []int32  // the places where they come from
	left  []uint16 // how many moves of a place are not known to lose
	due   [][]due  // what may be decided, by its plies
}

// due is a value that a place has unless it has a better one.
type due struct {
	at    int32
	value state
}

// settle gives values to the active nodes from a place on, when all that can come up after them
// is among them or has a value.
func (a *Atlas) settle(first int) {
	c := component{atlas: a, first: first, left: make([]uint16, a.active.len()-first)}
	c.turn()
	for at := range int32(len(c.left)) {
		c.count(at)
	}
	for plies := 1; plies < len(c.due); plies++ {
		for _, d := range c.due[plies] {
			c.decide(d)
		}
		c.due[plies] = nil
	}
	for at := range int32(len(c.left)) {
		if n := c.node(at); !a.state(n).known() {
			a.set(n, stateOf(score.Draw, 0))
		}
	}
	a.edges.cut(int(a.active.at(first).edges))
	a.active.cut(first)
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

// turn lists the edges by where they lead to.
func (c *component) turn() {
	c.heads = make([]uint32, len(c.left)+2)
	total := uint32(0)
	for at := range int32(len(c.left)) {
		for n := range c.edges(at) {
			if to := c.placeOf(n); to >= 0 {
				c.heads[to+2]++
				total++
			}
		}
	}
	for i := 2; i < len(c.heads); i++ {
		c.heads[i] += c.heads[i-1]
	}
	c.tails = make([]int32, total)
	for at := range int32(len(c.left)) {
		for n := range c.edges(at) {
			if to := c.placeOf(n); to >= 0 {
				c.tails[c.heads[to+1]] = at
				c.heads[to+1]++
			}
		}
	}
}

// count counts the moves of a place, and notes when it may be decided.
func (c *component) count(at int32) {
	if c.atlas.state(c.node(at)).known() {
		return
	}
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
