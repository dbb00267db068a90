package retro

import (
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/tb/index"
)

// The order of work: what belongs here finds the strongly connected components of the
// graph of slices and joins them to stages.

// components returns the strongly connected components of the graph with n nodes, each
// after all that its edges lead to. Source: Tarjan (1972), without recursion.
func components(n int, edges func(int) []int) [][]int {
	t := tarjan{index: make([]int, n), low: make([]int, n), on: make([]bool, n), edges: edges}
	for v := range n {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.found
}

type tarjan struct {
	edges      func(int) []int
	index, low []int // from 1; 0: not seen
	on         []bool
	stack      []int
	found      [][]int
	next       int
}

// frame is a node being visited and the edges it still has to follow.
type frame struct {
	node int
	rest []int
}

func (t *tarjan) visit(root int) {
	path := []frame{t.enter(root)}
	for len(path) > 0 {
		f := &path[len(path)-1]
		if len(f.rest) > 0 {
			to := f.rest[0]
			f.rest = f.rest[1:]
			switch {
			case t.index[to] == 0:
				path = append(path, t.enter(to))
			case t.on[to]:
				t.low[f.node] = min(t.low[f.node], t.index[to])
			}
			continue
		}
		node := f.node
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1].node
			t.low[up] = min(t.low[up], t.low[node])
		}
		if t.low[node] == t.index[node] {
			t.close(node)
		}
	}
}

func (t *tarjan) enter(node int) frame {
	t.next++
	t.index[node], t.low[node], t.on[node] = t.next, t.next, true
	t.stack = append(t.stack, node)
	return frame{node, t.edges(node)}
}

// close takes the component of node off the stack.
func (t *tarjan) close(node int) {
	for i := len(t.stack) - 1; ; i-- {
		t.on[t.stack[i]] = false
		if t.stack[i] == node {
			t.found = append(t.found, append([]int{}, t.stack[i:]...))
			t.stack = t.stack[:i]
			return
		}
	}
}

// order finds the components of all slices and joins them, in order, to stages of which
// the states fit into memory; a component that does not fit is a stage by itself.
func (r *run) order() {
	successors := func(i int) []int {
		var to []int
		for _, s := range r.ix.Successors(r.slices[i].Signature) {
			if n, ok := r.number[s]; ok {
				to = append(to, n)
			}
		}
		return to
	}
	room := int64(0)
	for _, component := range components(len(r.slices), successors) {
		bytes := int64(0)
		for _, i := range component {
			bytes += r.footprint(r.slices[i].shards, r.slices[i].table.Size())
		}
		if room -= bytes; room < 0 || len(r.stages) == 0 {
			r.stages = append(r.stages, nil)
			room = r.stateMemory() - bytes
		}
		last := len(r.stages) - 1
		r.stages[last] = append(r.stages[last], component...)
		for _, i := range component {
			r.slices[i].stage = last
		}
	}
}

// sources returns the slices of stages before, to which moves from a stage lead.
func (r *run) sources(stage int) []int {
	seen := map[int]bool{}
	var all []int
	for _, i := range r.stages[stage] {
		for _, s := range r.ix.Successors(r.slices[i].Signature) {
			if n, ok := r.number[s]; ok && r.slices[n].stage < stage && !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	return all
}

// Starts returns slices from which play can reach every position with some material: all of
// it on the board, and where there are drops, all of it in hand, but for the kinds that a
// side must not lose. Where captured men change sides it is White who has them. The last
// slice has the most numbers.
func Starts(g *board.Game, m *solver.Material) []index.Signature {
	var onBoard, inHand index.Signature
	for c := range board.Color(2) {
		if g.HasKing() {
			onBoard.Add(c, board.King, false, 1)
			inHand.Add(c, board.King, false, 1)
		}
		for k := range board.Kind(g.Kinds()) {
			n := m[c][k]
			switch {
			case k == board.King && g.HasKing():
			case g.HasCaptures() && isVital(g, k):
				inHand.Add(board.White, k, false, n-n/2)
				inHand.Add(board.Black, k, false, n/2)
				onBoard.Add(board.White, k, false, n-n/2)
				onBoard.Add(board.Black, k, false, n/2)
			default:
				inHand.Give(c, k, n)
				onBoard.Add(c, k, false, n)
			}
		}
	}
	if g.HasDrops() {
		return []index.Signature{inHand, onBoard}
	}
	return []index.Signature{onBoard}
}

// isVital reports whether a side that runs out of kind k has ended the game.
func isVital(g *board.Game, k board.Kind) bool {
	kinds, _ := vitalKinds(g)
	return slices.Contains(kinds, k)
}

// space returns the slices whose positions are to be solved: those that play can reach from
// some, but for those in which the game is over.
func space(ix *index.Indexer, from []index.Signature) ([]index.Signature, error) {
	found := map[index.Signature]bool{}
	var all []index.Signature
	for _, start := range from {
		part, err := ix.Reachable(start)
		if err != nil {
			return nil, err
		}
		for _, s := range part {
			if !found[s] && !ix.Extinct(&s) {
				found[s] = true
				all = append(all, s)
			}
		}
	}
	return all, nil
}
