package strategy

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver"
	"tinyhouse/solver/internal/dfpn"
	"tinyhouse/solver/internal/mate"
	"tinyhouse/solver/internal/scc"
)

// Win is the graph of a win. Its positions have the attacker to move.
//
// The table says of single positions that they are won. It derived each from others, but has
// overwritten some of these since, and its moves, followed blindly, may lead in circles. So the
// graph is built forward, and distances are counted backward from the ends of the game. Positions
// that get none try further moves.
type Win struct {
	Most   int                       // positions that the graph may have
	Report func(positions, open int) // called for each position that gets a move

	shared   *dfpn.Shared
	searcher *dfpn.Searcher
	attacker board.Color
	wins     func(ctx context.Context, p *board.Position, budget uint64) bool
	mates    *mate.Finder
	nodes    []winNode
	numbers  map[uint64]int32 // of the nodes, by identity
	open     []int32
	moves    board.List
	replies  board.List
	budget   uint64 // of searches for further winning moves; 0: not yet
}

// WinBytes is the memory of a position of a win graph.
const WinBytes = 800

// The budgets of searches for a win that the table has overwritten.
const (
	againBudget = 1 << 22 // of the first search
	firstBudget = 1 << 12 // of the first searches of further moves
	lastBudget  = 1 << 34 // after which the graph gives up
)

// winNode is a position with moves that may prove it won.
type winNode struct {
	pos     board.Position
	tries   []try
	plies   int32 // to the end, 0 while not proved
	move    board.Move
	parents []parentTry
}

// try is a move that is believed to win.
type try struct {
	move    board.Move
	pending int   // replies that lead to positions not proved
	plies   int32 // the most over the other replies
}

// parentTry is a try of another node with a reply that leads to this node.
type parentTry struct {
	node int32
	try  int
}

// NewWin returns a graph without positions. Wins reports whether the attacker wins p, if that takes
// no more than about budget positions.
func NewWin(w *dfpn.Searcher, attacker board.Color, wins func(ctx context.Context, p *board.Position, budget uint64) bool) *Win {
	return &Win{shared: w.Shared, searcher: w, attacker: attacker, wins: wins, mates: mate.New(w.Game), numbers: map[uint64]int32{}}
}

// Prove adds the roots, which the attacker to move wins, and all that the proof of them needs.
func (w *Win) Prove(ctx context.Context, roots []board.Position) error {
	for i := range roots {
		w.add(&roots[i])
	}
	for {
		added := false
		for len(w.open) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			w.Report(len(w.nodes), len(w.open))
			if len(w.nodes) > w.Most {
				return fmt.Errorf("%w, which are more than %d", ErrMemory, w.Most)
			}
			at := w.open[len(w.open)-1]
			w.open = w.open[:len(w.open)-1]
			if w.nodes[at].plies == 0 {
				tried, err := w.tryNext(ctx, at)
				if err != nil {
					return err
				}
				added = added || tried
			}
		}
		w.open = w.cycles()
		switch {
		case len(w.open) == 0:
			return nil
		case w.budget >= lastBudget:
			return fmt.Errorf("proof: %w for the table, which overwrites what it should prove", solver.ErrMemory)
		case !added:
			w.budget = max(8*w.budget, firstBudget)
			w.resetOpen()
		}
	}
}

// cycles returns the nodes without proof that depend only on themselves: the strongly connected
// components without edge to another one. All other nodes without proof depend on these.
func (w *Win) cycles() []int32 {
	component, count := scc.Of(len(w.nodes), func(at int32) iter.Seq[int32] {
		return func(yield func(int32) bool) {
			for _, u := range w.nodes[at].parents {
				if !yield(u.node) {
					return
				}
			}
		}
	})
	depends := make([]bool, count)
	for at := range w.nodes {
		for _, u := range w.nodes[at].parents {
			depends[component[u.node]] = depends[component[u.node]] || component[u.node] != component[at]
		}
	}
	var all []int32
	for at := range w.nodes {
		if w.nodes[at].plies == 0 && !depends[component[at]] {
			all = append(all, int32(at))
		}
	}
	return all
}

// resetOpen resets the table entries of open nodes and of the positions after their moves. These
// entries depend on each other, or on overwritten ones; the next search proves them anew.
func (w *Win) resetOpen() {
	s := w.shared
	for _, at := range w.open {
		n := &w.nodes[at]
		s.Table.Reset(s.Hasher.Key(&n.pos, true))
		for _, t := range n.tries {
			var next board.Position
			s.Game.Apply(&next, &n.pos, t.move)
			if t.pending > 0 && !s.Game.Ended(&next).Over() {
				s.Table.Reset(s.Hasher.Key(&next, false))
			}
		}
	}
}

// add returns the number of the node of p, and makes one if there is none.
func (w *Win) add(p *board.Position) int32 {
	identity := w.shared.Hasher.Key(p, true).Identity
	at, ok := w.numbers[identity]
	if !ok {
		at = int32(len(w.nodes))
		w.numbers[identity] = at
		w.nodes = append(w.nodes, winNode{pos: *p})
		w.open = append(w.open, at)
	}
	return at
}

// tryNext adds another move to a node, and reports whether there was one.
func (w *Win) tryNext(ctx context.Context, at int32) (bool, error) {
	pos := w.nodes[at].pos
	m := w.candidate(at, &pos)
	if first := len(w.nodes[at].tries) == 0; m == board.NoMove && (first || w.budget > 0) {
		// The table has overwritten the win: search again.
		switch {
		case w.shared.Pawns == nil && first:
			w.searcher.SearchAgain(&pos, w.attacker, max(8*w.budget, againBudget))
		case w.shared.Pawns == nil:
			w.searcher.SearchAgain(&pos, w.attacker, 8*w.budget)
		case first:
			w.budget = lastBudget / 2
		}
		m = w.candidate(at, &pos)
	}
	if m == board.NoMove && w.budget > 0 {
		w.findWin(ctx, at, &pos)
		m = w.candidate(at, &pos)
	}
	if m == board.NoMove {
		return false, ctx.Err()
	}
	w.addTry(at, &pos, m)
	return true, nil
}

// findWin searches the moves not tried until one of them wins, each with the budget. The table
// knows that move afterwards.
func (w *Win) findWin(ctx context.Context, at int32, p *board.Position) {
	var moves board.List
	w.shared.Game.Moves(p, &moves)
	for _, m := range moves.All() {
		if w.nodes[at].tried(m) {
			continue
		}
		var next board.Position
		w.shared.Game.Apply(&next, p, m)
		if !w.shared.Game.Ended(&next).Over() && w.wins(ctx, &next, w.budget) {
			return
		}
	}
}

func (n *winNode) tried(m board.Move) bool {
	return slices.ContainsFunc(n.tries, func(t try) bool { return t.move == m })
}

// candidate returns a winning move not tried: a check that mates soon, or a move that wins by the
// rules or the table, the cheapest first.
func (w *Win) candidate(at int32, p *board.Position) board.Move {
	s := w.shared
	if len(w.nodes[at].tries) == 0 {
		if m, ok := w.mates.Shortest(p); ok {
			return m
		}
	}
	s.Game.Moves(p, &w.moves)
	best, least := board.NoMove, 1<<30
	for _, m := range w.moves.All() {
		if w.nodes[at].tried(m) {
			continue
		}
		var next board.Position
		s.Game.Apply(&next, p, m)
		n, k, known := s.Initial(&next, false)
		cost := 0
		if !known {
			e, ok := s.Table.Load(k)
			if !ok {
				continue
			}
			n, cost = e.Numbers, 1<<16+int(e.Effort)
		} else if s.Prober != nil {
			if v, ok := s.Prober.Probe(s.Game, &next); ok {
				cost = int(v.Plies)
			}
		}
		if n.Delta == 0 && cost < least {
			best, least = m, cost
		}
	}
	return best
}

// addTry adds a move to a node, with the nodes that the replies to it lead to.
func (w *Win) addTry(at int32, p *board.Position, m board.Move) {
	g := w.shared.Game
	number := len(w.nodes[at].tries)
	w.nodes[at].tries = append(w.nodes[at].tries, try{move: m, plies: 1})
	var after, next board.Position
	g.Apply(&after, p, m)
	g.Moves(&after, &w.replies)
	for _, r := range w.replies.All() {
		g.Apply(&next, &after, r)
		t := &w.nodes[at].tries[number]
		if g.Ended(&next).Over() {
			t.plies = max(t.plies, 2)
			continue
		}
		to := w.add(&next)
		t = &w.nodes[at].tries[number] // add may have moved it
		if plies := w.nodes[to].plies; plies > 0 {
			t.plies = max(t.plies, plies+2)
			continue
		}
		t.pending++
		w.nodes[to].parents = append(w.nodes[to].parents, parentTry{at, number})
	}
	w.propagate(at, number)
}

// propagate gives a node its distance by a try without pending replies, and then the nodes that
// depend on it.
func (w *Win) propagate(at int32, number int) {
	queue := []parentTry{{at, number}}
	for ; len(queue) > 0; queue = queue[1:] {
		n := &w.nodes[queue[0].node]
		t := &n.tries[queue[0].try]
		if t.pending > 0 || n.plies > 0 {
			continue
		}
		n.plies, n.move = t.plies, t.move
		for _, u := range n.parents {
			up := &w.nodes[u.node].tries[u.try]
			up.pending--
			up.plies = max(up.plies, n.plies+2)
			queue = append(queue, u)
		}
		n.parents = nil
	}
}

// shortenings is the number of passes of Shorten at most.
const shortenings = 8

// Shorten gives nodes better moves: those that lead to other nodes of the graph and end the game
// sooner. The distances stay right throughout, since none grows.
func (w *Win) Shorten(ctx context.Context) {
	order := make([]int32, len(w.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	for range shortenings {
		slices.SortFunc(order, func(a, b int32) int { return int(w.nodes[a].plies - w.nodes[b].plies) })
		better := false
		for _, at := range order {
			if ctx.Err() != nil {
				return
			}
			w.Report(len(w.nodes), 0)
			better = w.shorten(at) || better
		}
		if !better {
			return
		}
	}
}

// shorten reports whether a node has found a better move.
func (w *Win) shorten(at int32) bool {
	n := &w.nodes[at]
	better := false
	w.shared.Game.Moves(&n.pos, &w.moves)
	for _, m := range w.moves.All() {
		if plies, ok := w.distance(&n.pos, m, n.plies-1); ok {
			n.plies, n.move, better = plies, m, true
		}
	}
	return better
}

// Plies returns the greatest distance of the roots.
func (w *Win) Plies(roots []board.Position) (plies int, err error) {
	for i := range roots {
		at := w.numbers[w.shared.Hasher.Key(&roots[i], true).Identity]
		plies = max(plies, int(w.nodes[at].plies))
	}
	if plies >= math.MaxUint16 {
		err = errLong
	}
	return plies, err
}

// Export exports the positions that the roots need.
func (w *Win) Export(ctx context.Context, roots []board.Position, emit Emit) error {
	return export(ctx, w.shared.Game, roots, newClasses(w.shared, true), w.choose, emit)
}

// choose returns the move of a position of the graph, and its distance.
func (w *Win) choose(p *board.Position) (board.Move, score.Exact, error) {
	at, ok := w.numbers[w.shared.Hasher.Key(p, true).Identity]
	if !ok {
		return board.NoMove, score.Exact{}, errLost
	}
	n := &w.nodes[at]
	m, err := replace(w.shared.Game, &n.pos, p, n.move, func(m board.Move) bool {
		_, ok := w.distance(p, m, n.plies)
		return ok
	})
	return m, score.WinIn(int(n.plies)), err
}

// distance returns the plies in which a move wins, if all replies lead to nodes of the graph or
// lose at once; it is not ok if they are more than limit.
func (w *Win) distance(p *board.Position, m board.Move, limit int32) (plies int32, ok bool) {
	s := w.shared
	var after, next board.Position
	s.Game.Apply(&after, p, m)
	if o := s.Game.Ended(&after); o.Over() {
		return 1, score.Outcome(o.Result) == score.Loss && limit >= 1
	}
	plies = 2
	s.Game.Moves(&after, &w.replies)
	for _, r := range w.replies.All() {
		s.Game.Apply(&next, &after, r)
		if o := s.Game.Ended(&next); o.Over() {
			if score.Outcome(o.Result) != score.Win {
				return 0, false
			}
			continue
		}
		at, ok := w.numbers[s.Hasher.Key(&next, true).Identity]
		if !ok || w.nodes[at].plies == 0 {
			return 0, false
		}
		if plies = max(plies, w.nodes[at].plies+2); plies > limit {
			return 0, false
		}
	}
	return plies, plies <= limit
}
