package search

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/eval"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/internal/tt"
	"tinyhouse/engine/tablebase"
)

// Searcher is a search and all that its threads share. During a search only the transposition
// table and the atomic flags change.
type Searcher struct {
	game    *board.Game
	eval    *eval.Eval // values of pieces, and of positions where there is no net
	net     *nnue.Net  // evaluates positions, or nil
	tt      *tt.Table
	plain   bool             // no pruning, reductions or singular extensions, for comparison with brute force
	prober  tablebase.Prober // of solved positions, or nil
	traits  traits
	reduce  [64][64]int32 // late move reductions in 1024ths of a ply, by depth and move number
	workers []*worker

	limits   Limits
	settings Settings
	clock    clock
	began    time.Time
	stop     atomic.Bool
	hit      chan struct{} // the expected move was played
	report   func(Info)
}

// Settings are the options that may change from one search to the next.
type Settings struct {
	Lines    int           // to search and report (MultiPV), at least 1
	Overhead time.Duration // reserved for each move, see clock
	Elo      int           // playing strength; 0: not limited
}

// New returns a searcher for a game with a transposition table of the given size in MiB.
func New(g *board.Game, mib, threads int) *Searcher {
	s := &Searcher{tt: tt.New(mib), reduce: newReductions(), hit: make(chan struct{}, 1)}
	s.SetGame(g)
	s.SetThreads(threads)
	return s
}

// SetGame changes to another game, without a net, and clears everything.
func (s *Searcher) SetGame(g *board.Game) {
	s.game, s.eval, s.traits = g, eval.New(g), traitsOf(g)
	s.SetNet(nil)
}

// SetNet changes the net, which must be one of the game, or nil, and clears everything.
func (s *Searcher) SetNet(n *nnue.Net) {
	s.net = n
	for _, w := range s.workers {
		w.setNet(n)
	}
	s.Clear()
}

// setNet makes room for the accumulators of a net.
func (w *worker) setNet(n *nnue.Net) {
	w.accumulators = nil
	if n != nil {
		w.accumulators = nnue.NewAccumulators(n, len(w.stack))
	}
}

// SetHash replaces the transposition table by an empty one of the given size in MiB.
func (s *Searcher) SetHash(mib int) {
	s.tt.Free()
	s.tt = tt.New(mib)
}

// SetThreads changes the number of threads.
func (s *Searcher) SetThreads(n int) {
	for len(s.workers) < n {
		w := &worker{Searcher: s, id: len(s.workers), history: new(history)}
		w.setNet(s.net)
		s.workers = append(s.workers, w)
	}
	s.workers = s.workers[:n:n]
}

// ClearHash empties the transposition table.
func (s *Searcher) ClearHash() { s.tt.Clear() }

// Clear empties the transposition table, the histories and the record of lag.
func (s *Searcher) Clear() {
	s.tt.Clear()
	s.clock.lag = lagMeter{}
	for _, w := range s.workers {
		*w.history = history{}
	}
}

// Eval returns the hand-made evaluation.
func (s *Searcher) Eval() *eval.Eval { return s.eval }

// Net returns the net in use, or nil.
func (s *Searcher) Net() *nnue.Net { return s.net }

// PonderHit starts the clock of a pondering search: the expected move was played.
func (s *Searcher) PonderHit() {
	select {
	case s.hit <- struct{}{}:
	default:
	}
}

// Run searches p until a limit is reached or ctx is cancelled, and returns the answer. Past holds
// the keys of the positions before p, oldest first.
func (s *Searcher) Run(ctx context.Context, p *board.Position, past []uint64, l Limits, set Settings, report func(Info)) Best {
	s.limits, s.settings, s.report, s.began = l, set, report, time.Now()
	s.limitNodes()
	s.stop.Store(false)
	s.clock.start(&s.limits, p.Turn(), len(past), set.Overhead, s.began)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	ponder := s.awaitPonderHit(ctx)
	defer s.drainPonderHit()
	for _, w := range s.workers {
		w.prepare(p, past)
	}
	best := s.findMove(p)
	s.stop.Store(true)
	if l.Infinite {
		<-ctx.Done()
	}
	if l.Ponder {
		<-ponder
	}
	s.clock.finish(&s.limits, p.Turn(), len(past))
	return best
}

// awaitPonderHit starts the clock of a pondering search at the hit. It closes the channel when
// the answer may be given.
func (s *Searcher) awaitPonderHit(ctx context.Context) <-chan struct{} {
	done := make(chan struct{})
	if !s.limits.Ponder {
		return done
	}
	go func() {
		defer close(done)
		select {
		case <-s.hit:
			s.clock.hit()
		case <-ctx.Done():
		}
	}()
	return done
}

// drainPonderHit discards a hit that came after the search.
func (s *Searcher) drainPonderHit() {
	select {
	case <-s.hit:
	default:
	}
}

// findMove returns the answer, without a search if the game is over or tables have the position.
func (s *Searcher) findMove(p *board.Position) Best {
	main := s.workers[0]
	if o := s.game.Ended(p); o.Over() {
		s.sendInfo(Info{MultiPV: 1, Value: terminalValue(o, 0)})
		return Best{Outcome: o}
	}
	if len(main.roots) == 0 { // no move of searchmoves is legal
		return Best{}
	}
	if best, ok := s.probeRoot(main); ok {
		return best
	}
	s.filterRoots(main)
	s.tt.NewSearch()
	var wg sync.WaitGroup
	for _, w := range s.workers[1:] {
		wg.Go(w.iterate)
	}
	main.iterate()
	s.stop.Store(true)
	wg.Wait()
	return main.finish()
}
