package jobtree

import (
	"cmp"
	"math"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/solver/internal/dfpn"
)

// Evaluator is the search of a game engine, whose values give leaves their numbers and jobs their
// budgets. They direct the proof and are no part of it: wrong values cost time only. Each
// evaluator is used by one goroutine.
type Evaluator interface {
	// Value returns the value of p, where the game goes on, for its side to move, after a search
	// of the given nodes.
	Value(p *board.Position, nodes uint64) score.Value
}

// The nodes that an evaluator may search for a move: first for each, then for the best ones and
// those close to the best. With 4,000 and 16,000 nodes in place of the latter, the win in
// Tinyhouse after 1.Kb2 Uc2 takes 1.2 and 1.0 times as long as with 64,000; after d1c2 d3d2 in
// addition, 16,000 take 1.2 times and 256,000 2.8 times as long.
const (
	firstNodes  = 2_000
	secondNodes = 64_000
	alwaysBest  = 4
	oftenBest   = 8
	closeToBest = 100 // centipawns
)

// evaluation is a move with its value for the side that plays it.
type evaluation struct {
	at    int // in the list of moves
	pos   board.Position
	value score.Value
}

// evaluate returns the values of p for the attacker after each of its moves, or nil if the worker
// is stopped. Moves that are decided have value 0.
func (w *Worker) evaluate(p *board.Position, attacker board.Color) []score.Value {
	attacking := p.Turn() == attacker
	var l board.List
	w.Game.Moves(p, &l)
	values := make([]score.Value, l.Len())
	var open []evaluation
	for i, m := range l.All() {
		e := evaluation{at: i}
		w.Game.Apply(&e.pos, p, m)
		_, k, known := w.Initial(&e.pos, !attacking)
		if entry, ok := w.Table.Load(k); known || ok && entry.Decided() {
			continue
		}
		e.value = -w.Evaluator.Value(&e.pos, firstNodes)
		open = append(open, e)
		if w.Stopped() {
			return nil
		}
	}
	slices.SortStableFunc(open, func(a, b evaluation) int { return cmp.Compare(b.value, a.value) })
	for i := range open {
		e := &open[i]
		if i < alwaysBest || i < oftenBest && e.value > open[0].value-closeToBest {
			e.value = -w.Evaluator.Value(&e.pos, secondNodes)
		}
		if values[e.at] = e.value; !attacking {
			values[e.at] = -e.value
		}
		if w.Stopped() {
			return nil
		}
	}
	return values
}

// The numbers of a leaf by its value. Both are 2^evenBits for an even value; every halving
// centipawns more for the attacker halve the cost of its success and double that of its failure.
// For the position above, a halving of 60 and 200 takes 1.2 and 2.3 times as long as 100.
const (
	evenBits  = 10
	halving   = 100
	mostValue = 9 * halving
)

// numbersOf returns the numbers of a leaf by its value for the attacker.
func numbersOf(v score.Value, attacking bool) dfpn.Numbers {
	of := func(v float64) uint32 { return uint32(math.Exp2(evenBits - v/halving)) }
	x := float64(max(min(v, mostValue), -mostValue))
	if attacking {
		return dfpn.Numbers{Phi: of(x), Delta: of(-x)}
	}
	return dfpn.Numbers{Phi: of(-x), Delta: of(x)}
}

// budgetOf returns the budget of a job on a leaf by its value for the attacker: more where a win
// is near.
func budgetOf(v score.Value) uint64 {
	switch {
	case v >= 600:
		return 1 << 16
	case v >= 200:
		return 1 << 14
	case v >= -100:
		return 1 << 12
	}
	return 1 << 9
}

// otherShare divides the cost of all answers but the most expensive one, in a tree with
// evaluators. Their values already take account of the number of answers, and a plain sum would
// make the search switch between moves as soon as it expands one. 8 to 32 are alike, 1 and 2 take
// 1.6 times as long.
const otherShare = 16

// delta returns the cost of refuting all children of a node, in a tree with evaluators.
func (t *Tree) delta(n *node) uint32 {
	worst, sum := uint64(0), uint64(0)
	for _, k := range t.nodes[n.first : n.first+n.children] {
		if !k.Decided() {
			worst = max(worst, uint64(k.Phi))
			sum += uint64(k.Phi)
		}
	}
	return uint32(min(max(worst+(sum-worst)/otherShare, 1), dfpn.Largest))
}
