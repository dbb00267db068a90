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

// rootReport identifies a report of the best line.
type rootReport struct {
	move  board.Move
	depth int
	bound Bound
}

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
		line = w.completePV(r)
	}
	w.sendInfo(Info{
		Depth: r.depth, SelDepth: max(r.sel, len(line)), MultiPV: rank, Value: r.value, Long: r.long, Bound: r.bound, PV: line,
	})
}

// sendInfo completes i with the figures of the whole search and reports it.
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

// winDrawLoss estimates how often a position of value v is won, drawn and lost, in permille.
func (s *Searcher) winDrawLoss(v score.Value) [3]int {
	switch {
	case v >= score.Proven:
		return [3]int{1000, 0, 0}
	case v <= -score.Proven:
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

// finish returns the answer of a finished search. It reports the line of the answer unless that
// was the last report: an unfinished iteration may have found a better move.
func (w *worker) finish() Best {
	if w.settings.Elo > 0 {
		w.chooseWeakMove()
	}
	r := &w.answer
	if r.len == 0 { // stopped before the first root move was searched
		r.move, r.len, r.line[0] = w.roots[0].move, 1, w.roots[0].move
		r.value, r.bound, r.depth = w.stack[0].static, Lower, 1
	}
	if r.bound == Lower {
		r.makeExact()
		if _, o := w.after(r.move); o.Over() {
			r.value = -terminalValue(o, 1)
		}
	}
	if now := (rootReport{r.move, r.depth, r.bound}); now != w.rootReport {
		w.reportLine(r, 1)
	}
	best := Best{Move: r.move, OK: true}
	if line := w.completePV(r); len(line) > 1 && r.bound == Exact {
		best.Ponder = line[1]
	} else {
		best.Ponder = w.expectedReply(r.move)
	}
	return best
}

// makeExact turns a lower bound into an exact value, because the last line that is reported names
// the move that is played. It claims neither a draw nor a distance to the end, which the stopped
// search has not proved.
func (r *rootMove) makeExact() {
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

// after returns the position after the root move m, and the outcome if the game is over there.
func (w *worker) after(m board.Move) (board.Position, board.Outcome) {
	var next board.Position
	w.game.Apply(&next, &w.stack[0].pos, m)
	return next, w.game.Outcome(&next, w.keys[:w.base+1])
}

// expectedReply returns the reply to m of the transposition table, or NoMove if there is none or
// m ends the game.
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
