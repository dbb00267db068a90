package search

import (
	"sync/atomic"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
)

// maxPly is the longest line that is searched: maxDepth and about half of it for extensions. A
// node at maxPly gets its static evaluation.
const maxPly = 200

// maxDepth is the last iteration.
const maxDepth = 120

// stackEntry is the state of one ply in the search stack. It holds all arrays, so that a node
// allocates nothing.
type stackEntry struct {
	pos        board.Position
	noisy      board.List
	quiet      board.List
	scores     [2][board.MaxMoves]int32 // of the two lists
	quietTried [64]board.Move           // quiet moves searched, for the histories
	noisyTried [32]board.Move           // noisy moves searched
	pv         [maxPly + 1]board.Move
	pvLen      int
	killers    [2]board.Move
	excluded   board.Move  // not searched by a singular search
	move       board.Move  // being searched; NoMove: null move
	slot       int         // of move, in the histories
	static     score.Value // static evaluation, or score.None in check
	rev        int         // how many earlier positions may be the same
	inCheck    bool
}

// worker is one thread of a search.
type worker struct {
	*Searcher
	yielder
	id          int
	nodes       uint64
	sharedNodes atomic.Uint64 // nodes, for other threads to read
	tbHits      atomic.Uint64 // positions found in tables and certificates
	nextCheck   uint64        // nodes at which to check the limits next
	step        uint64        // nodes from one check of the limits to the next
	checked     time.Duration // time of the last check
	aborted     bool
	selDepth    int
	stack       [maxPly + 2]stackEntry
	keys        []uint64 // position keys of the game and of the line
	base        int      // index in keys of the root
	history     *history

	accumulators *nnue.Accumulators // of the line, or nil: without a net
	roots        []rootMove
	lines        int // root moves to report (MultiPV)
	answer       rootMove
	depth        int        // iteration
	rootReport   rootReport // of the best line, the last one
}

// traits are the properties of a game that the search depends on.
type traits struct {
	nfold          int         // occurrences of a position that end the game; 0: no limit
	nfoldIs        score.Value // 1, 0 or -1: the result of that for the side to move
	nfoldDraws     bool
	limit          int  // plies without progress that are a draw; 0: no limit
	allowsNullMove bool // the right to move is worth something: null moves are sound
	earliestWin    int  // plies to the earliest possible win of the side to move
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

// terminalValue returns the value of an ended game at ply for the side to move.
func terminalValue(o board.Outcome, ply int) score.Value {
	switch o.Result {
	case rules.Win:
		return score.WonIn(ply)
	case rules.Loss:
		return score.LostIn(ply)
	}
	return 0
}

// play sets the stack entry after ply to the position after a legal move.
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

// pass sets the stack entry after ply to the position after a null move.
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

// checkLimits stops the search at a limit and sets when to check again: after about a
// millisecond, or 1/16 of the time for the move if that is less. Nodes are slow where they touch
// memory for the first time or read tables from disk, so the step adapts.
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
	w.yield(now)
	w.aborted = w.stop.Load()
}

// total returns the nodes of all threads, up to their last checks of the limits.
func (s *Searcher) total() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.sharedNodes.Load()
	}
	return n
}

// gameOver returns the value of the position at ply if the game ends there, or if it repeats an
// earlier one. It does not look for positions without a move.
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

// repeated looks for the position at ply among the earlier ones. One repetition within the line
// counts as a draw: what the repetition gains could be gained at once. Positions before the
// root must repeat as often as the rule says.
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
