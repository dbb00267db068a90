package strategy

import (
	"context"
	"math"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/dfpn"
)

// Draw is a draw strategy under construction. Its members are positions with the defender to move.
//
// It grows forward from the roots: the defender chooses one move for each member, and every reply
// to it adds a member. A member all of whose moves fail is removed, and those that relied on it
// choose again. A strategy in which no member waits for a move is closed: the defender does not
// lose. If a root is removed, the attacker wins. Both answers are exact; the search only advises.
// Source: Liu and Smolka (1998), "Simple linear-time algorithms for minimal fixed points".
type Draw struct {
	Report func(positions, open int) // called for each position that gets a move; or nil

	shared   *dfpn.Shared
	searcher *dfpn.Searcher // advises
	attacker board.Color
	budget   uint64 // of each advice
	nodes    []member
	edges    []edge
	numbers  map[uint64]int32 // of the members, by identity
	open     []int32          // members that wait for a move
	removed  uint64           // members
	moves    board.List
	replies  board.List
}

// DrawBytes is the memory of a member of a draw strategy.
const DrawBytes = 400

// member is a position of the strategy.
type member struct {
	pos     board.Position
	parents int32      // its last edge, from 1; 0: none
	move    board.Move // chosen, or NoMove
	removed bool       // the attacker wins
	queued  bool
}

// edge leads from a member by its move and a reply to another member.
type edge struct {
	from     int32
	previous int32 // edge to the same member, as member.parents
	move     board.Move
}

// DrawLimits bound the construction of a draw strategy.
type DrawLimits struct {
	Members int    // exceeded if at most a quarter of the members wait for a move: then it is about to close
	Most    int    // members in any case
	Nodes   uint64 // positions that the searcher may have expanded in all
}

// NewDraw returns an empty strategy. Budget is the number of positions that the searcher expands
// for each advice.
func NewDraw(w *dfpn.Searcher, attacker board.Color, budget uint64) *Draw {
	return &Draw{shared: w.Shared, searcher: w, attacker: attacker, budget: budget, numbers: map[uint64]int32{}}
}

// Len returns the number of members.
func (d *Draw) Len() int { return len(d.nodes) }

// Build adds the roots, and what must be added with them, until the strategy is closed, a limit is
// reached or ctx ends. It reports whether all roots are members, and whether that is certain. Of
// strategies that do not close, three in four members wait for a move; half of them in Dobutsu.
func (d *Draw) Build(ctx context.Context, roots []board.Position, l DrawLimits) (holds, certain bool) {
	numbers := make([]int32, len(roots))
	for i := range roots {
		numbers[i] = d.add(&roots[i])
	}
	for len(d.open) > 0 {
		full := len(d.nodes) > l.Members && (4*len(d.open) > len(d.nodes) || len(d.nodes) > l.Most)
		if full || ctx.Err() != nil || d.searcher.Nodes >= l.Nodes {
			return false, false
		}
		if d.Report != nil {
			d.Report(len(d.nodes), len(d.open))
		}
		at := d.open[len(d.open)-1]
		d.open = d.open[:len(d.open)-1]
		d.nodes[at].queued = false
		d.choose(ctx, at)
		for _, root := range numbers {
			if d.nodes[root].removed {
				return false, true
			}
		}
	}
	d.store()
	return true, true
}

// The efforts of members in the table, which decide what it overwrites first.
const (
	closedEffort = dfpn.MaxEffort / 2 // of a closed strategy: high, since each member needs all others
	leastRemoved = 1 << 8             // positions, for the first removed member
)

// store stores in the table that the members of a closed strategy are held.
func (d *Draw) store() {
	for i := range d.nodes {
		if n := &d.nodes[i]; !n.removed {
			d.shared.Table.Store(d.shared.Hasher.Key(&n.pos, false), dfpn.Entry{Numbers: dfpn.Succeeds, Move: n.move, Effort: closedEffort})
		}
	}
}

// add returns the number of the member p, and makes one if there is none.
func (d *Draw) add(p *board.Position) int32 {
	identity := d.shared.Hasher.Key(p, false).Identity
	at, ok := d.numbers[identity]
	if !ok {
		at = int32(len(d.nodes))
		d.numbers[identity] = at
		d.nodes = append(d.nodes, member{pos: *p})
		d.enqueue(at)
	}
	return at
}

// enqueue has a member wait for a move.
func (d *Draw) enqueue(at int32) {
	if !d.nodes[at].queued {
		d.nodes[at].queued = true
		d.open = append(d.open, at)
	}
}

// choose chooses the move of a member, unless its last choice still holds: one after which the
// attacker is not known to win, and that adds the fewest members.
func (d *Draw) choose(ctx context.Context, at int32) {
	pos, last := d.nodes[at].pos, d.nodes[at].move
	if d.nodes[at].removed || last != board.NoMove && d.survey(&pos, last, math.MaxInt).holds {
		return
	}
	var refuted []board.Move // by the search just now: the table may overwrite that
	for {
		best := d.best(&pos, refuted)
		switch {
		case !best.holds:
			if ctx.Err() != nil {
				d.enqueue(at) // the advice may have been cut short
				return
			}
			d.remove(at)
			return
		case best.added == 0 || d.advise(ctx, &pos, best.move):
			d.setMove(at, &pos, best.move)
			return
		}
		refuted = append(refuted, best.move)
	}
}

// option is a move of the defender.
type option struct {
	move  board.Move
	holds bool // as far as is known
	added int  // members that it would add; 0 if it is known to hold
}

// best returns the best move that is not refuted; one that does not hold if there is none.
func (d *Draw) best(p *board.Position, refuted []board.Move) option {
	best := option{added: math.MaxInt}
	d.shared.Game.Moves(p, &d.moves)
	for _, m := range d.moves.All() {
		if slices.Contains(refuted, m) {
			continue
		}
		if o := d.survey(p, m, best.added); o.holds && o.added < best.added {
			if best = o; o.added == 0 {
				break
			}
		}
	}
	return best
}

// survey returns what is known of a move by all replies to it. It stops when the move adds most
// members.
func (d *Draw) survey(p *board.Position, m board.Move, most int) option {
	s := d.shared
	var after board.Position
	s.Game.Apply(&after, p, m)
	n, k, known := s.Initial(&after, true)
	if known {
		return option{move: m, holds: n.Phi != 0}
	}
	if e, ok := s.Table.Load(k); ok && e.Exact() {
		return option{move: m, holds: e.Phi != 0}
	}
	o := option{move: m, holds: true}
	s.Game.Moves(&after, &d.replies)
	for _, r := range d.replies.All() {
		var next board.Position
		s.Game.Apply(&next, &after, r)
		holds, isNew := d.status(&next)
		if !holds {
			return option{move: m}
		}
		if isNew {
			if o.added++; o.added >= most {
				break
			}
		}
	}
	return o
}

// status reports whether a position after a reply is held, as far as is known, and whether it
// would be a new member.
func (d *Draw) status(p *board.Position) (holds, isNew bool) {
	s := d.shared
	if s.HasValues() {
		if n, _, known := s.Initial(p, false); known {
			_, member := d.numbers[s.Hasher.Key(p, false).Identity]
			return n.Delta != 0, !member && !s.Game.Ended(p).Over()
		}
	}
	k := s.Hasher.Key(p, false)
	if at, ok := d.numbers[k.Identity]; ok { // the most frequent case, and the cheapest
		return !d.nodes[at].removed, false
	}
	if !s.HasValues() {
		if o := s.Game.Ended(p); o.Over() {
			return score.Outcome(o.Result) != score.Loss, false
		}
	}
	e, ok := s.Table.Load(k)
	return !ok || e.Delta != 0 || !e.Exact(), true
}

// advise reports whether the attacker does not seem to win after a move.
func (d *Draw) advise(ctx context.Context, p *board.Position, m board.Move) bool {
	var next board.Position
	d.shared.Game.Apply(&next, p, m)
	if d.shared.Game.Ended(&next).Over() {
		return true
	}
	if d.shared.Pawns != nil {
		wins, ok := d.shared.Pawns.Wins(ctx, &next, 1, math.MaxInt64)
		return ok && !wins
	}
	return d.searcher.Search(&next, d.attacker, d.budget).Phi != 0
}

// setMove gives a member its move, and adds the members that the replies lead to.
func (d *Draw) setMove(at int32, p *board.Position, m board.Move) {
	g := d.shared.Game
	d.nodes[at].move = m
	var after, next board.Position
	g.Apply(&after, p, m)
	g.Moves(&after, &d.replies)
	for _, r := range d.replies.All() {
		g.Apply(&next, &after, r)
		if g.Ended(&next).Over() {
			continue
		}
		to := d.add(&next)
		last := &d.nodes[to].parents
		if i := *last - 1; i < 0 || d.edges[i].from != at || d.edges[i].move != m {
			d.edges = append(d.edges, edge{at, *last, m})
			*last = int32(len(d.edges))
		}
	}
}

// remove removes a member, which the attacker wins, and has those that relied on it choose again.
// A win rests on those found before it, so its effort in the table grows: a search for the proof
// prefers the least.
func (d *Draw) remove(at int32) {
	n := &d.nodes[at]
	n.removed = true
	d.shared.Table.Store(d.shared.Hasher.Key(&n.pos, false), dfpn.Entry{Numbers: dfpn.Fails, Effort: dfpn.EffortOf(leastRemoved + d.removed)})
	d.removed++
	for i := n.parents; i > 0; i = d.edges[i-1].previous {
		up := &d.edges[i-1]
		if d.nodes[up.from].move == up.move && !d.nodes[up.from].removed {
			d.enqueue(up.from)
		}
	}
	n.parents = 0
}

// Export exports the positions that the roots need.
func (d *Draw) Export(ctx context.Context, roots []board.Position, emit Emit) error {
	return export(ctx, d.shared.Game, roots, newClasses(d.shared, false), d.moveOf, emit)
}

// moveOf returns the move of a position of the closed strategy.
func (d *Draw) moveOf(p *board.Position) (m board.Move, v score.Exact, err error) {
	at, ok := d.numbers[d.shared.Hasher.Key(p, false).Identity]
	if !ok || d.nodes[at].removed {
		return m, v, errLost
	}
	n := &d.nodes[at]
	m, err = replace(d.shared.Game, &n.pos, p, n.move, func(m board.Move) bool { return d.isClosed(p, m) })
	return m, v, err
}

// isClosed reports whether all replies to a move lead to members, or to ends of the game that the
// defender does not lose.
func (d *Draw) isClosed(p *board.Position, m board.Move) bool {
	s := d.shared
	var after, next board.Position
	s.Game.Apply(&after, p, m)
	if o := s.Game.Ended(&after); o.Over() {
		return score.Outcome(o.Result) != score.Win
	}
	s.Game.Moves(&after, &d.replies)
	for _, r := range d.replies.All() {
		s.Game.Apply(&next, &after, r)
		if o := s.Game.Ended(&next); o.Over() {
			if score.Outcome(o.Result) == score.Loss {
				return false
			}
		} else if at, ok := d.numbers[s.Hasher.Key(&next, false).Identity]; !ok || d.nodes[at].removed {
			return false
		}
	}
	return true
}
