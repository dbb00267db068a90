package proof

import (
	"context"
	"math"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/solver/internal/dfpn"
	"tinyhouse/solver/internal/jobtree"
	"tinyhouse/solver/internal/strategy"
)

// The budgets of a goal.
const (
	firstBudget  = 1 << 12
	mostBudget   = 1 << 28
	smallBudget  = 1 << 15 // up to this, one thread searches without a tree
	adviceBudget = 1 << 4  // of each advice to the draw strategy
	memberShare  = 32      // searched positions that allow the draw strategy one more member
)

// goal is the goal that the attacker wins a position. Each round of work has a larger budget.
type goal struct {
	solver   *Solver
	pos      board.Position
	attacker board.Color
	tree     *jobtree.Tree
	draw     *strategy.Draw
	advisor  *dfpn.Searcher // of the draw strategy
	budget   uint64
	searched uint64 // positions so far, without those before a checkpoint
	most     uint64 // positions to search in this round
	wins     bool   // the result, if certain
	certain  bool
	assumed  bool // the search ended with an assumption, which only the draw strategy can confirm or refute
}

// newGoal returns a goal. Evaluate says whether the workers have evaluators.
func (s *Solver) newGoal(w *jobtree.Worker, p *board.Position, attacker board.Color, evaluate bool) *goal {
	q := &goal{solver: s, pos: *p, attacker: attacker, advisor: w.Searcher, budget: firstBudget, most: noBudget}
	q.tree = jobtree.New(&s.Shared, p, attacker, evaluate)
	q.dropDraw()
	return q
}

// dropDraw replaces the draw strategy by an empty one.
func (q *goal) dropDraw() { q.draw = strategy.NewDraw(q.advisor, q.attacker, adviceBudget) }

func (q *goal) search(ctx context.Context, workers []*jobtree.Worker) {
	var n dfpn.Numbers
	budget := min(q.budget, q.most)
	switch {
	case q.solver.Pawns != nil:
		q.searchPawns(ctx, len(workers), budget)
		return
	case q.budget <= smallBudget:
		defer workers[0].StopWith(ctx)()
		n = workers[0].Search(&q.pos, q.attacker, budget)
	default:
		n = q.tree.Grow(ctx, workers, budget)
	}
	if n.Exact() {
		q.wins, q.certain = (q.pos.Turn() == q.attacker) == (n.Phi == 0), true
	}
	q.assumed = n.Decided() && !q.certain
}

func (q *goal) searchPawns(ctx context.Context, threads int, budget uint64) {
	s := q.solver.Pawns
	if q.pos.Turn() == q.attacker {
		q.wins, q.certain = s.Wins(ctx, &q.pos, threads, budget)
		return
	}
	holds, ok := s.Holds(ctx, &q.pos, threads, budget)
	q.wins, q.certain = ok && !holds, ok
}

// buildDraw extends the draw strategy, up to a quarter of the budget and a share of the positions
// searched. If the search ended with an assumption, memory is the limit.
func (q *goal) buildDraw(ctx context.Context) {
	defer q.advisor.StopWith(ctx)()
	most := q.room()
	members := min(q.budget/4, leastMembers+q.searched/memberShare, most)
	if q.assumed {
		members = min(max(q.budget/4, 2*uint64(q.draw.Len())), most)
	}
	limits := strategy.DrawLimits{Members: int(members), Most: int(most), Nodes: q.advisor.Nodes + q.most}
	if holds, certain := q.draw.Build(ctx, q.roots(q.attacker.Other()), limits); certain {
		q.wins, q.certain = !holds, true
	}
}

// isStuck reports whether the search ended with an assumption and the draw strategy has no more
// room.
func (q *goal) isStuck() bool { return q.assumed && uint64(q.draw.Len()) > q.room() }

// room returns how many members the draw strategy may have beside the other one and the enumeration.
func (q *goal) room() uint64 {
	s := q.solver
	enumeration := s.enumerationBytes()
	if s.enumeration != nil && s.enumeration.CanGrow(&q.pos) {
		enumeration = s.memory.enumeration()
	}
	return uint64(s.memory.positions(enumeration, 2*strategy.DrawBytes))
}

// pursue searches, then extends the draw strategy, each for at most the given time, so that a long
// search leaves time for the strategy.
func (q *goal) pursue(ctx context.Context, workers []*jobtree.Worker, longest time.Duration) {
	within := func(work func(context.Context)) {
		if q.certain || ctx.Err() != nil {
			return
		}
		limited, cancel := context.WithTimeout(ctx, longest)
		defer cancel()
		work(limited)
	}
	within(func(ctx context.Context) {
		before := nodesOf(workers)
		q.search(ctx, workers)
		spent := nodesOf(workers) - before
		q.searched += spent
		q.most -= min(q.most, spent)
	})
	if q.solver.Pawns == nil { // pawns never go back, so play does not repeat
		within(q.buildDraw)
	}
	q.budget = min(2*q.budget, mostBudget)
}

// nodesOf returns the positions that workers have searched.
func nodesOf(workers []*jobtree.Worker) uint64 {
	n := uint64(0)
	for _, w := range workers {
		n += w.Nodes
	}
	return n
}

// attackerWins reports whether the attacker wins p, if that takes no more than about budget
// positions.
func (s *Solver) attackerWins(ctx context.Context, w *jobtree.Worker, p *board.Position, attacker board.Color, budget uint64) bool {
	q := s.newGoal(w, p, attacker, false)
	for spent := uint64(0); !q.certain && !q.isStuck() && spent < budget && ctx.Err() == nil; spent += q.budget {
		q.pursue(ctx, []*jobtree.Worker{w}, math.MaxInt64)
	}
	return q.wins && q.certain
}

// roots returns the position if c is to move there, otherwise all positions after it where the game
// goes on.
func (q *goal) roots(c board.Color) []board.Position {
	if q.pos.Turn() == c {
		return []board.Position{q.pos}
	}
	g := q.solver.Game
	var l board.List
	var all []board.Position
	g.Moves(&q.pos, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, &q.pos, m)
		if !g.Ended(&next).Over() {
			all = append(all, next)
		}
	}
	return all
}
