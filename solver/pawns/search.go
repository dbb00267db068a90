package pawns

import (
	"context"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
)

// Search decides claims about positions of a game of pawns, depth first, with a table. It
// may be asked again and again, one question at a time, and remembers what it has proved
// as long as there is room.
type Search struct {
	lore   *Lore
	memory *memory
	marks  markTable
	nodes  atomic.Uint64
	opened atomic.Uint64 // of nodes
	idle   struct {
		sync.Mutex
		scouts []*scout
	}
	limit   uint64       // of nodes
	stopped *atomic.Bool // of the question asked now
}

// NewSearch returns a search of a game with a table of so many bytes. The table never takes a
// position for another. One that holds a twentieth of what is to be remembered makes a
// search a tenth longer.
func NewSearch(l *Lore, bytes int64) *Search {
	return &Search{lore: l, memory: newMemory(bytes)}
}

// Nodes returns how many positions have had their moves looked at so far. It may be called
// while searching, and is then some thousands behind.
func (s *Search) Nodes() uint64 { return s.nodes.Load() }

// Opened returns how many of Nodes were looked up and kept in the table. The others were
// decided, or left open, by looking ahead from them without it.
func (s *Search) Opened() uint64 { return s.opened.Load() }

// hire returns a scout that nobody else uses, and that may remember something.
func (s *Search) hire() *scout {
	s.idle.Lock()
	defer s.idle.Unlock()
	n := len(s.idle.scouts)
	if n == 0 {
		return &scout{rules: s.lore.rules}
	}
	sc := s.idle.scouts[n-1]
	s.idle.scouts = s.idle.scouts[:n-1]
	return sc
}

// release makes a scout idle.
func (s *Search) release(sc *scout) {
	s.idle.Lock()
	defer s.idle.Unlock()
	s.idle.scouts = append(s.idle.scouts, sc)
}

// Load returns how full the table is, in thousandths. It may be called while searching.
func (s *Search) Load() int { return s.memory.load() }

// Wins reports whether the side to move of p wins. Ok is false if ctx ended, or about so
// many positions were looked at, before that was known; what has been found till then is
// remembered.
func (s *Search) Wins(ctx context.Context, p *board.Position, threads int, limit uint64) (yes, ok bool) {
	return s.ask(ctx, p, score.Win, threads, limit)
}

// Holds reports whether the side to move of p gets at least a draw; ok as in Wins.
func (s *Search) Holds(ctx context.Context, p *board.Position, threads int, limit uint64) (yes, ok bool) {
	return s.ask(ctx, p, score.Draw, threads, limit)
}

// Known reports whether the side to move of p wins or, without win, gets at least a draw, if
// that is known without search. It may be called while searching.
func (s *Search) Known(p *board.Position, win bool) (yes, ok bool) {
	f := s.lore.Frame(p)
	if win {
		return s.known(&f, score.Win)
	}
	return s.known(&f, score.Draw)
}

// known reports whether f has a value of at least claim, if that is known.
func (s *Search) known(f *Frame, claim score.Outcome) (yes, ok bool) {
	lo, hi, k := s.lore.LookAt(f)
	if yes, ok = (fact{lo: lo, hi: hi}).answer(claim); ok {
		return yes, true
	}
	return s.memory.answer(k, k.hash(), claim)
}

// ask decides a claim. All threads search the whole tree: they part where the marks of the
// others tell them to, and hear of what others have found by the table. Two look at 4 %
// more positions than one.
func (s *Search) ask(ctx context.Context, p *board.Position, claim score.Outcome, threads int, limit uint64) (yes, ok bool) {
	f := s.lore.Frame(p)
	if yes, ok = s.known(&f, claim); ok {
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
			d := newDiver(s, threads > 1)
			yes := d.proves(&f, claim)
			d.report()
			s.release(d.scout)
			if d.cut == nowhere {
				proved.Store(yes)
				answered.Store(true)
				stopped.Store(true)
			}
		})
	}
	all.Wait()
	return proved.Load(), answered.Load()
}
