package proof

import (
	"context"
	"math"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/register"
)

// Closed sets: what belongs here proves that a side does not lose, by a set of positions that
// the other side cannot leave.
//
// The set is built forward from the root, each position once, whatever line leads there: the
// defender chooses one move, all answers to it are added. A position where every move fails
// leaves the set, and those that had relied on it choose again. What is left in the end is
// closed; if the root has left, the attacker wins, and nothing was assumed to find that. So
// repetition needs no care here, and both answers are exact. The search only advises.
// Source: Liu and Smolka (1998), "Simple linear-time algorithms for minimal fixed points".

// closedSet is such a set, growing. The positions have the defender to move.
type closedSet struct {
	solver   *Solver
	advisor  *worker
	attack   board.Color // the attacker
	budget   uint64      // of each piece of advice
	until    uint64      // when to stop, in positions that the advisor has searched in all
	nodes    []member
	edges    []parent
	most     int // members that it may have, however soon it will close
	number   *register.Register
	open     []int32 // to choose a move for
	failures uint64  // how many members have failed
	list     board.List
	replies  board.List
}

// member is a position of a closed set.
type member struct {
	pos     board.Position
	parents int32      // the last of its edges from 1; 0: none
	move    board.Move // chosen; NoMove before
	failed  bool       // the attacker wins
	queued  bool
}

// parent is a member whose move can be answered so that another member comes up.
type parent struct {
	member int32
	before int32 // another parent of that member, as in member.parents
	move   board.Move
}

// newClosedSet returns an empty set.
func newClosedSet(w *worker, attacker board.Color, budget uint64) *closedSet {
	return &closedSet{solver: w.solver, advisor: w, attack: attacker, budget: budget, until: math.MaxUint64, most: int(w.solver.memory.members(0, false)), number: register.New()}
}

// build adds positions and all that must be added with them, until the set is closed, has
// more than limit members or has taken too long. A set in which less than a quarter of the
// members still wait for a move is about to close, and may have more of them: where there is no
// end in sight, three in four wait, and half of them in Dobutsu shogi. It returns whether all
// stayed in the set, and whether that is certain.
func (c *closedSet) build(ctx context.Context, roots []board.Position, limit int) (holds, certain bool) {
	numbers := make([]int32, len(roots))
	for i := range roots {
		numbers[i] = c.add(&roots[i])
	}
	for len(c.open) > 0 {
		crowded := len(c.nodes) > limit && (4*len(c.open) > len(c.nodes) || len(c.nodes) > c.most)
		if crowded || ctx.Err() != nil || c.advisor.nodes >= c.until {
			return false, false
		}
		at := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		c.nodes[at].queued = false
		c.choose(ctx, at)
		for _, root := range numbers {
			if c.nodes[root].failed {
				return false, true
			}
		}
	}
	c.keep()
	return true, true
}

// keep enters in the table that all members of a closed set are held.
func (c *closedSet) keep() {
	for i := range c.nodes {
		if n := &c.nodes[i]; !n.failed {
			c.solver.table.store(c.solver.keys.Of(&n.pos, false), entry{succeeds, n.move, heldEffort})
		}
	}
}

// leastFailures keep what the set found a little while in a full table.
const leastFailures = 1 << 8

// heldEffort is the effort of members of closed sets, since each can be found only with others.
const heldEffort = maxEffort / 2

// add returns the number of the member p, new or not.
func (c *closedSet) add(p *board.Position) int32 {
	at, isNew := c.number.Add(c.solver.keys.Of(p, false).Identity)
	if isNew {
		c.nodes = append(c.nodes, member{pos: *p})
		c.push(at)
	}
	return at
}

// push queues a member.
func (c *closedSet) push(at int32) {
	if !c.nodes[at].queued {
		c.nodes[at].queued = true
		c.open = append(c.open, at)
	}
}

// choose chooses the move of a member, unless its last choice still stands: one that the
// attacker is not known to win after, with the fewest new members in answer to it.
func (c *closedSet) choose(ctx context.Context, at int32) {
	pos, last := c.nodes[at].pos, c.nodes[at].move
	if c.nodes[at].failed || last != board.NoMove && c.survey(&pos, last, math.MaxInt).holds {
		return
	}
	var refuted []board.Move // by the search just now: the table may forget
	for {
		best := c.best(&pos, refuted)
		switch {
		case !best.holds:
			if ctx.Err() != nil {
				c.push(at) // advice may have failed, not the move
				return
			}
			c.fail(at)
			return
		case best.news <= 0 || c.advise(ctx, &pos, best.move):
			c.take(at, &pos, best.move)
			return
		}
		refuted = append(refuted, best.move)
	}
}

// best returns the best move that is not known to be refuted; if there is none, one that does
// not hold.
func (c *closedSet) best(p *board.Position, refuted []board.Move) option {
	best := option{news: math.MaxInt}
	c.solver.game.Moves(p, &c.list)
	for _, m := range c.list.All() {
		if slices.Contains(refuted, m) {
			continue
		}
		if o := c.survey(p, m, best.news); o.holds && o.news < best.news {
			if best = o; o.news <= 0 {
				break
			}
		}
	}
	return best
}

// option is a move of the defender.
type option struct {
	move  board.Move
	holds bool // as far as is known
	news  int  // answers that lead to positions not in the set; less than 0 if it is proved to hold
}

// survey looks at a move and all answers to it, until it comes to as many news as most.
func (c *closedSet) survey(p *board.Position, m board.Move, most int) option {
	o := option{move: m, holds: true}
	s := c.solver
	var next board.Position
	s.game.Apply(&next, p, m)
	n, k, known := s.meet(&next, true)
	if known && (n.phi == 0 || !s.advised() || s.over(&next)) {
		o.holds = n.phi != 0
		return o
	}
	if known {
		o.news = -1
		return o
	}
	if e, ok := s.table.load(k); ok && e.exact() {
		o.holds, o.news = e.phi != 0, -1
		return o
	}
	s.game.Moves(&next, &c.replies)
	for _, r := range c.replies.All() {
		var y board.Position
		s.game.Apply(&y, &next, r)
		holds, isNew := c.meet(&y)
		if !holds {
			return option{move: m}
		}
		if isNew {
			if o.news++; o.news >= most {
				break
			}
		}
	}
	return o
}

// meet tells of a position after an answer whether it is held, as far as is known, and
// whether it would be a new member.
func (c *closedSet) meet(p *board.Position) (holds, isNew bool) {
	s := c.solver
	if s.advised() {
		if n, _, known := s.meet(p, false); known {
			_, member := c.number.Of(s.keys.Of(p, false).Identity)
			return n.delta != 0, !member && !s.over(p)
		}
	}
	k := s.keys.Of(p, false)
	if at, ok := c.number.Of(k.Identity); ok { // most are: that is known the soonest
		return !c.nodes[at].failed, false
	}
	if !s.advised() && s.over(p) {
		n, _ := s.glance(p, false)
		return n.delta != 0, false
	}
	e, ok := s.table.load(k)
	return !ok || e.delta != 0 || !e.exact(), true
}

// advise asks the search whether the attacker wins after a move, and reports whether it
// does not seem so.
func (c *closedSet) advise(ctx context.Context, p *board.Position, m board.Move) bool {
	var next board.Position
	c.solver.game.Apply(&next, p, m)
	if c.solver.over(&next) {
		return true
	}
	if c.solver.pawns != nil {
		yes, ok := c.solver.pawns.Wins(ctx, &next, 1, noBudget)
		return ok && !yes
	}
	return c.advisor.run(&next, c.attack, c.budget).phi != 0
}

// take makes m the move of a member, and adds what comes up after the answers.
func (c *closedSet) take(at int32, p *board.Position, m board.Move) {
	s := c.solver
	c.nodes[at].move = m
	var next, y board.Position
	s.game.Apply(&next, p, m)
	s.game.Moves(&next, &c.replies)
	for _, r := range c.replies.All() {
		s.game.Apply(&y, &next, r)
		if s.over(&y) {
			continue
		}
		to := c.add(&y)
		last := &c.nodes[to].parents
		if i := *last - 1; i < 0 || c.edges[i].member != at || c.edges[i].move != m {
			c.edges = append(c.edges, parent{at, *last, m})
			*last = int32(len(c.edges))
		}
	}
}

// fail takes a member out of the set, for the attacker wins there, and sends those who relied
// on it to choose again. A win rests on those found before: so the effort grows with their
// number, and who looks for the proof takes the least.
func (c *closedSet) fail(at int32) {
	n := &c.nodes[at]
	n.failed = true
	c.solver.table.store(c.solver.keys.Of(&n.pos, false), entry{numbers: fails, effort: effortOf(leastFailures + c.failures)})
	c.failures++
	for i := n.parents; i > 0; i = c.edges[i-1].before {
		up := &c.edges[i-1]
		if c.nodes[up.member].move == up.move && !c.nodes[up.member].failed {
			c.push(up.member)
		}
	}
	n.parents = 0
}

// claims tells sink the move of each position that the roots need.
func (c *closedSet) claims(ctx context.Context, roots []board.Position, sink Sink) error {
	return c.solver.walk(ctx, roots, false, func(p *board.Position) (board.Move, error) {
		at, ok := c.number.Of(c.solver.keys.Of(p, false).Identity)
		if !ok || c.nodes[at].failed {
			return board.NoMove, errLost
		}
		if n := &c.nodes[at]; sameBoard(&n.pos, p) {
			return n.move, sink(p, n.move, score.Exact{})
		}
		c.solver.game.Moves(p, &c.list)
		for _, m := range c.list.All() {
			if c.closes(p, m) {
				return m, sink(p, m, score.Exact{})
			}
		}
		return board.NoMove, errLost
	})
}

// closes reports whether all answers to a move lead to members, or end the game well.
func (c *closedSet) closes(p *board.Position, m board.Move) bool {
	s := c.solver
	var next, y board.Position
	s.game.Apply(&next, p, m)
	if s.over(&next) {
		n, _ := s.glance(&next, true)
		return n.phi != 0
	}
	s.game.Moves(&next, &c.replies)
	for _, r := range c.replies.All() {
		s.game.Apply(&y, &next, r)
		if s.over(&y) {
			if n, _ := s.glance(&y, false); n.delta == 0 {
				return false
			}
		} else if at, ok := c.number.Of(s.keys.Of(&y, false).Identity); !ok || c.nodes[at].failed {
			return false
		}
	}
	return true
}
