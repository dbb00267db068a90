package search

import (
	"sync/atomic"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// maxPly is the longest line a search looks at. Iterations end at maxDepth, and checks and
// singular moves may lengthen a line by half of that; a node at maxPly is only estimated.
const maxPly = 200

// maxDepth is the last iteration.
const maxDepth = 120

// frame is what a worker keeps of one ply. All its arrays are here, so that a node
// allocates nothing.
type stackEntry struct {
	pos        board.Position
	noisy      board.List
	quiet      board.List
	scores     [2][board.MaxMoves]int32 // of the two lists
	quietTried [64]board.Move           // quiet moves searched, for their histories
	noisyTried [32]board.Move           // noisy ones
	pv         [maxPly + 1]board.Move
	pvLen      int
	killers    [2]board.Move
	excluded   board.Move  // left out by a singular search
	move       board.Move  // being searched; NoMove: passing
	slot       int         // of move, in the histories
	static     score.Value // the estimate, or score.None in check
	rev        int         // how many positions before may be the same
	inCheck    bool
}

// worker is one thread of a search.
type worker struct {
	*Searcher
	id          int
	nodes       uint64
	sharedNodes atomic.Uint64 // nodes, as other threads may read them
	tbHits      atomic.Uint64 // table positions met
	nextCheck   uint64        // nodes at which to check the limits next
	step        uint64        // nodes from one check of the limits to the next
	checked     time.Duration // time of the last check
	aborted     bool
	selDepth    int
	stack       [maxPly + 2]stackEntry
	keys        []uint64 // of the game's positions and the line's
	base        int      // index in keys of the root
	history     *history
	roots       []rootMove
	lines       int // roots that are lines to report
	answer      rootMove
	depth       int            // iteration
	rootReport  rootReport     // the best line last reported
	spare       board.Position // for passing
}

// traits are what the search asks of the rules.
type traits struct {
	nfold          int // 0 when repetition ends nothing
	nfoldIs        score.Value
	nfoldDraws     bool
	limit          int  // plies without progress that draw; 0: none
	allowsNullMove bool // a null move says something: having the move is worth it
	earliestWin    int  // plies to the earliest win of a side to move
	ownKing        bool
	drops          bool
}

func traitsOf(g *board.Game) traits {
	end := g.Variant().End
	t := traits{
		nfold:          end.NFold,
		nfoldDraws:     end.NFold == 0 || end.NFoldIs == rules.Draw,
		nfoldIs:        score.Value(end.NFoldIs),
		limit:          2 * end.NMove,
		allowsNullMove: g.HasKing() && end.Stalemate != rules.Win,
		ownKing:        g.HasKing(),
		drops:          g.HasDrops(),
	}
	if end.Checkmate != rules.Win && end.Stalemate != rules.Win && end.Flag == 0 && end.Extinct == "" {
		t.earliestWin = 1
	}
	return t
}

// decided returns the value of an ended game at a ply, for the side to move.
func terminalValue(o board.Outcome, ply int) score.Value {
	switch o.Result {
	case rules.Win:
		return score.WonIn(ply)
	case rules.Loss:
		return score.LostIn(ply)
	}
	return 0
}

// play makes the frame after ply that of the position after a legal move.
func (w *worker) play(ply int, m board.Move) {
	ss, next := &w.stack[ply], &w.stack[ply+1]
	w.game.Apply(&next.pos, &ss.pos, m)
	w.tt.Prefetch(next.pos.Key())
	ss.move = m
	ss.slot = slotOf(&ss.pos, m)
	w.keys[w.base+ply+1] = next.pos.Key()
	next.rev = ss.rev + 1
	if !w.traits.drops && next.pos.Clock() == 0 {
		next.rev = 0
	}
	next.inCheck = w.traits.ownKing && w.game.InCheck(&next.pos)
}

// pass makes the frame after ply that of the same position with the other side to move.
func (w *worker) pass(ply int) {
	ss, next := &w.stack[ply], &w.stack[ply+1]
	w.game.NullMove(&next.pos, &ss.pos)
	ss.move, ss.slot = board.NoMove, 0
	w.keys[w.base+ply+1] = next.pos.Key()
	next.rev = 0
	next.inCheck = false
}

// visit counts a node and reports whether the search must end.
func (w *worker) visit(ply int) bool {
	w.nodes++
	if ply > w.selDepth {
		w.selDepth = ply
	}
	if w.nodes >= w.nextCheck {
		w.checkLimits()
	}
	return w.aborted
}

// checkLimits ends the search at a limit, and sets when to check next: after about a
// millisecond or 1/16 of the time for the move, whatever a node costs. That can be much, where
// memory is touched for the first time or tables are read from disk.
func (w *worker) checkLimits() {
	w.sharedNodes.Store(w.nodes)
	now, longest := w.clock.spent(), time.Millisecond
	if w.clock.hard > 0 {
		longest = min(longest, w.clock.hard/16)
	}
	if now-w.checked > longest {
		w.step = max(w.step/2, 8)
	} else {
		w.step = min(w.step*2, 1024)
	}
	w.checked = now
	w.nextCheck = w.nodes + w.step
	if n := w.limits.Nodes; n > 0 {
		if len(w.workers) == 1 {
			w.nextCheck = min(w.nextCheck, n)
		}
		if w.total() >= n {
			w.stop.Store(true)
		}
	}
	if w.id == 0 && w.clock.pastHard() {
		w.stop.Store(true)
	}
	w.aborted = w.stop.Load()
}

// total returns the nodes of all threads.
func (s *Searcher) total() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.sharedNodes.Load()
	}
	return n
}

// ended returns the value of the position at ply when the rules end the game there or, for
// repetitions, when the line gains nothing by going on. Positions without a move are left
// to the generator.
func (w *worker) gameOver(ply int) (score.Value, bool) {
	ss := &w.stack[ply]
	if o := w.game.Decided(&ss.pos); o.Over() {
		return terminalValue(o, ply), true
	}
	if w.traits.limit > 0 && ss.pos.Clock() >= w.traits.limit {
		if w.game.Count(&ss.pos) == 0 {
			return terminalValue(w.game.NoMoves(&ss.pos), ply), true
		}
		return 0, true
	}
	return w.repeated(ply)
}

// repeated looks for the position at ply among those before it. One repetition inside the
// line is as good as the last: what could be gained by it could be gained at once. Of
// positions before the search began the rule's number is needed.
func (w *worker) repeated(ply int) (score.Value, bool) {
	ss := &w.stack[ply]
	at := w.base + ply
	key, seen := w.keys[at], 1
	for back := 4; back <= ss.rev; back += 2 {
		if w.keys[at-back] != key {
			continue
		}
		if back < ply && w.traits.nfoldDraws {
			return 0, true
		}
		if seen++; w.traits.nfold > 0 && seen >= w.traits.nfold {
			return w.traits.nfoldIs * score.WonIn(ply), true
		}
	}
	return 0, false
}
