package search

import (
	"math"
	"slices"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// reportLines reports the lines of a finished iteration, the best first.
func (w *worker) reportLines() {
	for i := range min(w.lines, max(w.settings.Lines, 1)) {
		w.reportLine(&w.roots[i], i+1)
	}
	w.answer = w.roots[0]
}

// told is what tells one report of the best line from another.
type rootReport struct {
	move  board.Move
	depth int
	bound Bound
}

// reportLine reports one line.
func (w *worker) reportLine(r *rootMove, rank int) {
	w.sharedNodes.Store(w.nodes)
	if rank == 1 {
		w.rootReport = rootReport{r.move, r.depth, r.bound}
	}
	if w.report == nil {
		return
	}
	line := slices.Clone(r.line[:r.len])
	if r.bound == Exact {
		line = w.completePV(line, r.value)
	}
	w.sendInfo(Info{
		Depth: r.depth, SelDepth: max(r.sel, len(line)), MultiPV: rank, Value: r.value, Bound: r.bound, PV: line,
	})
}

// tell adds to i what is known of the whole search, and reports it.
func (s *Searcher) sendInfo(i Info) {
	if s.report == nil {
		return
	}
	i.Elapsed = time.Since(s.began)
	i.Nodes = max(i.Nodes, s.total())
	i.NPS = uint64(float64(i.Nodes) / max(i.Elapsed.Seconds(), 1e-6))
	i.HashFull = s.tt.Full()
	for _, w := range s.workers {
		i.TBHits += w.tbHits.Load()
	}
	i.WDL = s.winDrawLoss(i.Value)
	s.report(i)
}

// chances estimates how often a value is won, drawn and lost, in permille.
func (s *Searcher) winDrawLoss(v score.Value) [3]int {
	switch {
	case v >= score.Decisive:
		return [3]int{1000, 0, 0}
	case v <= -score.Decisive:
		return [3]int{0, 0, 1000}
	case v == 0:
		return [3]int{0, 1000, 0}
	}
	draws, slope := 110.0, 90.0
	if s.traits.drops {
		draws, slope = 15, 180
	}
	chance := func(x float64) int { return int(1000 / (1 + math.Exp((draws-x)/slope))) }
	win, loss := chance(float64(v)), chance(-float64(v))
	return [3]int{win, 1000 - win - loss, loss}
}

// conclude returns the answer of a finished search, and reports it where the last report
// was of something else: a better move found in an iteration that was not finished.
func (w *worker) finish() Best {
	if w.settings.Elo > 0 {
		w.chooseWeakMove()
	}
	r := &w.answer
	if r.len == 0 { // stopped before anything was known
		r.move, r.len, r.line[0] = w.roots[0].move, 1, w.roots[0].move
		r.value, r.bound, r.depth = w.stack[0].static, Lower, 1
	}
	if r.bound == Lower {
		r.settle()
		if _, o := w.after(r.move); o.Over() {
			r.value = -terminalValue(o, 1)
		}
	}
	if now := (rootReport{r.move, r.depth, r.bound}); now != w.rootReport {
		w.reportLine(r, 1)
	}
	best := Best{Move: r.move, OK: true}
	if line := w.completePV(slices.Clone(r.line[:r.len]), r.value); len(line) > 1 && r.bound == Exact {
		best.Ponder = line[1]
	} else {
		best.Ponder = w.expectedReply(r.move)
	}
	return best
}

// settle makes an exact line of a bound: the search was stopped while it made sure of a
// better move, and the last line names the move that is played. A draw is claimed only
// where it is one, and a distance only where the line goes all the way.
func (r *rootMove) settle() {
	r.bound = Exact
	switch {
	case r.value == 0:
		r.value = 1
	case r.value >= score.Decisive:
		r.value = score.Proven
	case r.value <= -score.Decisive:
		r.value = -score.Proven
	}
}

// after returns the position after the root move m, and whether the game is over there.
func (w *worker) after(m board.Move) (board.Position, board.Outcome) {
	var next board.Position
	w.game.Apply(&next, &w.stack[0].pos, m)
	return next, w.game.Outcome(&next, w.keys[:w.base+1])
}

// reply returns the move the hash table has against m, or NoMove; there is none to a move
// that ends the game.
func (w *worker) expectedReply(m board.Move) board.Move {
	next, o := w.after(m)
	if o.Over() {
		return board.NoMove
	}
	if e, ok := w.tt.Get(next.Key()); ok && e.Move != 0 && w.game.IsLegal(&next, board.Move(e.Move)) {
		return board.Move(e.Move)
	}
	return board.NoMove
}
