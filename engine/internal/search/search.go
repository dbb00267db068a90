package search

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/score"
)

// node is what the search of one position knows of it.
type node struct {
	ply, depth  int
	alpha, beta score.Value
	pv          bool // the window is open: the value may be exact
	cut         bool // a value of at least beta is expected
	improving   bool // the estimate is better than two plies ago
	entry       tt.Entry
	known       bool // entry counts
	tableValue  score.Value

	best    score.Value
	move    board.Move
	moves   int // legal moves met
	quiets  int // in frame.tried
	checks  board.CheckSquares
	looked  bool // checks counts
	noisies int  // in frame.taken
	start   score.Value
}

// search returns the value of the position at ply, looked at depth plies ahead:
//
//	a value v with alpha < v < beta is exact, and the frame's line leads to it;
//	v <= alpha says that the value is at most v;
//	v >= beta says that it is at least v.
//
// Decisive values are never a guess: all moves of the loser have been searched, and every
// win is a line found. The function is long because it is the order of the ideas, each of
// which has its own.
func (w *worker) search(ply, depth int, alpha, beta score.Value, cut bool) score.Value {
	if depth <= 0 {
		if ply > 1 {
			return w.quiesce(ply, 0, alpha, beta)
		}
		depth = 1 // quiescence would not see that a root move ends the game
	}
	f := &w.frames[ply]
	f.pvLen = 0
	if w.visit(ply) {
		return 0
	}
	if v, over := w.ended(ply); over {
		return v
	}
	if ply >= maxPly-1 {
		return w.estimate(f)
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, pv: beta-alpha > 1, cut: cut, start: alpha}
	n.alpha = max(n.alpha, score.LostIn(ply))
	n.beta = min(n.beta, score.WonIn(ply+w.traits.soonest))
	if n.alpha >= n.beta {
		return n.alpha
	}
	if f.excluded == board.NoMove {
		if v, ok := w.probeTB(&n, f); ok {
			return v
		}
		if v, ok := w.probeTT(&n, f); ok {
			return v
		}
	}
	w.assess(&n, f)
	w.frames[ply+2].killers = [2]board.Move{}
	if !w.plain && !n.pv && !f.inCheck && f.excluded == board.NoMove {
		if v, ok := w.prune(&n, f); ok || w.aborted {
			return v
		}
	}
	if !w.plain && n.depth >= 4 && n.entry.Move == 0 && f.excluded == board.NoMove && (n.pv || n.cut) {
		n.depth--
	}
	w.searchMoves(&n, f)
	if w.aborted {
		return 0
	}
	if n.moves == 0 {
		if f.excluded != board.NoMove {
			return n.alpha
		}
		return decided(w.game.NoMoves(&f.pos), ply)
	}
	if f.excluded == board.NoMove {
		w.remember(&n, f)
	}
	return n.best
}

// searchMoves searches the moves of a node one after the other until one reaches beta.
func (w *worker) searchMoves(n *node, f *frame) {
	n.best = -score.Infinite
	var pk picker
	pk.start(w, n.ply, board.Move(n.entry.Move))
	for {
		m, noisy := pk.next()
		if m == board.NoMove {
			return
		}
		if m == f.excluded {
			continue
		}
		n.moves++
		extend, multi := 0, false
		if n.moves == 1 && m == board.Move(n.entry.Move) {
			if extend, multi = w.singular(n, f, m); multi || w.aborted {
				return
			}
		}
		if n.best > -score.Decisive && w.skip(n, f, m, noisy, &pk) {
			continue
		}
		w.play(n.ply, m)
		if extend == 0 && w.extendsCheck(n, f, m) {
			extend = 1
		}
		v := w.searchMove(n, f, m, noisy, extend)
		if w.aborted {
			return
		}
		if w.raise(n, f, m, noisy, v) {
			return
		}
	}
}

// searchMove returns the value of the move just played: first a look with a closed window,
// less deep for late moves, then as much as that turns out to be worth.
func (w *worker) searchMove(n *node, f *frame, m board.Move, noisy bool, extend int) score.Value {
	depth := n.depth - 1 + extend
	if n.moves == 1 {
		return -w.search(n.ply+1, depth, -n.beta, -n.alpha, !n.pv && !n.cut)
	}
	v := n.alpha + 1
	if r := w.reduction(n, f, m, noisy); r > 0 && depth > 1 {
		less := max(depth-r, 1)
		v = -w.search(n.ply+1, less, -n.alpha-1, -n.alpha, true)
		if w.aborted {
			return 0
		}
		if v > n.alpha && less < depth {
			v = -w.search(n.ply+1, depth, -n.alpha-1, -n.alpha, !n.cut)
		}
	} else {
		v = -w.search(n.ply+1, depth, -n.alpha-1, -n.alpha, !n.cut)
	}
	if n.pv && v > n.alpha && !w.aborted {
		v = -w.search(n.ply+1, depth, -n.beta, -n.alpha, false)
	}
	return v
}

// raise takes the value of a move into the node and reports whether it reaches beta.
func (w *worker) raise(n *node, f *frame, m board.Move, noisy bool, v score.Value) bool {
	if v > n.best {
		n.best = v
		if v > n.alpha {
			n.alpha, n.move = v, m
			if n.pv {
				w.extendLine(n.ply, m)
			}
		}
	}
	if n.alpha >= n.beta {
		w.learn(n, f, m, noisy)
		return true
	}
	if noisy && n.noisies < len(f.taken) {
		f.taken[n.noisies] = m
		n.noisies++
	} else if !noisy && n.quiets < len(f.tried) {
		f.tried[n.quiets] = m
		n.quiets++
	}
	return false
}

// learn teaches the histories what cut.
func (w *worker) learn(n *node, f *frame, m board.Move, noisy bool) {
	if !noisy {
		w.learnQuiet(n.ply, n.depth, m, f.tried[:n.quiets])
	}
	w.learnNoisy(n.ply, n.depth, m, f.taken[:n.noisies])
}

// extendLine makes the line of ply the move and the line after it.
func (w *worker) extendLine(ply int, m board.Move) {
	f, next := &w.frames[ply], &w.frames[ply+1]
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
}

// probeTT looks the position up in the hash table; ok means that its value settles the node.
func (w *worker) probeTT(n *node, f *frame) (score.Value, bool) {
	e, ok := w.tt.Get(f.pos.Key())
	if !ok {
		return 0, false
	}
	n.entry, n.known = e, true
	n.tableValue = fromTable(e.Value, n.ply)
	if !n.pv && int(e.Depth) >= n.depth && settles(e.Bound, n.tableValue, n.beta) &&
		(w.traits.limit == 0 || f.pos.Clock() < w.traits.limit-10) {
		return n.tableValue, true
	}
	if e.Move != 0 && !w.game.IsLegal(&f.pos, board.Move(e.Move)) {
		n.entry.Move = 0
	}
	return 0, false
}

// settles reports whether a bound decides a closed window below beta.
func settles(b tt.Bound, v, beta score.Value) bool {
	return b == tt.Exact || b == tt.Lower && v >= beta || b == tt.Upper && v < beta
}

// remember stores the value of a node in the hash table.
func (w *worker) remember(n *node, f *frame) {
	e := tt.Entry{Move: uint16(n.move), Depth: int8(n.depth), Value: toTable(n.best, n.ply), Eval: int16(f.static)}
	switch {
	case n.best >= n.beta:
		e.Bound = tt.Lower
	case n.best > n.start && n.pv:
		e.Bound = tt.Exact
	default:
		e.Bound = tt.Upper
	}
	w.tt.Put(f.pos.Key(), e)
}

// toTable and fromTable turn distances from the root into distances from the position and
// back.
func toTable(v score.Value, ply int) int16 {
	switch {
	case v >= score.Decisive:
		v += score.Value(ply)
	case v <= -score.Decisive:
		v -= score.Value(ply)
	}
	return int16(v)
}

func fromTable(v int16, ply int) score.Value {
	switch v := score.Value(v); {
	case v >= score.Decisive:
		return v - score.Value(ply)
	case v <= -score.Decisive:
		return v + score.Value(ply)
	default:
		return v
	}
}

// probeTB asks the tables of exact values.
func (w *worker) probeTB(n *node, f *frame) (score.Value, bool) {
	if w.prober == nil {
		return 0, false
	}
	x, ok := w.prober.ProbeNode(w.game, &f.pos)
	if !ok || w.game.MoveLimitWithin(&f.pos, int(x.Plies)) {
		return 0, false
	}
	w.hits.Add(1)
	return exactAt(x, n.ply), true
}

// exactAt returns an exact value as seen from the root, ply plies before.
func exactAt(x score.Exact, ply int) score.Value {
	x.Plies += uint16(ply)
	return x.Value()
}

// estimate returns the static value of the position in f for the side to move.
func (w *worker) estimate(f *frame) score.Value {
	return score.Value(w.eval.Evaluate(&f.pos))
}

// assess sets the static value of a node, from the table where it is there.
func (w *worker) assess(n *node, f *frame) {
	switch {
	case f.inCheck:
		f.static = score.None
		return
	case f.excluded != board.NoMove:
	case n.known && score.Value(n.entry.Eval) != score.None:
		f.static = score.Value(n.entry.Eval)
	default:
		f.static = w.estimate(f)
	}
	if n.ply >= 2 {
		before := w.frames[n.ply-2].static
		n.improving = before == score.None || f.static > before
	}
}
