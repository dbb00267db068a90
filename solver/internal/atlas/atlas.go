// Package atlas values all positions that can come up in a game, where they are few: exactly, from
// the moves alone.
//
// Positions are met depth first, and gathered to components: of positions each of which can
// become each other (Tarjan 1972). A component is complete when all that can come up after it
// has values; then its own follow, by counting plies upward from the losses, and what is left
// are draws (settle.go). So nothing is ever assumed. A position that a move is known to win for
// has its value at once, and its other moves are not looked at. Nor is a move kept that lets the
// other side win at once.
//
// The work can be broken off at any moment and goes on where it was, even with another
// root: that only makes components larger, as if a move led to it.
package atlas

import (
	"context"
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb/index"
)

// Atlas is the values of positions and the work at them. Its nodes are positions that have exact
// numbers; it knows no others. It is for one goroutine.
type Atlas struct {
	game   *board.Game
	ix     *index.Indexer
	sheets map[index.Signature]*sheet
	recent [2]*sheet // asked for, the last one first
	pages  []*page
	owners []*sheet    // of the pages
	active pile[visit] // nodes visited and not settled, in the order in which they were
	edges  pile[node]  // of the active
	path   pile[step]  // to the node that is looked at
	now    *component  // that is being settled, or nil
	room   int64       // bytes that it may take
	taken  int64       // bytes of the pages
	nodes  uint64      // positions whose moves were looked at
	full   bool        // there are more positions than it can know

	moves  board.List
	next   board.List
	cursor index.Cursor
}

// node is the place of a state: its page, and where it is there.
type node uint32

// page is the states of so many positions with adjacent numbers. There is none before one of
// them is met.
type page [1 << pageBits]state

const pageBits = 10

// sheet is the pages of a slice.
type sheet struct {
	slice  index.Signature
	layout *index.Layout
	first  int // page
}

// state is what is known of a node: 0 nothing, glimpsed that no end of the game is at hand, less than
// that its place among the active from 1, beyond that its value: plies and outcome.
type state uint32

const (
	glimpsed = 1<<31 - 1
	valued   = 1 << 31
	maxPlies = 1<<29 - 1
)

// stateOf returns the state of a node with a value. Draws have no plies.
func stateOf(o score.Outcome, plies int) state {
	if o == score.Draw {
		plies = 0
	}
	return valued | state(min(plies, maxPlies))<<2 | state(o-score.Loss)
}

// known reports whether there is a value.
func (s state) known() bool { return s&valued != 0 }

// visited reports whether there is a value or a place.
func (s state) visited() bool { return s != 0 && s != glimpsed }

// outcome returns that of a value.
func (s state) outcome() score.Outcome { return score.Loss + score.Outcome(s&3) }

// plies returns those of a value.
func (s state) plies() int { return int(s &^ valued >> 2) }

// or returns the better of the value x, or none, and what a move to a position with value y
// brings: the sooner win, the later loss.
func (x state) or(y state) state {
	y = stateOf(-y.outcome(), y.plies()+1)
	switch {
	case x == 0:
		return y
	case x.outcome() > y.outcome():
		return x
	case x.outcome() < y.outcome():
		return y
	case x.outcome() == score.Win:
		return min(x, y)
	}
	return max(x, y)
}

// visit is a node that is active.
type visit struct {
	node  node
	edges uint32 // the first; the last is before those of the next visit
}

// step is a node on the path.
type step struct {
	place int32  // among the active
	low   int32  // the first place among the active that can be reached from it, as far as is known
	next  uint32 // edge to look at
}

// The bytes of a page with all that is kept of it, and of an active node and an edge until they
// are settled.
const (
	pageBytes   = 4<<pageBits + 16
	activeBytes = 8 + 12 + 24
	edgeBytes   = 8
)

// New returns an atlas of nothing.
func New(g *board.Game) *Atlas {
	return &Atlas{game: g, ix: index.New(g), sheets: map[index.Signature]*sheet{}, recent: [2]*sheet{{}, {}}}
}

// at returns the node of a position; it is not ok if there can be none.
func (a *Atlas) at(p *board.Position) (node, bool) {
	s, ok := a.sheet(a.ix.SignatureOf(p))
	if !ok {
		return 0, false
	}
	n, ok := s.layout.Encode(p)
	return node(s.first<<pageBits) + node(n), ok
}

// sheet returns that of a slice, unless there is no room for one more.
func (a *Atlas) sheet(slice index.Signature) (*sheet, bool) {
	if s := a.recent[0]; s.layout != nil && s.slice == slice {
		return s, true
	}
	a.recent[0], a.recent[1] = a.recent[1], a.recent[0]
	if s := a.recent[0]; s.layout != nil && s.slice == slice {
		return s, true
	}
	s, ok := a.sheets[slice]
	if !ok {
		if s, ok = a.add(slice); !ok {
			return nil, false
		}
	}
	a.recent[0] = s
	return s, true
}

// add adds the pages of a slice, unless there is no room for all that may come up by now.
func (a *Atlas) add(slice index.Signature) (*sheet, bool) {
	layout, err := a.ix.Layout(slice)
	if err != nil {
		return nil, false
	}
	pages := layout.Full()>>pageBits + 1
	if most := min(uint64(a.room/pageBytes), 1<<(32-pageBits)); uint64(len(a.pages))+pages > most {
		return nil, false
	}
	s := &sheet{slice, layout, len(a.pages)}
	a.sheets[slice] = s
	for range pages {
		a.pages = append(a.pages, nil)
		a.owners = append(a.owners, s)
	}
	return s, true
}

// state returns the state of a node.
func (a *Atlas) state(n node) state {
	if p := a.pages[n>>pageBits]; p != nil {
		return p[n&(1<<pageBits-1)]
	}
	return 0
}

// set changes the state of a node.
func (a *Atlas) set(n node, x state) {
	p := a.pages[n>>pageBits]
	if p == nil {
		p = new(page)
		a.pages[n>>pageBits] = p
		a.taken += pageBytes
	}
	p[n&(1<<pageBits-1)] = x
}

// look returns the value of p, where it is known.
func (a *Atlas) look(p *board.Position) (state, bool) {
	if o := a.game.Ended(p); o.Over() {
		return stateOf(score.Outcome(o.Result), 0), true
	}
	if n, ok := a.at(p); ok {
		x := a.state(n)
		return x, x.known()
	}
	return 0, false
}

// Value returns the value of p, where that and all that proves it is known. Its plies are those that
// the moves of the atlas take at most, which need not be the best ones.
func (a *Atlas) Value(p *board.Position) (v score.Exact, ok bool) {
	x, ok := a.look(p)
	if !ok || x.outcome() == score.Draw {
		return score.Exact{}, ok && a.now == nil
	}
	return score.Exact{Outcome: x.outcome(), Plies: uint16(min(x.plies(), math.MaxUint16))}, true
}

// Nodes returns how many positions it has looked at the moves of.
func (a *Atlas) Nodes() uint64 { return a.nodes }

// Grows reports whether it may come to know p, once Explore has told it its room.
func (a *Atlas) Grows(p *board.Position) bool {
	_, ok := a.at(p)
	return ok && !a.full
}

// Explore looks at the moves of so many more positions at most, until the value of p and all that proves
// it is known or ctx ends, and reports whether it is. It takes so many bytes: if that is too little for
// all that may come up, it gives up for good, and keeps the values that it has. A position costs a few
// microseconds.
func (a *Atlas) Explore(ctx context.Context, p *board.Position, limit uint64, room int64) bool {
	a.room = room
	root, ok := a.at(p)
	if !ok {
		return false
	}
	limit += a.nodes
	open := func() bool { return !a.state(root).known() || a.now != nil }
	for steps := 0; open() && !a.full && a.nodes < limit; steps++ {
		switch {
		case steps&0xfff == 0 && ctx.Err() != nil:
			return false
		case a.now != nil:
			a.settle()
		case !a.state(root).visited():
			a.enter(root, p)
		default:
			a.step()
		}
	}
	return !open()
}

// enter looks at a position as if the last of the path led to it.
func (a *Atlas) enter(n node, p *board.Position) {
	if a.state(n) == 0 {
		a.glimpse(n, p)
	}
	if !a.state(n).known() {
		a.visit(n)
	}
}

// step looks at the next edge of the last node of the path.
func (a *Atlas) step() {
	s := a.path.at(a.path.len() - 1)
	if s.next == a.end(s.place) {
		a.leave()
		return
	}
	to := *a.edges.at(int(s.next))
	switch x := a.state(to); {
	case !x.visited():
		a.visit(to) // and then this edge again
		return
	case !x.known():
		s.low = min(s.low, int32(x)-1)
	case x.outcome() == score.Loss:
		a.set(a.active.at(int(s.place)).node, stateOf(score.Win, x.plies()+1))
		s.next = a.end(s.place)
		return
	}
	s.next++
}

// end returns the edge after those of a place.
func (a *Atlas) end(place int32) uint32 {
	if int(place)+1 < a.active.len() {
		return a.active.at(int(place) + 1).edges
	}
	return uint32(a.edges.len())
}

// leave goes back from the last node of the path. If that was the first of a component, this is to
// be settled.
func (a *Atlas) leave() {
	s := *a.path.at(a.path.len() - 1)
	a.path.cut(a.path.len() - 1)
	if s.low == s.place {
		a.now = newComponent(a, int(s.place))
	} else {
		up := a.path.at(a.path.len() - 1)
		up.low = min(up.low, s.low)
	}
}

// visit looks where the moves of a node lead to that was only glimpsed. If they do not tell its
// value, it becomes active, and the last of the path.
func (a *Atlas) visit(n node) {
	first := uint32(a.edges.len())
	x, ok := a.list(n)
	switch {
	case !ok:
		a.giveUp()
		return
	case x.known():
		a.edges.cut(int(first))
		a.set(n, x)
		return
	}
	place := int32(a.active.len())
	a.set(n, state(place+1))
	a.active.push(visit{n, first})
	a.path.push(step{place, place, first})
	if a.Bytes() > a.room || uint64(a.edges.len()) >= math.MaxUint32 {
		a.giveUp()
	}
}

// list adds the edges of n, which is not seen to win at once, but for those that let the other side do so:
// they take two plies and never are the longest. Where the moves tell the value of n, it returns that.
// It is not ok if one of them leads to what can be no node.
func (a *Atlas) list(n node) (x state, ok bool) {
	g, s := a.game, a.owners[n>>pageBits]
	a.cursor.Reset(s.layout)
	p, ok := a.cursor.At(uint64(n) - uint64(s.first)<<pageBits)
	if !ok {
		return 0, false
	}
	open, best := false, state(0)
	g.Moves(p, &a.moves)
	for _, m := range a.moves.All() {
		var next board.Position
		g.Apply(&next, p, m)
		to, ok := a.at(&next)
		if !ok {
			return 0, false
		}
		y := a.state(to)
		if y == 0 {
			y = a.glimpse(to, &next)
		}
		if y.known() {
			if best = best.or(y); best.outcome() == score.Win {
				return best, true
			}
		}
		if open = open || !y.known(); !y.known() || y.outcome() != score.Win || y.plies() > 1 {
			a.edges.push(to)
		}
	}
	if open {
		return 0, true
	}
	return best, true
}

// glimpse looks at a node with position p for the first time, and returns what is known of it then.
func (a *Atlas) glimpse(n node, p *board.Position) state {
	a.nodes++
	x := a.atOnce(p)
	a.set(n, x)
	return x
}

// atOnce returns the value of p, if the game is over there or a move is seen to win at once; if not, glimpsed.
// Checks by uncovering are not looked for: such a win comes to light with the other moves.
func (a *Atlas) atOnce(p *board.Position) state {
	g := a.game
	if o := g.Decided(p); o.Over() {
		return stateOf(score.Outcome(o.Result), 0)
	}
	g.Moves(p, &a.next)
	if a.next.Len() == 0 {
		return stateOf(score.Outcome(g.NoMoves(p).Result), 0)
	}
	var checks board.CheckSquares
	if g.HasKing() {
		checks = g.CheckSquares(p)
	}
	var next board.Position
	for _, m := range a.next.All() {
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
	return glimpsed
}

// Bytes returns how many it takes.
func (a *Atlas) Bytes() int64 {
	return a.taken + int64(a.active.len())*activeBytes + int64(a.edges.len())*edgeBytes
}

// giveUp forgets all nodes that have no value, for good.
func (a *Atlas) giveUp() {
	a.active, a.edges, a.path, a.now, a.full = pile[visit]{}, pile[node]{}, pile[step]{}, nil, true
	for at, p := range a.pages {
		if p != nil && !p.keepKnown() {
			a.pages[at] = nil
			a.taken -= pageBytes
		}
	}
}

// keepKnown forgets all states without a value, and reports whether there are others.
func (p *page) keepKnown() (any bool) {
	for i := range p {
		if p[i].known() {
			any = true
		} else {
			p[i] = 0
		}
	}
	return any
}
