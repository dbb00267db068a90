// Package dfpn decides whether one side, the attacker, wins a position: depth-first proof-number
// search with a transposition table of bounded size. Sources: Nagai (2002), "Df-pn algorithm for
// searching AND/OR trees"; Pawlewicz and Lew (2007), "Improving depth-first PN-search: 1+ε trick".
//
// # Repetition
//
// Endless play is a draw, for the attacker as bad as a loss. A position that repeats on the
// current line therefore counts as held by the defender. That is right for the line, but need not
// be for the position:
//
//	won      A win never rests on a repetition, which can only help the defender. Every win in
//	         the table was derived from ends of the game and wins stored before, so it is right
//	         on every line, whatever the table has overwritten since.
//	held     That the defender holds may rest on a repetition. The result is then stored as
//	         assumed, and so is what is derived from it. The search uses assumptions as if they
//	         were true, but only exact numbers are an answer.
//
// A wrong assumption can hide a win, never invent one. Package strategy finds out whether an
// assumed draw is one. Kishimoto and Müller (2004) instead keep results apart by path and verify
// them by simulation; here the certificate needs the strategy anyway.
package dfpn

import (
	"context"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
	"tinyhouse/solver/internal/mate"
	"tinyhouse/solver/internal/poskey"
	"tinyhouse/solver/pawns"
)

// Shared is what all searches of a game share. It is safe for concurrent use.
type Shared struct {
	Game   *board.Game
	Hasher *poskey.Hasher
	Table  *Table
	Prober tablebase.Prober // or nil
	Pawns  *pawns.Search    // nil unless the game has pawns only
}

// Initial returns what is known of p before a search: exact numbers if the rules, the tables or
// the analysis of pawns decide it, otherwise initial numbers and the key of p. Attacking is the
// role of the side to move.
func (s *Shared) Initial(p *board.Position, attacking bool) (n Numbers, k poskey.Key, known bool) {
	if o := s.Game.Decided(p); o.Over() {
		return ended(attacking, o.Result), k, true
	}
	moves := s.Game.Count(p)
	if moves == 0 {
		return ended(attacking, s.Game.NoMoves(p).Result), k, true
	}
	if s.Prober != nil {
		if v, ok := s.Prober.Probe(s.Game, p); ok {
			return ended(attacking, rules.Result(v.Outcome)), k, true
		}
	}
	n = guess(attacking, moves)
	if s.Hasher.Pawns() == nil {
		return n, s.Hasher.Key(p, attacking), false
	}
	low, high, class := s.Hasher.Pawns().Bounds(p)
	if attacking {
		low, high = -high, -low // of the opponent, who wants not to lose
	}
	switch {
	case high == score.Loss:
		return exactly(true, attacking), k, true
	case low > score.Loss:
		return exactly(false, attacking), k, true
	}
	if yes, ok := s.Pawns.Known(p, attacking); ok {
		return exactly(yes == attacking, attacking), k, true
	}
	return n, poskey.OfPawns(class, attacking), false
}

// HasValues reports whether Initial may know values that the rules alone do not give.
func (s *Shared) HasValues() bool { return s.Prober != nil || s.Hasher.Pawns() != nil }

// maxDepth is the longest line in plies.
const maxDepth = 1 << 10

// noThresholds lets a search go on until the position is decided.
var noThresholds = Numbers{assumed, assumed}

// Searcher searches in one goroutine. It may be used again, for any root of the game.
type Searcher struct {
	*Shared
	Nodes uint64 // positions expanded

	line    []ply
	moves   []child // of all positions on the line
	list    board.List
	after   []board.Position // the moves of list
	mates   *mate.Finder
	onLine  [256]uint16 // positions on the line by a part of their key
	limit   uint64      // of Nodes
	stop    *atomic.Bool
	noTrust bool // in what the table assumes
}

// ply is a position on the line.
type ply struct {
	pos       board.Position
	key       poskey.Key
	attacking bool // the role of the side to move
	first     int  // of its moves in Searcher.moves
	nodes     uint64
}

// child is a move, and what is known of the position after it.
type child struct {
	Numbers // as the side to move there sees them
	key     poskey.Key
	move    board.Move
}

// NewSearcher returns a searcher.
func NewSearcher(s *Shared) *Searcher {
	return &Searcher{Shared: s, line: make([]ply, maxDepth+1), mates: mate.New(s.Game), stop: new(atomic.Bool)}
}

// StopWith makes the search stop when ctx ends. Restore restores the previous stop signal.
func (w *Searcher) StopWith(ctx context.Context) (restore func()) {
	stop := new(atomic.Bool)
	off := context.AfterFunc(ctx, func() { stop.Store(true) })
	signal := w.SetStop(stop)
	return func() {
		off()
		signal()
	}
}

// SetStop makes the search stop when the flag is set. Restore restores the previous stop signal.
func (w *Searcher) SetStop(flag *atomic.Bool) (restore func()) {
	before := w.stop
	w.stop = flag
	return func() { w.stop = before }
}

// Stop sets the stop signal, also of others that share it.
func (w *Searcher) Stop() { w.stop.Store(true) }

// Stopped reports whether the stop signal is set.
func (w *Searcher) Stopped() bool { return w.stop.Load() }

// Search searches whether the attacker wins p until that is decided, budget positions are
// expanded or the search is stopped, and returns the numbers for the side to move.
func (w *Searcher) Search(p *board.Position, attacker board.Color, budget uint64) Numbers {
	n, k, known := w.Initial(p, p.Turn() == attacker)
	if known {
		return n
	}
	if e, ok := w.Table.Load(k); ok && e.Exact() {
		return e.Numbers
	}
	w.limit = w.Nodes + budget
	return w.start(p, attacker)
}

// SearchAgain is Search for a position where the game goes on, even if the table has its result, so
// that the table again has the entries from which it follows. It trusts no assumptions.
func (w *Searcher) SearchAgain(p *board.Position, attacker board.Color, budget uint64) Numbers {
	w.limit = w.Nodes + budget
	w.noTrust = true
	defer func() { w.noTrust = false }()
	return w.start(p, attacker)
}

func (w *Searcher) start(p *board.Position, attacker board.Color) Numbers {
	w.moves = w.moves[:0]
	f := &w.line[0]
	f.pos, f.attacking = *p, p.Turn() == attacker
	f.key = w.Hasher.Key(p, f.attacking)
	return w.search(0, noThresholds)
}

// search searches a position on the line, where the game goes on, until its numbers reach the
// thresholds, and returns them.
//
// It is long because it is the hot loop: a call there would cost speed.
func (w *Searcher) search(depth int, t Numbers) Numbers {
	f := &w.line[depth]
	f.nodes = w.Table.nodes(f.key)
	w.onLine[uint8(f.key.Identity>>1)]++
	w.expand(depth)
	for {
		sum := NewSummary()
		for i := range w.moves[f.first:] {
			sum.Add(i, w.moves[f.first+i].Numbers)
		}
		n := sum.Conclude()
		if n.Decided() || n.Phi >= t.Phi || n.Delta >= t.Delta || w.Nodes >= w.limit || w.stop.Load() {
			w.Table.Store(f.key, Entry{n, w.moves[f.first+sum.Best].move, EffortOf(f.nodes)})
			w.onLine[uint8(f.key.Identity>>1)]--
			w.moves = w.moves[:f.first]
			return n
		}
		k := &w.moves[f.first+sum.Best]
		next := &w.line[depth+1]
		w.Game.Apply(&next.pos, &f.pos, k.move)
		next.key, next.attacking = k.key, !f.attacking
		before := w.Nodes
		if depth+1 == maxDepth {
			w.moves[f.first+sum.Best].Numbers = AssumedHeld(next.attacking)
			continue
		}
		got := w.search(depth+1, Numbers{
			Phi:   t.Delta - (n.Delta - min(k.Phi, n.Delta)),
			Delta: min(t.Phi, sum.second+sum.second/4+1),
		})
		w.moves[f.first+sum.Best].Numbers = got
		f.nodes += w.Nodes - before
	}
}
