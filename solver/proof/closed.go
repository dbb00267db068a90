package proof

import (
	"context"
	"math"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
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
	solver  *Solver
	advisor *worker
	attack  board.Color // the attacker
	budget  uint64      // of each piece of advice
	until   uint64      // when to stop, in positions that the advisor has searched in all
	nodes   []member
	number  map[uint64]int32 // by identity
	open    []int32          // to choose a move for
	list    board.List
	replies board.List
}

// member is a position of a closed set.
type member struct {
	pos     board.Position
	move    board.Move // chosen; NoMove before
	failed  bool       // the attacker wins
	queued  bool
	parents []parent
}

// parent is a member whose move can be answered so that another member comes up.
type parent struct {
	member int32
	move   board.Move
}

// newClosedSet returns an empty set.
func newClosedSet(w *worker, attacker board.Color, budget uint64) *closedSet {
	return &closedSet{solver: w.solver, advisor: w, attack: attacker, budget: budget, until: math.MaxUint64, number: map[uint64]int32{}}
}

// build adds positions and all that must be added with them, until the set is closed, has
// more than limit members or has taken too long. It returns whether all stayed in the set, and whether that is
// certain.
func (c *closedSet) build(ctx context.Context, roots []board.Position, limit int) (holds, certain bool) {
	numbers := make([]int32, len(roots))
	for i := range roots {
		numbers[i] = c.add(&roots[i])
	}
	for len(c.open) > 0 {
		if ctx.Err() != nil || len(c.nodes) > limit || c.advisor.nodes >= c.until {
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
	return true, true
}

// add returns the number of the member p, new or not.
func (c *closedSet) add(p *board.Position) int32 {
	k := c.solver.keys.of(p, false)
	if at, ok := c.number[k.identity]; ok {
		return at
	}
	at := int32(len(c.nodes))
	c.number[k.identity] = at
	c.nodes = append(c.nodes, member{pos: *p})
	c.push(at)
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
	if c.nodes[at].failed || last != board.NoMove && c.survey(&pos, last).holds {
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
		if o := c.survey(p, m); o.holds && o.news < best.news {
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

// survey looks at a move and all answers to it.
func (c *closedSet) survey(p *board.Position, m board.Move) option {
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
			o.news++
		}
	}
	return o
}

// meet tells of a position after an answer whether it is held, as far as is known, and
// whether it would be a new member.
func (c *closedSet) meet(p *board.Position) (holds, isNew bool) {
	s := c.solver
	n, k, known := s.meet(p, false)
	if known {
		return n.delta != 0, s.advised() && !s.over(p) && !c.has(p)
	}
	if at, ok := c.number[k.identity]; ok {
		return !c.nodes[at].failed, false
	}
	e, ok := s.table.load(k)
	return !ok || e.delta != 0 || !e.exact(), true
}

// has reports whether p is a member.
func (c *closedSet) has(p *board.Position) bool {
	_, ok := c.number[c.solver.keys.of(p, false).identity]
	return ok
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
		if up := (parent{at, m}); !slices.Contains(c.nodes[to].parents, up) {
			c.nodes[to].parents = append(c.nodes[to].parents, up)
		}
	}
}

// fail takes a member out of the set, for the attacker wins there, and sends those who relied
// on it to choose again.
func (c *closedSet) fail(at int32) {
	n := &c.nodes[at]
	n.failed = true
	c.solver.table.store(c.solver.keys.of(&n.pos, false), entry{numbers: fails, effort: maxEffort})
	for _, up := range n.parents {
		if c.nodes[up.member].move == up.move && !c.nodes[up.member].failed {
			c.push(up.member)
		}
	}
	n.parents = nil
}

// claims tells sink the move of each position that the roots need.
func (c *closedSet) claims(roots []board.Position, sink Sink) error {
	return c.solver.walk(roots, false, func(p *board.Position) (board.Move, error) {
		at, ok := c.number[c.solver.keys.of(p, false).identity]
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
		} else if at, ok := c.number[s.keys.of(&y, false).identity]; !ok || c.nodes[at].failed {
			return false
		}
	}
	return true
}
