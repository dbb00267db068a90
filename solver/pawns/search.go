package pawns

import (
	"context"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Search decides whether positions of a game of pawns reach a value, depth first, with a
// transposition table that it keeps from one question to the next. It answers one question at a
// time.
type Search struct {
	analysis *Analysis
	table    *table
	busy     busyTable
	nodes    atomic.Uint64
	expanded atomic.Uint64 // of nodes: those for which the table was used
	idle     struct {
		sync.Mutex
		lookaheads []*lookahead
	}
	limit   uint64       // of nodes
	stopped *atomic.Bool // of the current question
}

// NewSearch returns a search with a table of the given bytes. A table for a twentieth of the
// positions to be stored makes a search a tenth longer.
func NewSearch(a *Analysis, bytes int64) *Search {
	return &Search{analysis: a, table: newTable(bytes)}
}

// Nodes returns the number of positions searched. During a search it may be called from any
// goroutine, and is some thousands behind.
func (s *Search) Nodes() uint64 { return s.nodes.Load() }

// Load returns the share of the table in use, in thousandths. It may be called during a search.
func (s *Search) Load() int { return s.table.load() }

// Positions estimates the number of different positions searched: the entries of the table, each with
// the average number of positions that the lookahead searched below. It is 0 after a short search,
// which has no average, and too low if the table is full or comes from a checkpoint.
func (s *Search) Positions() uint64 {
	const enough = 1000
	if s.expanded.Load() < enough {
		return 0
	}
	return uint64(s.table.used.Load()) * (s.nodes.Load() / s.expanded.Load())
}

// acquire returns an unused lookahead.
func (s *Search) acquire() *lookahead {
	s.idle.Lock()
	defer s.idle.Unlock()
	n := len(s.idle.lookaheads)
	if n == 0 {
		return &lookahead{features: s.analysis.features}
	}
	l := s.idle.lookaheads[n-1]
	s.idle.lookaheads = s.idle.lookaheads[:n-1]
	return l
}

// release returns a lookahead to the unused ones.
func (s *Search) release(l *lookahead) {
	s.idle.Lock()
	defer s.idle.Unlock()
	s.idle.lookaheads = append(s.idle.lookaheads, l)
}

// Wins reports whether the side to move of p wins. ok is false if ctx ends, or about limit
// positions have been searched, before that is known; the table keeps what has been proved.
func (s *Search) Wins(ctx context.Context, p *board.Position, threads int, limit uint64) (yes, ok bool) {
	return s.search(ctx, p, score.Win, threads, limit)
}

// Holds reports whether the side to move of p gets at least a draw; ok as in Wins.
func (s *Search) Holds(ctx context.Context, p *board.Position, threads int, limit uint64) (yes, ok bool) {
	return s.search(ctx, p, score.Draw, threads, limit)
}

// Known reports whether the side to move of p wins or, if win is false, gets at least a draw,
// where that is known without search. It may be called during a search.
func (s *Search) Known(p *board.Position, win bool) (yes, ok bool) {
	b := s.analysis.board(p)
	if win {
		return s.probe(&b, score.Win)
	}
	return s.probe(&b, score.Draw)
}

// probe reports whether the value of b is at least target, where that is known without search.
func (s *Search) probe(b *pawnBoard, target score.Outcome) (yes, ok bool) {
	lo, hi, k := s.analysis.bounds(b)
	if yes, ok = (bounds{lo: lo, hi: hi}).reach(target); ok {
		return yes, true
	}
	return s.table.probe(k, k.hash(), target)
}

// search decides whether the value of p is at least target. All threads search the whole tree.
// They part where others are busy, and share results by the table. Two threads search 4 % more
// positions than one.
func (s *Search) search(ctx context.Context, p *board.Position, target score.Outcome, threads int, limit uint64) (yes, ok bool) {
	b := s.analysis.board(p)
	if yes, ok = s.probe(&b, target); ok {
		return yes, true
	}
	s.limit = s.nodes.Load() + min(limit, 1<<62)
	stopped := new(atomic.Bool) // a context that ends late must not stop the next question
	s.stopped = stopped
	stopped.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	var answered, proved atomic.Bool
	var all sync.WaitGroup
	for range max(threads, 1) {
		all.Go(func() {
			t := newThread(s, threads > 1)
			yes := t.run(&b, target)
			t.report()
			s.release(t.lookahead)
			if t.unwind == noUnwind {
				proved.Store(yes)
				answered.Store(true)
				stopped.Store(true)
			}
		})
	}
	all.Wait()
	return proved.Load(), answered.Load()
}
