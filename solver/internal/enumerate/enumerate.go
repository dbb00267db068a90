// Package enumerate computes the exact values of all positions that can be reached from a root,
// where memory has room for them.
//
// It searches the graph of positions depth first and finds its strongly connected components
// (package scc). A component is complete when everything reachable from it has a value; its own
// values follow by retrograde analysis (component.go), and what that does not reach is drawn. So
// no value rests on an assumption about repetition. Two rules keep the graph small: a position
// with a move known to win gets its value at once, and a move that lets the opponent win at once
// gets no edge.
//
// The work can be interrupted at any moment and continues where it was, with the same root or
// another one. Another root only makes components larger, as if a move led to it.
package enumerate

import (
	"context"
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/scc"
	"tinyhouse/tb/index"
)

// Enumeration holds the values of positions, and the work in progress. It knows only positions
// that have exact numbers (package index). It is for one goroutine.
type Enumeration struct {
	game    *board.Game
	ix      *index.Indexer
	extents map[index.Signature]*extent
	recent  [2]*extent // the ones used last, most recent first
	blocks  []*block
	owners  []*extent  // of the blocks
	search  scc.Search // its nodes are those visited that have no value
	current *component // complete, without values yet; or nil
	memory  int64      // bytes that it may use
	used    int64      // bytes of the blocks
	nodes   uint64     // positions expanded
	full    bool       // it met a position that it cannot store

	moves  board.List
	next   board.List
	cursor index.Cursor
}

// node is the number of a position: that of its block, and its place there.
type node = uint32

// block holds the states of adjacent numbers. It is allocated when the first of them is reached.
type block [1 << blockBits]state

const blockBits = 10

// extent is the range of blocks of a signature.
type extent struct {
	signature index.Signature
	layout    *index.Layout
	first     int // block
}

// The bytes of a block with its administration, and of a node and an edge until the node has a
// value.
const (
	blockBytes  = 4<<blockBits + 16
	activeBytes = scc.NodeBytes + 24
	edgeBytes   = scc.EdgeBytes + 4
)

// New returns an enumeration without positions.
func New(g *board.Game) *Enumeration {
	return &Enumeration{game: g, ix: index.New(g), extents: map[index.Signature]*extent{}, recent: [2]*extent{{}, {}}}
}

// node returns the node of a position; it is not ok if there is none.
func (e *Enumeration) node(p *board.Position) (node, bool) {
	x, ok := e.extent(e.ix.SignatureOf(p))
	if !ok {
		return 0, false
	}
	n, ok := x.layout.Encode(p)
	return node(x.first<<blockBits) + node(n), ok
}

// extent returns the extent of a signature; it is not ok if memory has no room for a new one.
func (e *Enumeration) extent(signature index.Signature) (*extent, bool) {
	if x := e.recent[0]; x.layout != nil && x.signature == signature {
		return x, true
	}
	e.recent[0], e.recent[1] = e.recent[1], e.recent[0]
	if x := e.recent[0]; x.layout != nil && x.signature == signature {
		return x, true
	}
	x, ok := e.extents[signature]
	if !ok {
		if x, ok = e.addExtent(signature); !ok {
			return nil, false
		}
	}
	e.recent[0] = x
	return x, true
}

// addExtent adds the blocks of a signature, unless all blocks together would not fit into memory.
func (e *Enumeration) addExtent(signature index.Signature) (*extent, bool) {
	layout, err := e.ix.Layout(signature)
	if err != nil {
		return nil, false
	}
	blocks := layout.Full()>>blockBits + 1
	if most := min(uint64(e.memory/blockBytes), 1<<(32-blockBits)); uint64(len(e.blocks))+blocks > most {
		return nil, false
	}
	x := &extent{signature, layout, len(e.blocks)}
	e.extents[signature] = x
	for range blocks {
		e.blocks = append(e.blocks, nil)
		e.owners = append(e.owners, x)
	}
	return x, true
}

func (e *Enumeration) state(n node) state {
	if b := e.blocks[n>>blockBits]; b != nil {
		return b[n&(1<<blockBits-1)]
	}
	return 0
}

func (e *Enumeration) set(n node, x state) {
	b := e.blocks[n>>blockBits]
	if b == nil {
		b = new(block)
		e.blocks[n>>blockBits] = b
		e.used += blockBytes
	}
	b[n&(1<<blockBits-1)] = x
}

// lookUp returns the value of p, if it is known.
func (e *Enumeration) lookUp(p *board.Position) (state, bool) {
	if o := e.game.Ended(p); o.Over() {
		return stateOf(score.Outcome(o.Result), 0), true
	}
	if n, ok := e.node(p); ok {
		x := e.state(n)
		return x, x.known()
	}
	return 0, false
}

// Value returns the value of p, if it is known with all that proves it. Its plies are an upper
// bound: those that the moves of Best take.
func (e *Enumeration) Value(p *board.Position) (v score.Exact, ok bool) {
	x, ok := e.lookUp(p)
	return x.exact(), ok && e.current == nil
}

// Nodes returns the number of positions expanded.
func (e *Enumeration) Nodes() uint64 { return e.nodes }

// CanGrow reports whether more work may give p a value, in the memory of the last call of Explore.
func (e *Enumeration) CanGrow(p *board.Position) bool {
	_, ok := e.node(p)
	return ok && !e.full
}

// Explore expands up to limit more positions, until the value of p is known with all that proves
// it, or ctx ends, and reports whether it is known. If the reachable positions do not fit into
// memory bytes, the enumeration stops permanently and keeps the values that it has. A position takes
// a few microseconds.
func (e *Enumeration) Explore(ctx context.Context, p *board.Position, limit uint64, memory int64) bool {
	e.memory = memory
	root, ok := e.node(p)
	if !ok {
		return false
	}
	limit += e.nodes
	open := func() bool { return !e.state(root).known() || e.current != nil }
	for steps := 0; open() && !e.full && e.nodes < limit; steps++ {
		switch {
		case steps&0xfff == 0 && ctx.Err() != nil:
			return false
		case e.current != nil:
			e.evaluate()
		case !e.state(root).visited():
			e.enter(root, p)
		default:
			e.step()
		}
	}
	return !open()
}

// enter visits a root, as if an edge of the current node led to it.
func (e *Enumeration) enter(n node, p *board.Position) {
	if e.state(n) == 0 {
		e.discover(n, p)
	}
	if !e.state(n).known() {
		e.visit(n)
	}
}

// step follows the next edge of the current node.
func (e *Enumeration) step() {
	to, ok := e.search.Next()
	if !ok {
		if first, complete := e.search.Leave(); complete {
			e.current = newComponent(e, first)
		}
		return
	}
	switch x := e.state(to); {
	case !x.visited():
		e.visit(to) // this edge stays the next one
	case !x.known():
		e.search.Reach(x.place())
	case x.outcome() == score.Loss:
		e.set(e.search.Current(), stateOf(score.Win, x.plies()+1))
		e.search.SkipAll()
	default:
		e.search.Skip()
	}
}

// visit expands a node of the frontier. Unless its moves determine its value, the node becomes
// the current one.
func (e *Enumeration) visit(n node) {
	first := e.search.Edges()
	x, ok := e.expand(n)
	switch {
	case !ok:
		e.giveUp()
		return
	case x.known():
		e.search.CutEdges(first)
		e.set(n, x)
		return
	}
	e.set(n, activeAt(e.search.Enter(n, first)))
	if e.Bytes() > e.memory || uint64(e.search.Edges()) >= math.MaxUint32 {
		e.giveUp()
	}
}

// expand adds the edges of n, which has no move that wins at once. Moves that let the opponent win
// at once get none: they lose in two plies, and never delay a loss. If the moves determine the
// value of n, expand returns it. It is not ok if a move leads to a position without a node.
func (e *Enumeration) expand(n node) (x state, ok bool) {
	g, ext := e.game, e.owners[n>>blockBits]
	e.cursor.Reset(ext.layout)
	p, ok := e.cursor.At(uint64(n) - uint64(ext.first)<<blockBits)
	if !ok {
		return 0, false
	}
	open, best := false, state(0)
	g.Moves(p, &e.moves)
	for _, m := range e.moves.All() {
		var next board.Position
		g.Apply(&next, p, m)
		to, ok := e.node(&next)
		if !ok {
			return 0, false
		}
		y := e.state(to)
		if y == 0 {
			y = e.discover(to, &next)
		}
		if y.known() {
			if best = best.or(y); best.outcome() == score.Win {
				return best, true
			}
		}
		if open = open || !y.known(); !y.known() || y.outcome() != score.Win || y.plies() > 1 {
			e.search.AddEdge(to)
		}
	}
	if open {
		return 0, true
	}
	return best, true
}

// discover gives a node, with position p, its first state: a value if the game is over or a move
// wins at once, else frontier.
func (e *Enumeration) discover(n node, p *board.Position) state {
	e.nodes++
	x := e.immediate(p)
	e.set(n, x)
	return x
}

// immediate returns the value of p, if the game is over there or a move wins at once; otherwise
// frontier. It overlooks mates by discovered check, which the expansion finds.
func (e *Enumeration) immediate(p *board.Position) state {
	g := e.game
	if o := g.Decided(p); o.Over() {
		return stateOf(score.Outcome(o.Result), 0)
	}
	g.Moves(p, &e.next)
	if e.next.Len() == 0 {
		return stateOf(score.Outcome(g.NoMoves(p).Result), 0)
	}
	var checks board.CheckSquares
	if g.HasKing() {
		checks = g.CheckSquares(p)
	}
	var next board.Position
	for _, m := range e.next.All() {
		check := checks.Has(p, m)
		if !check && !g.MayEndEarly() {
			continue
		}
		g.Apply(&next, p, m)
		o := g.Decided(&next)
		if !o.Over() && check && g.Count(&next) == 0 {
			o = g.NoMoves(&next)
		}
		if o.Over() && o.Result == rules.Loss {
			return stateOf(score.Win, 1)
		}
	}
	return frontier
}

// Bytes returns the memory in use.
func (e *Enumeration) Bytes() int64 {
	return e.used + int64(e.search.Active())*activeBytes + int64(e.search.Edges())*edgeBytes
}

// giveUp stops the enumeration permanently and removes all nodes without a value.
func (e *Enumeration) giveUp() {
	e.search, e.current, e.full = scc.Search{}, nil, true
	for at, b := range e.blocks {
		if b != nil && !b.keepKnown() {
			e.blocks[at] = nil
			e.used -= blockBytes
		}
	}
}

// keepKnown removes all states without a value, and reports whether others are left.
func (b *block) keepKnown() (some bool) {
	for i := range b {
		if b[i].known() {
			some = true
		} else {
			b[i] = 0
		}
	}
	return some
}
