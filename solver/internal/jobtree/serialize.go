package jobtree

import (
	"errors"

	"tinyhouse/engine/base/checkpoint"
	"tinyhouse/engine/board"
)

// Serialize writes or reads the tree: positions searched, whether it has evaluations, the number
// of nodes, and the nodes. It reads only a tree of the same root whose moves are all legal.
func (t *Tree) Serialize(c *checkpoint.Stream) {
	n, root := uint64(len(t.nodes)), t.nodes[0].key
	c.Word(&t.searched)
	evaluate := t.evaluate
	if c.Flag(&evaluate); c.Err == nil && evaluate != t.evaluate {
		c.Err = errors.New("is of a search with an evaluator, or this one has one")
	}
	c.Word(&n)
	if c.Err == nil && (n == 0 || n > 1<<31) {
		c.Err = checkpoint.ErrDamaged
	}
	if c.Reading() {
		t.nodes = nil
	}
	for i := uint64(0); i < n && c.Err == nil; i++ {
		if c.Reading() {
			t.nodes = append(t.nodes, node{})
		}
		t.nodes[i].serialize(c)
	}
	if c.Err == nil && c.Reading() && (t.nodes[0].key != root || !t.isTree(0, -1, &t.root)) {
		c.Err = checkpoint.ErrDamaged
	}
}

func (n *node) serialize(c *checkpoint.Stream) {
	a := uint64(n.Phi)<<32 | uint64(n.Delta)
	b := uint64(uint32(n.parent))<<32 | uint64(uint16(n.value))<<16 | uint64(n.move)
	k := uint64(uint32(n.first))<<32 | uint64(uint32(n.children))
	for _, x := range []*uint64{&a, &b, &k, &n.key.Slot, &n.key.Identity} {
		c.Word(x)
	}
	n.Phi, n.Delta = uint32(a>>32), uint32(a)
	n.parent, n.value, n.move = int32(b>>32), int16(b>>16), board.Move(b)
	n.first, n.children = int32(k>>32), int32(k)
}

// isTree reports whether node at, with position p, has the given parent, and it and all nodes below
// it have the legal moves as their children.
func (t *Tree) isTree(at, parent int32, p *board.Position) bool {
	n := &t.nodes[at]
	if n.parent != parent || n.children == 0 {
		return n.parent == parent
	}
	var l board.List
	t.shared.Game.Moves(p, &l)
	if l.Len() != int(n.children) || n.first <= at || n.first > int32(len(t.nodes))-n.children {
		return false
	}
	for i, m := range l.All() {
		to := n.first + int32(i)
		var next board.Position
		t.shared.Game.Apply(&next, p, m)
		if t.nodes[to].move != m || !t.isTree(to, at, &next) {
			return false
		}
	}
	return true
}
