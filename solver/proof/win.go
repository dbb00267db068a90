package proof

import (
	"context"
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/components"
	"tinyhouse/solver/internal/register"
)

// Wins: what belongs here turns "the attacker wins" into a proof that stands by itself: each
// position with its move, and distances that fall with every move.
//
// The table says of single positions that they are won, each once justified by others, but it
// forgets, and what it remembers may have been justified at different times: followed blindly,
// its moves can lead round in circles. So the positions are laid out as a graph, and distances
// are counted upward from the ends of the game. Where none come up, further moves are tried.

// winGraph is the positions of a proof with the attacker to move.
type winGraph struct {
	solver *Solver
	worker *worker
	attack board.Color
	nodes  []winNode
	number *register.Register
	most   int // nodes that there may be
	open   []int32
	list   board.List
	told   func(nodes, open int) // of progress

	replies  board.List
	patience uint64 // of searches for more moves that win: positions
}

// How many positions are searched at most to find again a win that the table has forgotten: at
// first, and before that is given up.
const (
	leastAgain   = 1 << 22
	mostPatience = 1 << 34
)

var errForgotten = fmt.Errorf("%w: the table forgets what it should prove", ErrMemory)

// winNode is a position with moves that may prove it won.
type winNode struct {
	pos   board.Position
	tries []try
	plies int32 // to the end, 0 while not justified
	move  board.Move
	users []user // of this position
}

// try is a move that is believed to win.
type try struct {
	move    board.Move
	pending int   // answers that lead to positions not justified
	plies   int32 // the longest of those that do
}

// tried reports whether a move was tried.
func (n *winNode) tried(m board.Move) bool {
	return slices.ContainsFunc(n.tries, func(t try) bool { return t.move == m })
}

// user is a try of another node, an answer to which leads to this node.
type user struct {
	node int32
	try  int
}

// newWinGraph returns a graph without positions.
func newWinGraph(w *worker, attacker board.Color) *winGraph {
	return &winGraph{solver: w.solver, worker: w, attack: attacker, number: register.New()}
}

// prove adds positions that the attacker to move wins, and all that the proof of them needs.
func (w *winGraph) prove(ctx context.Context, roots []board.Position) error {
	for i := range roots {
		w.add(&roots[i])
	}
	for {
		added := false
		for len(w.open) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			w.told(len(w.nodes), len(w.open))
			if len(w.nodes) > w.most {
				return fmt.Errorf("%w: more than %d", ErrMemory, w.most)
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
		w.open = w.bottom()
		switch {
		case len(w.open) == 0:
			return nil
		case w.patience >= mostPatience:
			return errForgotten
		case !added:
			w.patience = max(8*w.patience, firstBudget)
			w.doubt()
		}
	}
}

// bottom returns the nodes that are not justified and wait for nobody but each other: circles,
// which have to be broken first, since all others wait for these.
func (w *winGraph) bottom() []int32 {
	part, parts := components.Of(len(w.nodes), func(at int32, edge int) (int32, bool) {
		if users := w.nodes[at].users; edge < len(users) {
			return users[edge].node, true
		}
		return 0, false
	})
	waits := make([]bool, parts)
	for at := range w.nodes {
		for _, u := range w.nodes[at].users {
			waits[part[u.node]] = waits[part[u.node]] || part[u.node] != part[at]
		}
	}
	var all []int32
	for at := range w.nodes {
		if w.nodes[at].plies == 0 && !waits[part[at]] {
			all = append(all, int32(at))
		}
	}
	return all
}

// doubt has the table forget the wins of open nodes, and of what their moves lead to: they rest
// on each other, or on what it has forgotten. So the next search finds what they can rest on.
func (w *winGraph) doubt() {
	for _, at := range w.open {
		n := &w.nodes[at]
		w.solver.table.forget(w.solver.keys.Of(&n.pos, true))
		for _, t := range n.tries {
			var next board.Position
			w.solver.game.Apply(&next, &n.pos, t.move)
			if t.pending > 0 && !w.solver.over(&next) {
				w.solver.table.forget(w.solver.keys.Of(&next, false))
			}
		}
	}
}

// add returns the number of the node of p, new or not.
func (w *winGraph) add(p *board.Position) int32 {
	at, isNew := w.number.Add(w.solver.keys.Of(p, true).Identity)
	if isNew {
		w.nodes = append(w.nodes, winNode{pos: *p})
		w.open = append(w.open, at)
	}
	return at
}

// tryNext adds another move to a node, and reports whether there was one.
func (w *winGraph) tryNext(ctx context.Context, at int32) (bool, error) {
	pos := w.nodes[at].pos
	m := w.candidate(at, &pos)
	if first := len(w.nodes[at].tries) == 0; m == board.NoMove && (first || w.patience > 0) {
		// The table has forgotten: search again.
		switch {
		case w.solver.pawns == nil && first:
			w.worker.again(&pos, w.attack, max(8*w.patience, leastAgain))
		case w.solver.pawns == nil:
			w.worker.again(&pos, w.attack, 8*w.patience)
		case first:
			w.patience = mostPatience / 2
		}
		m = w.candidate(at, &pos)
	}
	if m == board.NoMove && w.patience > 0 {
		w.seek(ctx, at, &pos)
		m = w.candidate(at, &pos)
	}
	if m == board.NoMove {
		return false, ctx.Err()
	}
	w.addTry(at, &pos, m)
	return true, nil
}

// seek searches the moves not tried until one is found to win, with as much patience as there
// is: then the table knows it.
func (w *winGraph) seek(ctx context.Context, at int32, p *board.Position) {
	var moves board.List
	w.solver.game.Moves(p, &moves)
	for _, m := range moves.All() {
		if w.nodes[at].tried(m) {
			continue
		}
		var next board.Position
		w.solver.game.Apply(&next, p, m)
		if w.solver.over(&next) {
			continue
		}
		if wins, certain := w.solver.decide(ctx, w.worker, &next, w.attack, w.patience); certain && wins {
			return
		}
	}
}

// candidate returns a move not tried that wins: a check that mates soon, or one that the rules
// or the table say wins, the cheapest first.
func (w *winGraph) candidate(at int32, p *board.Position) board.Move {
	s := w.solver
	if len(w.nodes[at].tries) == 0 {
		if m, ok := w.worker.mates.Shortest(p); ok {
			return m
		}
	}
	s.game.Moves(p, &w.list)
	best, least := board.NoMove, 1<<30
	for _, m := range w.list.All() {
		if w.nodes[at].tried(m) {
			continue
		}
		var next board.Position
		s.game.Apply(&next, p, m)
		n, k, known := s.meet(&next, false)
		cost := 0
		if !known {
			e, ok := s.table.load(k)
			if !ok {
				continue
			}
			n, cost = e.numbers, 1<<16+int(e.effort)
		} else if s.prober != nil {
			if v, ok := s.prober.Probe(s.game, &next); ok {
				cost = int(v.Plies)
			}
		}
		if n.delta == 0 && cost < least {
			best, least = m, cost
		}
	}
	return best
}

// addTry adds a move to a node with all that answers to it need.
func (w *winGraph) addTry(at int32, p *board.Position, m board.Move) {
	s := w.solver
	number := len(w.nodes[at].tries)
	w.nodes[at].tries = append(w.nodes[at].tries, try{move: m, plies: 1})
	var next board.Position
	s.game.Apply(&next, p, m)
	s.game.Moves(&next, &w.list)
	replies := append([]board.Move(nil), w.list.All()...)
	for _, r := range replies {
		var y board.Position
		s.game.Apply(&y, &next, r)
		if s.over(&y) {
			w.nodes[at].tries[number].plies = max(w.nodes[at].tries[number].plies, 2)
			continue
		}
		to := w.add(&y)
		if plies := w.nodes[to].plies; plies > 0 {
			w.nodes[at].tries[number].plies = max(w.nodes[at].tries[number].plies, plies+2)
			continue
		}
		w.nodes[at].tries[number].pending++
		w.nodes[to].users = append(w.nodes[to].users, user{at, number})
	}
	w.settle(at, number)
}

// settle justifies a node by a try that waits for nothing, and then all that waited for it.
func (w *winGraph) settle(at int32, number int) {
	queue := []user{{at, number}}
	for ; len(queue) > 0; queue = queue[1:] {
		n := &w.nodes[queue[0].node]
		t := &n.tries[queue[0].try]
		if t.pending > 0 || n.plies > 0 {
			continue
		}
		n.plies, n.move = t.plies, t.move
		for _, u := range n.users {
			up := &w.nodes[u.node].tries[u.try]
			up.pending--
			up.plies = max(up.plies, n.plies+2)
			queue = append(queue, u)
		}
		n.users = nil
	}
}

// shorten gives nodes better moves: those that lead to nodes of the graph only, and sooner to
// the end. The distances stay right throughout, since none ever grows.
func (w *winGraph) shorten(ctx context.Context) {
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
			w.told(len(w.nodes), 0)
			better = w.shortenNode(at) || better
		}
		if !better {
			return
		}
	}
}

// shortenings is how often all nodes are looked at for shorter ways.
const shortenings = 8

// shortenNode reports whether a node has found a shorter way.
func (w *winGraph) shortenNode(at int32) bool {
	n := &w.nodes[at]
	better := false
	w.solver.game.Moves(&n.pos, &w.list)
	for _, m := range w.list.All() {
		if plies, ok := w.length(&n.pos, m, n.plies-1); ok {
			n.plies, n.move, better = plies, m, true
		}
	}
	return better
}

// claims tells sink the moves and distances of all positions that the roots need.
func (w *winGraph) claims(ctx context.Context, roots []board.Position, sink Sink) error {
	return w.solver.walk(ctx, roots, true, func(p *board.Position) (board.Move, error) {
		at, ok := w.number.Of(w.solver.keys.Of(p, true).Identity)
		if !ok {
			return board.NoMove, errLost
		}
		n := &w.nodes[at]
		if sameBoard(&n.pos, p) {
			return n.move, sink(p, n.move, score.WinIn(int(n.plies)))
		}
		w.solver.game.Moves(p, &w.list)
		for _, m := range w.list.All() {
			if _, ok := w.length(p, m, n.plies); ok {
				return m, sink(p, m, score.WinIn(int(n.plies)))
			}
		}
		return board.NoMove, errLost
	})
}

// length returns in how many plies a move wins at most, if all answers to it lead to nodes of
// the graph or lose at once, and it is no more than limit.
func (w *winGraph) length(p *board.Position, m board.Move, limit int32) (plies int32, ok bool) {
	s := w.solver
	var next, y board.Position
	s.game.Apply(&next, p, m)
	if s.over(&next) {
		n, _ := s.glance(&next, false)
		return 1, n.delta == 0 && limit >= 1
	}
	plies = 2
	s.game.Moves(&next, &w.replies)
	for _, r := range w.replies.All() {
		s.game.Apply(&y, &next, r)
		if s.over(&y) {
			if n, _ := s.glance(&y, true); n.phi != 0 {
				return 0, false
			}
			continue
		}
		at, ok := w.number.Of(s.keys.Of(&y, true).Identity)
		if !ok || w.nodes[at].plies == 0 {
			return 0, false
		}
		if plies = max(plies, w.nodes[at].plies+2); plies > limit {
			return 0, false
		}
	}
	return plies, plies <= limit
}
